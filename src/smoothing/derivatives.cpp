#include "torsor/smoothing/derivatives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "torsor/core/error.hpp"
#include "torsor/smoothing/butterworth.hpp"

namespace torsor {

namespace {

using Index = std::ptrdiff_t;

/// Distances between the nodes equal those of the stencil before, but for the rounding of printed stamps.
bool same_shape(const double* a, const double* b, Index count) {
  const double size = a[count - 1] - a[0];
  for (Index i = 1; i < count; ++i)
    if (std::abs((a[i] - a[0]) - (b[i] - b[0])) > 1e-9 * size) return false;
  return true;
}

}  // namespace

std::vector<double> derivative_weights(std::span<const double> nodes, double at, int derivative) {
  const auto rows = static_cast<std::size_t>(derivative) + 1;
  std::vector<double> c(rows * nodes.size());
  const auto weight = [&](std::size_t order, std::size_t node) -> double& { return c[order * nodes.size() + node]; };
  weight(0, 0) = 1;
  double scale = 1;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    double product = 1;
    for (std::size_t j = 0; j < i; ++j) {
      const double gap = nodes[i] - nodes[j];
      product *= gap;
      for (std::size_t order = rows; order-- > 0;) {
        const auto m = static_cast<double>(order);
        const double lower = order > 0 ? weight(order - 1, j) : 0;
        if (j == i - 1)
          weight(order, i) =
              scale / product *
              ((order > 0 ? m * weight(order - 1, i - 1) : 0) - (nodes[i - 1] - at) * weight(order, i - 1));
        weight(order, j) = ((nodes[i] - at) * weight(order, j) - m * lower) / gap;
      }
    }
    scale = product;
  }
  return {c.end() - static_cast<Index>(nodes.size()), c.end()};
}

void differentiate(std::span<const double> time, std::span<const double> samples, int derivative, int points,
                   std::span<double> result) {
  const auto count = static_cast<Index>(time.size());
  if (points < 3 || points % 2 == 0 || points > 9 || derivative < 1 || derivative >= points)
    throw UsageError(fmt::format("derivatives: expected 3, 5, 7 or 9 points, found {}", points));
  const Index width = std::min<Index>(points, count);
  if (width <= derivative) throw ComputationError(fmt::format("derivatives: {} samples are too few", count));
  std::vector<double> weights;
  Index known_first = 0, known_place = -1;  // the stencil that the weights are for
  for (Index k = 0; k < count; ++k) {
    const Index first = std::clamp<Index>(k - width / 2, 0, count - width), place = k - first;
    const double* const nodes = time.data() + first;
    if (place != known_place || !same_shape(nodes, time.data() + known_first, width)) {
      weights = derivative_weights({nodes, static_cast<std::size_t>(width)}, nodes[place], derivative);
      known_first = first, known_place = place;
    }
    double sum = 0;
    for (Index i = 0; i < width; ++i)
      sum += weights[static_cast<std::size_t>(i)] * samples[static_cast<std::size_t>(first + i)];
    result[static_cast<std::size_t>(k)] = sum;
  }
}

std::vector<double> differentiate(std::span<const double> time, std::span<const double> samples, int derivative,
                                  int points) {
  std::vector<double> result(time.size());
  differentiate(time, samples, derivative, points, result);
  return result;
}

std::vector<double> resample(std::span<const double> time, std::span<const double> samples,
                             std::span<const double> instants) {
  const auto count = static_cast<Index>(time.size()), width = std::min<Index>(4, count);
  std::vector<double> result;
  result.reserve(instants.size());
  for (const double t : instants) {
    const Index after = std::upper_bound(time.begin(), time.end(), t) - time.begin();
    const Index first = std::clamp<Index>(after - 2, 0, count - width);
    double sum = 0;
    for (Index i = first; i < first + width; ++i) {
      double basis = 1;
      for (Index j = first; j < first + width; ++j)
        if (j != i)
          basis *= (t - time[static_cast<std::size_t>(j)]) /
                   (time[static_cast<std::size_t>(i)] - time[static_cast<std::size_t>(j)]);
      sum += basis * samples[static_cast<std::size_t>(i)];
    }
    result.push_back(sum);
  }
  return result;
}

std::vector<double> decimate(std::span<const double> samples, int factor) {
  if (factor < 1) throw UsageError(fmt::format("decimation: expected a factor of at least 1, found {}", factor));
  std::vector<double> filtered(samples.begin(), samples.end());
  if (factor > 1) filter_zero_phase(butterworth_zero_phase(8, 0.4 / factor, 1, CutoffMeaning::both_passes), filtered);
  std::vector<double> result;
  result.reserve(samples.size() / static_cast<std::size_t>(factor) + 1);
  for (std::size_t k = 0; k < filtered.size(); k += static_cast<std::size_t>(factor)) result.push_back(filtered[k]);
  return result;
}

}  // namespace torsor
