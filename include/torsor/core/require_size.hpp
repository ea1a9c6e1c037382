#pragma once

#include <cstddef>
#include <string_view>

namespace torsor {

/// Raises a UsageError unless a vector is as long as it has to be:
///   qd: expected 6 numbers, one for each velocity of puma560, found 2
void require_size(std::string_view vector, std::size_t found, std::size_t expected, std::string_view one_for_each,
                  std::string_view owner);

}  // namespace torsor
