#pragma once

#include <cstddef>
#include <string_view>

namespace torsor::io {

/// How many letters have to be put in, taken out or replaced to turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace torsor::io
