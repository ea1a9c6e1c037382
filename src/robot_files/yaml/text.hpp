#pragma once

#include <string>
#include <string_view>

namespace torsor::yaml {

/// A text as a scalar of YAML that reads back byte for byte: plain where any reader of YAML takes it for a text, also
/// between braces, or else in double quotes.
std::string scalar_text(std::string_view text);

/// The same for prose that stands alone behind its key, where more characters need no quotes.
std::string prose_text(std::string_view text);

/// An expression, which is never taken for anything but a scalar: in quotes only where YAML would not read it so.
std::string expression_text(std::string_view text);

}  // namespace torsor::yaml
