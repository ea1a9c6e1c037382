#pragma once

namespace torsor::cli {

/// The whole command line tool: runs the command that the words name, and says what went wrong. Returns the exit code.
int run_tool(int count, char** words);

}  // namespace torsor::cli
