#include "torsor/trajectory/time_series.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "torsor/core/text.hpp"

namespace torsor {
namespace {

/// One piece of a cubic spline: values a, b and second derivatives p, q at its ends, h apart, at x of it (0 to 1).
double cubic(double a, double b, double p, double q, double h, double x, int derivative) {
  const double y = 1 - x;
  if (derivative == 0) return y * a + x * b + h * h / 6 * ((y * y * y - y) * p + (x * x * x - x) * q);
  if (derivative == 1) return (b - a) / h + h / 6 * ((1 - 3 * y * y) * p + (3 * x * x - 1) * q);
  return y * p + x * q;
}

}  // namespace

std::variant<TimeSeries, TimeSeriesProblem> TimeSeries::from_rows(std::vector<double> time, std::vector<double> values,
                                                                  std::size_t columns, Between between) {
  assert(values.size() == time.size() * columns);
  if (time.empty()) return TimeSeriesProblem{0, "expected at least one row, found none"};
  for (std::size_t k = 0; k < time.size(); ++k) {
    if (!std::isfinite(time[k])) return TimeSeriesProblem{k, "expected a time, found " + number_text(time[k])};
    if (k > 0 && !(time[k] > time[k - 1]))
      return TimeSeriesProblem{k, "expected a time above " + number_text(time[k - 1]) +
                                      ", that of the row before, found " + number_text(time[k])};
    for (std::size_t j = 0; j < columns; ++j)
      if (const double value = values[k * columns + j]; !std::isfinite(value))
        return TimeSeriesProblem{
            k, "expected a finite number in column " + std::to_string(j + 1) + ", found " + number_text(value)};
  }
  TimeSeries series;
  series.time_ = std::move(time), series.values_ = std::move(values);
  series.columns_ = columns, series.between_ = between;
  if (between == Between::cubic) series.find_curvatures();
  return series;
}

/// The tridiagonal system of a natural spline, solved for all columns at once.
void TimeSeries::find_curvatures() {
  const std::size_t n = time_.size();
  curvatures_.assign(values_.size(), 0.0);
  std::vector<double> ratio(n, 0.0);
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double h = time_[k] - time_[k - 1], next = time_[k + 1] - time_[k];
    const double pivot = 2 * (h + next) - h * ratio[k - 1];
    ratio[k] = next / pivot;
    for (std::size_t j = 0; j < columns_; ++j) {
      const double bend = 6 * ((row(k + 1)[j] - row(k)[j]) / next - (row(k)[j] - row(k - 1)[j]) / h);
      curvatures_[k * columns_ + j] = (bend - h * curvatures_[(k - 1) * columns_ + j]) / pivot;
    }
  }
  for (std::size_t k = n - 1; k-- > 1;)
    for (std::size_t j = 0; j < columns_; ++j)
      curvatures_[k * columns_ + j] -= ratio[k] * curvatures_[(k + 1) * columns_ + j];
}

void TimeSeries::at(double t, Output<double> values, int derivative) const {
  assert(values.size() == columns_ && derivative >= 0 && derivative <= 2);
  if (columns_ == 0) return;
  auto after = static_cast<std::size_t>(std::upper_bound(time_.begin(), time_.end(), t) - time_.begin());
  if (after > 1 && t == time_.back() && between_ != Between::hold)
    after = time_.size() - 1;  // its last row ends the piece before it
  const bool held = after == 0 || after == time_.size() || between_ == Between::hold;
  const std::size_t k = after == 0 ? 0 : after - 1;
  const double h = held ? 1 : time_[after] - time_[k], x = held ? 0 : (t - time_[k]) / h;
  for (std::size_t j = 0; j < columns_; ++j) {
    if (held) {
      values[j] = derivative == 0 ? row(k)[j] : 0.0;
      continue;
    }
    const bool curved = between_ == Between::cubic;
    const double p = curved ? curvatures_[k * columns_ + j] : 0, q = curved ? curvatures_[after * columns_ + j] : 0;
    values[j] = cubic(row(k)[j], row(after)[j], p, q, h, x, derivative);
  }
}

/// A straight line that goes on is none.
bool TimeSeries::has_break(std::size_t k) const {
  const std::size_t n = time_.size();
  for (std::size_t j = 0; j < columns_; ++j) {
    if (between_ == Between::hold) {
      if (k > 0 && row(k)[j] != row(k - 1)[j]) return true;
      continue;
    }
    const double before = k > 0 ? (row(k)[j] - row(k - 1)[j]) / (time_[k] - time_[k - 1]) : 0;
    const double behind = k + 1 < n ? (row(k + 1)[j] - row(k)[j]) / (time_[k + 1] - time_[k]) : 0;
    const bool at_end = k == 0 || k + 1 == n;
    if (between_ == Between::cubic && !at_end) continue;
    if (std::abs(before - behind) > 1e-12 * (std::abs(before) + std::abs(behind))) return true;
  }
  return false;
}

std::vector<double> TimeSeries::breaks() const {
  std::vector<double> times;
  for (std::size_t k = 0; k < time_.size(); ++k)
    if (has_break(k)) times.push_back(time_[k]);
  return times;
}

}  // namespace torsor
