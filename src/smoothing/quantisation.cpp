#include <algorithm>
#include <cmath>

#include "torsor/smoothing/kalman_noise.hpp"

namespace torsor {

// Distances between neighbours in size, not in time: a quick motion passes many steps from one sample to the next.
double quantisation_step(std::span<const double> samples) {
  std::vector<double> steps(samples.begin(), samples.end());
  if (steps.empty()) return 0;
  std::sort(steps.begin(), steps.end());
  // Differences at the last digit of the numbers are whole multiples of nothing that the encoder did.
  const double rounding = 1e-14 * std::max(std::abs(steps.front()), std::abs(steps.back()));
  for (std::size_t k = 0; k + 1 < steps.size(); ++k) steps[k] = steps[k + 1] - steps[k];
  steps.pop_back();
  std::erase_if(steps, [&](double step) { return step <= rounding; });
  constexpr double fewest = 10;
  if (steps.empty()) return 0;
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
  return near >= fewest && fitting >= 0.95 * near ? sum / multiples : 0;
}

}  // namespace torsor
