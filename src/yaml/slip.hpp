#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "torsor/core/finding.hpp"

namespace torsor::yaml {

struct Slip {
  Location where;
  std::string message;
};

/// What was most likely done wrong where a text stopped being YAML: a tab that indents, or no space after the colon of
/// a key, in the line of the parser's error or just before it. The parser itself only says what it could not go on
/// with.
std::optional<Slip> find_slip(std::string_view text, int line);

/// Whether a key was written with its value, as in `mass:3`.
bool lacks_space(std::string_view word);

}  // namespace torsor::yaml
