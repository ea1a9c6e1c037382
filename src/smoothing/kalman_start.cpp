#include "smoothing/kalman_start.hpp"

#include <cmath>
#include <cstddef>

namespace torsor::kalman {

// Polynomials that are orthogonal on the instants, 1, p = u - mean and p (p - shift) - spread, so that no normal
// equations lose digits.
State first_state(std::span<const double> time, std::span<const double> samples, double scale) {
  constexpr double reach = 2;  // of scaled time: what the filter looks back on
  std::size_t count = samples.size() < 3 ? samples.size() : 3;
  while (count < samples.size() && scale * (time[count] - time[0]) <= reach) ++count;
  const auto n = static_cast<double>(count);
  const auto u = [&](std::size_t k) { return scale * (time[k] - time[0]); };

  double mean = 0, squares = 0, cubes = 0;
  for (std::size_t k = 0; k < count; ++k) mean += u(k) / n;
  for (std::size_t k = 0; k < count; ++k) {
    const double p = u(k) - mean;
    squares += p * p;
    cubes += p * p * p;
  }
  const double shift = squares > 0 ? cubes / squares : 0, spread = squares / n;
  double c0 = 0, c1 = 0, c2 = 0, norm = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double p = u(k) - mean, p2 = p * (p - shift) - spread, y = samples[k] - samples[0];
    c0 += y / n;
    c1 += p * y;
    c2 += p2 * y;
    norm += p2 * p2;
  }
  c1 = squares > 0 ? c1 / squares : 0;
  // Where there are but two distinct instants, rounding is all that the second degree has.
  c2 = norm > 1e-20 * squares * squares ? c2 / norm : 0;
  return {samples[0] + c0 - c1 * mean + c2 * (mean * (mean + shift) - spread), c1 - c2 * (2 * mean + shift), 2 * c2};
}

}  // namespace torsor::kalman
