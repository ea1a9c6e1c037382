#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "torsor/core/finding.hpp"

/// Bad input at the border, with fields: nobody has to take what() apart.
namespace torsor {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A call that makes no sense: a value, an option, an unknown robot.
class UsageError : public Error {
 public:
  explicit UsageError(const std::string& message) : Error(message) {}
  /// What is wrong with the option of that name, such as "free_base"; what() puts the name before the message.
  UsageError(std::string option, std::string message);

  /// The option that was meant, or nothing; the command line tool has a flag of the same name.
  const std::string& option() const { return option_; }
  /// What was expected and what was found, without the name of the option.
  const std::string& message() const { return message_; }

 private:
  std::string option_, message_;
};

/// The content of a file. what() has a line for each finding, which starts with file:line:column.
class FileError : public Error {
 public:
  /// `code` is that of a rule (core/rules.hpp), where there is one.
  FileError(std::string file, Location where, std::string message, std::string code = "");
  /// All that was found; not empty.
  explicit FileError(std::vector<Finding> findings);

  const std::vector<Finding>& findings() const { return findings_; }
  // Of the first finding:
  const std::string& file() const { return findings_.front().file; }
  Location where() const { return findings_.front().where; }
  const std::string& code() const { return findings_.front().code; }
  const std::string& message() const { return findings_.front().message; }

 private:
  std::vector<Finding> findings_;
};

/// A computation that has no answer, such as the acceleration of a massless link.
class ComputationError : public Error {
 public:
  explicit ComputationError(const std::string& message, std::vector<std::string> options = {})
      : Error(message), options_(std::move(options)) {}

  /// Options of the call that would change it, such as "trim".
  const std::vector<std::string>& options() const { return options_; }

 private:
  std::vector<std::string> options_;
};

/// Throws the error; in a build without exceptions its message is the program's last.
[[noreturn]] void raise(const UsageError& error);
[[noreturn]] void raise(const FileError& error);
[[noreturn]] void raise(const ComputationError& error);

}  // namespace torsor
