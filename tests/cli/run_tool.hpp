#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "support/json.hpp"
#include "torsor/core/text.hpp"

namespace torsor::test {

/// What one call of the command line tool did. `code` is 128 + the signal where a signal ended it.
struct ToolRun {
  int code = -1;
  std::string out, err;

  /// What it printed, where that is JSON.
  Json json() const { return Json::parse(out); }
  /// The error as people read it, where it may have been printed as JSON.
  std::string said() const {
    return err.starts_with("{") ? "torsor: " + Json::parse(err)["error"]["message"].get<std::string>() + "\n" : err;
  }
};

inline std::string read_back(std::FILE* file) {
  std::string text;
  char buffer[4096];
  std::rewind(file);
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, file)) text.append(buffer, n);
  return text;
}

/// Runs the tool with these arguments; its standard output goes to `out_path` where one is given, and it may take
/// `memory` bytes and `seconds` of CPU where these are not 0.
inline ToolRun run_tool(const std::vector<std::string>& arguments, const char* out_path = nullptr, rlim_t memory = 0,
                        rlim_t seconds = 0) {
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  const File out(std::tmpfile(), std::fclose), err(std::tmpfile(), std::fclose);
  if (!out || !err) return {};
  std::string program = TORSOR_CLI;
  std::vector<std::string> words(arguments);
  std::vector<char*> argv{program.data()};
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const int target = out_path ? ::open(out_path, O_WRONLY) : ::fileno(out.get());
    ::dup2(target, STDOUT_FILENO);
    ::dup2(::fileno(err.get()), STDERR_FILENO);
    const rlimit limit{memory, memory};
    if (memory > 0) ::setrlimit(RLIMIT_AS, &limit);
    const rlimit time{seconds, seconds};
    if (seconds > 0) ::setrlimit(RLIMIT_CPU, &time);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return {};
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_back(out.get()), read_back(err.get())};
}

/// The same with the arguments in one text, between blanks; '' stands for an empty one.
inline ToolRun torsor(const std::string& command_line) {
  std::istringstream stream(command_line);
  std::vector<std::string> arguments;
  for (std::string word; stream >> word;) arguments.push_back(word == "''" ? "" : word);
  return run_tool(arguments);
}

/// Numbers as an option takes them, to the last bit.
inline std::string list_of(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) {
    if (!text.empty()) text += ',';
    text += number_text(value);
  }
  return text;
}

}  // namespace torsor::test
