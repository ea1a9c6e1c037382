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

/// The text in a colour, where the stream shows them.
std::string coloured(Colour colour, const std::string& text, Stream stream = Stream::output);

}  // namespace torsor::cli
