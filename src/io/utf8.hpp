#pragma once

#include <cstddef>
#include <string_view>

namespace torsor::io {

/// How many bytes the character of UTF-8 text at `at` has; 0 where there is none.
std::size_t utf8_character(std::string_view text, std::size_t at);

bool is_utf8(std::string_view text);

}  // namespace torsor::io
