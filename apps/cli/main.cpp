#include "tool.hpp"
#include "torsor/core/output_file.hpp"

int main(int count, char** words) {
  torsor::remove_unfinished_files_on_signals();
  torsor::protect_files_that_are_read();
  return torsor::cli::run_tool(count, words);
}
