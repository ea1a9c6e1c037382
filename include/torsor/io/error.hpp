#pragma once

#include <stdexcept>
#include <string>

namespace torsor {

/// Bad input at the border. The message says where, what was expected and what was found.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A flag or a value on the command line, or an unknown robot.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// The content of a file: the message starts with file:line:column.
class FileError : public Error {
 public:
  using Error::Error;
};

/// A computation that has no answer, such as the acceleration of a massless link.
class ComputationError : public Error {
 public:
  using Error::Error;
};

}  // namespace torsor
