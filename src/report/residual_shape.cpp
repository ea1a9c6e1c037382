#include "torsor/report/residual_shape.hpp"

#include <algorithm>
#include <cmath>

namespace torsor {

Curve binned_mean(const std::vector<double>& x, const std::vector<double>& y, int bins) {
  const std::size_t count = std::min(x.size(), y.size());
  Curve curve;
  double low = INFINITY, high = -INFINITY;
  for (std::size_t k = 0; k < count; ++k)
    if (std::isfinite(x[k])) low = std::min(low, x[k]), high = std::max(high, x[k]);
  const double width = (high - low) / bins;
  if (!(width > 0) || !std::isfinite(width)) return curve;
  std::vector<double> sum(bins, 0.0);
  std::vector<long> members(bins, 0);
  for (std::size_t k = 0; k < count; ++k) {
    if (!std::isfinite(x[k]) || !std::isfinite(y[k])) continue;
    const int bin = std::clamp(static_cast<int>((x[k] - low) / width), 0, bins - 1);
    sum[bin] += y[k];
    ++members[bin];
  }
  for (int bin = 0; bin < bins; ++bin) {
    if (members[bin] < 5) continue;
    curve.x.push_back(low + (bin + 0.5) * width);
    curve.y.push_back(sum[bin] / static_cast<double>(members[bin]));
  }
  return curve;
}

Histogram histogram(const std::vector<double>& values, int bins) {
  Histogram result;
  double square = 0;
  long count = 0, beyond = 0;
  for (const double value : values)
    if (std::isfinite(value)) square += value * value, ++count;
  result.deviation = count > 0 ? std::sqrt(square / static_cast<double>(count)) : 0;
  if (!(result.deviation > 0) || !std::isfinite(result.deviation)) return result;
  result.width = 8 * result.deviation / bins;
  std::vector<long> members(bins, 0);
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    if (std::abs(value) > 3 * result.deviation) ++beyond;
    const double place = (value + 4 * result.deviation) / result.width;
    if (place >= 0 && place < bins) ++members[static_cast<int>(place)];
  }
  for (int bin = 0; bin < bins; ++bin) {
    result.density.x.push_back(-4 * result.deviation + (bin + 0.5) * result.width);
    result.density.y.push_back(static_cast<double>(members[bin]) / (static_cast<double>(count) * result.width));
  }
  result.beyond_three = static_cast<double>(beyond) / static_cast<double>(count);
  return result;
}

ResidualCorrelation autocorrelation(const std::vector<double>& time, const std::vector<double>& values, int lags) {
  ResidualCorrelation result;
  const auto count = static_cast<long>(std::min(time.size(), values.size()));
  if (count < 30) return result;
  std::vector<double> steps;
  steps.reserve(count);
  for (long k = 1; k < count; ++k) steps.push_back(time[k] - time[k - 1]);
  std::nth_element(steps.begin(), steps.begin() + count / 2, steps.end());
  const double step = steps[count / 2];
  const auto uneven = [step](double other) { return !(std::abs(other - step) < 0.2 * step); };
  if (50 * std::count_if(steps.begin(), steps.end(), uneven) > count) return result;
  double mean = 0, square = 0;
  for (long k = 0; k < count; ++k) mean += values[k] / static_cast<double>(count);
  for (long k = 0; k < count; ++k) square += (values[k] - mean) * (values[k] - mean);
  if (!(square > 0) || !std::isfinite(square)) return result;
  result.step = step;
  for (long lag = 0; lag < std::min<long>(lags, count / 4); ++lag) {
    double product = 0;
    for (long k = lag; k < count; ++k) product += (values[k] - mean) * (values[k - lag] - mean);
    result.value.push_back(product / square);
  }
  return result;
}

}  // namespace torsor
