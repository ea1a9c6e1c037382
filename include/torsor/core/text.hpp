#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace torsor {

/// A user's text as a message shows it: only the beginning of a long one.
std::string shortened(std::string_view text);
/// The same in quotes.
std::string in_quotes(std::string_view text);

/// "a, b and c".
std::string enumerated(const std::vector<std::string>& words);

/// The shortest text of a number that reads back to the same bits.
std::string number_text(double value);

/// How many bytes the character of UTF-8 text at `at` has; 0 where there is none.
std::size_t utf8_character(std::string_view text, std::size_t at);
bool is_utf8(std::string_view text);

/// The text with U+FFFD in place of bytes that are no UTF-8 and of control characters but for line ends and tabs: safe
/// for a terminal, JSON, HTML and XML.
std::string printable(std::string_view text);

/// How many letters have to be put in, taken out or replaced to turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace torsor
