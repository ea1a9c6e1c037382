#include <csignal>

#include "tool.hpp"
#include "torsor/core/output_file.hpp"

int main(int count, char** words) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error like a full disk
  torsor::protect_files_that_are_read();
  return torsor::cli::run_tool(count, words);
}
