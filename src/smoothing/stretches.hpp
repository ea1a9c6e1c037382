#pragma once

#include <span>
#include <vector>

namespace torsor::smoothing {

/// Rows first .. first + count - 1, between two gaps.
struct Stretch {
  long first = 0, count = 0;
};

/// The rows between gaps longer than the given one.
inline std::vector<Stretch> stretches(std::span<const double> time, double longest_gap) {
  std::vector<Stretch> result;
  for (long k = 0; k < static_cast<long>(time.size()); ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (k == 0 || time[at] - time[at - 1] > longest_gap) result.push_back({k, 0});
    ++result.back().count;
  }
  return result;
}

}  // namespace torsor::smoothing
