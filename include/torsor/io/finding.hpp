#pragma once

#include <string>
#include <vector>

#include "torsor/model/description.hpp"

namespace torsor::io {

enum class Severity { note, warning, error };

/// Something that is worth knowing about a robot file: an error keeps it from being a robot, a warning says that it is
/// one but can hardly be meant so, a note is for the record.
struct Finding {
  std::string code;  // short and lasting: "inertia-not-positive"
  Severity severity = Severity::error;
  std::string file;  // the one it was written in, which an include may have named
  Location where{};
  std::string element;  // "link forearm"
  std::string message;  // what was expected and what was found
  std::string fix;      // what to do, where that can be said
};

/// file:line:column: element: message
std::string to_string(const Finding& finding);

/// A robot that was read, as far as it could be, and all that was found on the way. There is a description when no
/// finding is an error.
struct Reading {
  Description robot;
  std::vector<Finding> findings;

  bool sound() const;
};

}  // namespace torsor::io
