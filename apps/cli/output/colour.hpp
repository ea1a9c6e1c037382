#pragma once

#include <cstdint>
#include <string>

/// Colours, on terminals only: not in pipes and files, not where NO_COLOR is set (https://no-color.org), and not on a
/// terminal that calls itself dumb.
namespace torsor::cli {

enum class Colour : std::uint8_t { bold, red, yellow, cyan };
enum class Stream : std::uint8_t { output, error };

/// Whether a stream shows colours.
bool has_colours(Stream stream);

/// Stands before the letter of an order to the terminal, "\036" and a number that is another in every run, so that no
/// name or file can give one; the filter of the streams (PrintableStream) puts the order in its place.
const std::string& colour_mark();
/// The order for such a letter, such as "\033[1;31m"; nothing for one that has none.
std::string terminal_order(char letter);

/// The text in a colour, where the stream shows them.
std::string coloured(Colour colour, const std::string& text, Stream stream = Stream::output);

}  // namespace torsor::cli
