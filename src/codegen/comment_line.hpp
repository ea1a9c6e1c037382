#pragma once

#include <string>
#include <string_view>

namespace torsor::codegen {

/// A text as one line that can stand in a comment of any language, whatever a user wrote: names of robots and joints
/// end no comment, begin none, carry no line over to the next, and are UTF-8. What is one already stays as it is.
std::string comment_line(std::string_view text);

}  // namespace torsor::codegen
