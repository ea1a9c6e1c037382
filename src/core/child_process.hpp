#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace torsor {

/// A program to run beside this one, without a shell, and what it may take.
struct ChildProcess {
  std::filesystem::path program;               // see found_program
  std::vector<std::string> arguments;          // without the program itself
  std::filesystem::path folder;                // it runs there
  std::vector<std::string> environment;        // NAME=value, beside or in place of this program's own
  double seconds = 60;                         // of CPU; and twice that by the clock
  std::size_t memory = std::size_t{4} << 30;   // bytes, with all that it maps
  std::size_t output = std::size_t{16} << 20;  // bytes that it may print, on each stream
};

/// How it ended.
struct ChildOutcome {
  enum class End { exited, signal, out_of_time, too_much_output, not_started };
  End end = End::not_started;
  int code = 0;                 // exit code, number of the signal, or of the system's error
  std::size_t peak_memory = 0;  // bytes
  std::string out, messages;    // standard output and error

  bool fine() const { return end == End::exited && code == 0; }
};

/// Runs it to its end, and ends all that it started: nothing of it runs on, also where a signal ends this program.
ChildOutcome run_child(const ChildProcess& child);

/// "ended by signal 11 (Segmentation fault)".
std::string in_words(const ChildOutcome& outcome, const ChildProcess& child);

/// The program of that name on the PATH, or at that place where the name has a slash; an absolute path.
std::optional<std::filesystem::path> found_program(const std::string& name);

/// The words of a command: they stand between blanks, and what is between '' or "" is in one word. Nothing else has a
/// meaning; there are no variables, no pipes and no backslashes. Nothing where a quote is not closed.
std::optional<std::vector<std::string>> command_words(std::string_view command);

}  // namespace torsor
