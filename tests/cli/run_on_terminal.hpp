#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace torsor::test {

/// What the tool prints, both streams together, where they are a terminal. `variable` is set for it, as in
/// "NO_COLOR=1".
inline std::string run_on_terminal(std::vector<std::string> words, std::string variable = "TORSOR_TEST=1") {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) return "no terminal";
  const std::string name = ::ptsname(terminal);
  std::string program = TORSOR_CLI, kind = "TERM=xterm";
  std::vector<char*> arguments{program.data()};
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  char* environment[] = {kind.data(), variable.data(), nullptr};  // the later one wins nothing: names differ
  const pid_t child = ::fork();
  if (child == 0) {
    const int end = ::open(name.c_str(), O_RDWR | O_NOCTTY);
    ::dup2(end, STDOUT_FILENO);
    ::dup2(end, STDERR_FILENO);
    ::execve(arguments[0], arguments.data(), environment);
    ::_exit(127);
  }
  std::string text;
  char buffer[4096];
  for (ssize_t n = 0; (n = ::read(terminal, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(n));
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(terminal);
  return text;
}

}  // namespace torsor::test
