#include <algorithm>
#include <cmath>

#include "torsor/identification/kalman_noise.hpp"

namespace torsor {

double quantisation_step(std::span<const double> samples) {
  std::vector<double> steps;
  steps.reserve(samples.size());
  double size = 0;
  for (std::size_t k = 1; k < samples.size(); ++k) {
    size = std::max({size, std::abs(samples[k]), std::abs(samples[k - 1])});
    if (samples[k] != samples[k - 1]) steps.push_back(std::abs(samples[k] - samples[k - 1]));
  }
  // Differences at the last digit of the numbers are whole multiples of nothing that the encoder did.
  const double rounding = 1e-14 * size;
  std::erase_if(steps, [&](double step) { return step < rounding; });
  if (steps.size() < 3) return 0;
  const double least = *std::min_element(steps.begin(), steps.end());
  double near = 0, fitting = 0, sum = 0, multiples = 0;
  for (const double step : steps) {
    const double multiple = std::round(step / least);
    if (multiple > 8) continue;  // the error of the smallest step would grow beyond the tolerance
    near += 1;
    if (std::abs(step - multiple * least) > 0.02 * least + rounding) continue;
    fitting += 1;
    sum += step;
    multiples += multiple;
  }
  return near >= 3 && fitting >= 0.95 * near ? sum / multiples : 0;
}

}  // namespace torsor
