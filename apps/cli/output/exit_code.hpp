#pragma once

#include <exception>
#include <span>

#include "torsor/core/error.hpp"

/// The exit codes of all commands: decided here and nowhere else.
namespace torsor::cli {

enum class ExitCode : int { fine = 0, no_answer = 1, usage = 2, file_content = 3, not_acceptable = 4, not_written = 5 };

/// A verdict, already printed, that a script should stop at: a check that fails, findings in a file, a poor model.
class NotAcceptable : public Error {
 public:
  using Error::Error;
};

struct ExitMeaning {
  ExitCode code;
  const char* name;  // in JSON
  const char* meaning;
};
/// All of them in order.
std::span<const ExitMeaning> exit_meanings();

ExitCode exit_code_of(const std::exception& error);

/// Says on the error stream what went wrong, for people or as one line of JSON. Returns the exit code.
int report(const std::exception& error, bool json);

}  // namespace torsor::cli
