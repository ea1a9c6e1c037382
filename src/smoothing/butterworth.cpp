#include "torsor/smoothing/butterworth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "torsor/core/error.hpp"

namespace torsor {

namespace {

using std::numbers::pi;

/// The filter with 3 dB where tan(pi f step) = warped, one pass.
LowPass from_warped(int order, double warped, double step) {
  LowPass filter;
  filter.step = step;
  filter.sections.reserve(static_cast<std::size_t>(order + 1) / 2);
  const double w = warped, w2 = w * w;
  for (int k = 0; k < order / 2; ++k) {
    const double damping = 2 * std::sin((2 * k + 1) * pi / (2 * order)), d = 1 + damping * w + w2;
    filter.sections.push_back({w2 / d, 2 * w2 / d, w2 / d, 2 * (w2 - 1) / d, (1 - damping * w + w2) / d});
  }
  if (order % 2 == 1) filter.sections.push_back({w / (1 + w), w / (1 + w), 0, (w - 1) / (w + 1), 0});
  filter.slowest_decay = 0;
  for (const FilterSection& s : filter.sections) {
    const std::complex<double> root = std::sqrt(std::complex<double>(s.a1 * s.a1 / 4 - s.a2));
    filter.slowest_decay = std::max({filter.slowest_decay, std::abs(-s.a1 / 2 + root), std::abs(-s.a1 / 2 - root)});
  }
  return filter;
}

double warped_cutoff(int order, double cutoff, double step) {
  if (order < 1 || order > 20)
    throw UsageError(fmt::format("Butterworth filter: expected an order from 1 to 20, found {}", order));
  if (!(cutoff > 0 && cutoff < 0.5 / step))
    throw UsageError(
        fmt::format("Butterworth filter: expected a cut-off between 0 and half the sampling rate, {} Hz, found {} Hz",
                    0.5 / step, cutoff));
  return std::tan(pi * cutoff * step);
}

/// One pass over samples[0], samples[stride], ... in the transposed direct form, at rest on the first sample.
void run(const FilterSection& s, double* samples, long count, long stride) {
  double z1 = samples[0] * (1 - s.b0), z2 = samples[0] * (s.b2 - s.a2);
  for (long k = 0; k < count; ++k) {
    double& x = samples[k * stride];
    const double y = s.b0 * x + z1;
    z1 = s.b1 * x - s.a1 * y + z2;
    z2 = s.b2 * x - s.a2 * y;
    x = y;
  }
}

}  // namespace

LowPass butterworth(int order, double cutoff, double step) {
  return from_warped(order, warped_cutoff(order, cutoff, step), step);
}

LowPass butterworth_zero_phase(int order, double cutoff, double step, CutoffMeaning meaning) {
  double warped = warped_cutoff(order, cutoff, step);
  // After both passes the gain is 1 / (1 + (w / wc)^2n), which is 1 / sqrt(2) where (w / wc)^2n = sqrt(2) - 1.
  if (meaning == CutoffMeaning::both_passes) warped /= std::pow(std::numbers::sqrt2 - 1, 0.5 / order);
  return from_warped(order, warped, step);
}

double gain(const LowPass& filter, double frequency) {
  const std::complex<double> delay = std::polar(1.0, -2 * pi * frequency * filter.step);
  double product = 1;
  for (const FilterSection& s : filter.sections)
    product *= std::abs((s.b0 + delay * (s.b1 + delay * s.b2)) / (1.0 + delay * (s.a1 + delay * s.a2)));
  return product;
}

long settling_samples(const LowPass& filter, double remainder) {
  // Sections in series settle a little later than the slowest of them; the second pass adds its own part.
  const double slowest = std::max(filter.slowest_decay, 1e-3);
  return static_cast<long>(std::ceil(1.3 * std::log(remainder) / std::log(slowest))) +
         8 * static_cast<long>(filter.sections.size());
}

void filter_zero_phase(const LowPass& filter, std::span<double> samples, long padding) {
  const long count = static_cast<long>(samples.size());
  if (count == 0) return;
  const long most = count - 1, pad = std::min(padding < 0 ? settling_samples(filter, 1e-6) : padding, most);
  std::vector<double> extended(static_cast<std::size_t>(count + 2 * pad));
  double* const middle = extended.data() + pad;
  std::copy(samples.begin(), samples.end(), middle);
  for (long k = 1; k <= pad; ++k) {
    middle[-k] = 2 * samples[0] - samples[static_cast<std::size_t>(k)];
    middle[count - 1 + k] =
        2 * samples[static_cast<std::size_t>(count - 1)] - samples[static_cast<std::size_t>(count - 1 - k)];
  }
  const long all = count + 2 * pad;
  for (const FilterSection& section : filter.sections) run(section, extended.data(), all, 1);
  for (const FilterSection& section : filter.sections) run(section, extended.data() + all - 1, all, -1);
  std::copy(middle, middle + count, samples.begin());
}

}  // namespace torsor
