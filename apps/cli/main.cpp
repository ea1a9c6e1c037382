#include "tool.hpp"
#include "torsor/core/output_file.hpp"

int main(int count, char** words) {
  torsor::remove_unfinished_files_on_signals();
  return torsor::cli::run_tool(count, words);
}
