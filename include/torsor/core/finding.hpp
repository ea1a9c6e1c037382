#pragma once

#include <string>
#include <vector>

namespace torsor {

/// Where in the file something was written, from 1; 0 when it was not read from a file.
struct Location {
  int line = 0;
  int column = 0;
};

enum class Severity { note, warning, error };

/// Something that is worth knowing about a robot file or a log: an error keeps it from being used, a warning says that
/// it can hardly be meant so, a note is for the record.
struct Finding {
  std::string code;  // short and lasting: "inertia-not-positive"
  Severity severity = Severity::error;
  std::string file;  // the one it was written in, which an include may have named
  Location where{};
  std::string element;                    // "link forearm"
  std::string message;                    // what was expected and what was found
  std::string fix;                        // what to do, where that can be said
  std::vector<std::string> options = {};  // of the call, that would change it: "hold_out"
};

/// file:line:column: element: message; without a place where it has none.
std::string to_string(const Finding& finding);

/// Those that are errors.
std::vector<Finding> errors(const std::vector<Finding>& findings);
/// Whether none of them is an error.
bool sound(const std::vector<Finding>& findings);

}  // namespace torsor
