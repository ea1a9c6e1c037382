#pragma once

#include <cstddef>

namespace torsor {

/// The longest text of a number, -2.2250738585072014e-308, and the room that put_number asks for: it may write behind
/// the end of the text.
constexpr std::size_t longest_number = 24, number_room = 40;

/// Writes the shortest text that reads back to the same bits, as number_text does, and returns where it ends. Numbers
/// of usual size and many digits take half of the time of std::to_chars.
char* put_number(double value, char* at);

}  // namespace torsor
