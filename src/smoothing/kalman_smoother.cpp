#include "torsor/smoothing/kalman_smoother.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "smoothing/kalman_backward.hpp"
#include "smoothing/kalman_start.hpp"
#include "torsor/core/error.hpp"

namespace torsor {

namespace {

/// The white jerk as samples see it at the angle w step below pi: sum of 1 / (angle + 2 pi k)^6, its aliases included.
double folded_spectrum(double angle) {
  double sum = 0;
  for (int k = -8; k <= 8; ++k) sum += std::pow(angle + 2 * std::numbers::pi * k, -6);
  return sum;
}

// |H| = A / (A + 1) is 1 / sqrt(2) where A is this.
const double half_power = 1 / (std::numbers::sqrt2 - 1);

}  // namespace

double ratio_of_cutoff(double cutoff, double step) {
  return half_power / (folded_spectrum(2 * std::numbers::pi * cutoff * step) * std::pow(step, 5));
}

double cutoff_of_ratio(double ratio, double step) {
  const double pole = step * std::pow(ratio / step, 1.0 / 6), highest = 0.5 / step;
  const double unfolded = std::pow(half_power, -1.0 / 6) * pole / (2 * std::numbers::pi * step);
  if (pole < 0.03) return unfolded;
  if (ratio >= ratio_of_cutoff(highest, step)) return highest;
  double low = 0.5 * std::min(unfolded, highest), high = highest;
  while (high - low > 1e-14 * high) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    (ratio_of_cutoff(middle, step) < ratio ? low : high) = middle;
  }
  return (low + high) / 2;
}

double typical_step(std::span<const double> time) {
  if (time.size() < 2) return 1;
  std::vector<double> steps(time.size() - 1);
  for (std::size_t k = 0; k < steps.size(); ++k) steps[k] = time[k + 1] - time[k];
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

void KalmanSmoother::prepare(std::span<const double> time, double ratio, double step) {
  if (!(ratio > 0 && std::isfinite(ratio)))
    throw ComputationError(fmt::format("smoothing: expected a positive ratio of noise levels, found {}", ratio));
  for (std::size_t k = 1; k < time.size(); ++k)
    if (!(time[k] >= time[k - 1]))
      throw ComputationError(
          fmt::format("smoothing: time runs backwards, from {} to {} s at sample {}", time[k - 1], time[k], k));
  const double typical = step > 0 ? step : typical_step(time);
  if (!(typical > 0)) throw ComputationError("smoothing: most time stamps are equal");
  scale_ = std::pow(ratio / typical, 1.0 / 6);
  time_.assign(time.begin(), time.end());
  step_.resize(time.empty() ? 0 : time.size() - 1);
  for (std::size_t k = 0; k < step_.size(); ++k) step_[k] = scale_ * (time[k + 1] - time[k]);
  const double process = scale_ * typical;  // ratio / w0^5
  run_forward(process);
  run_backward(process);
}

void KalmanSmoother::run_forward(double process) {
  forward_.clear();
  forward_of_.resize(time_.size());
  StateCovariance p = kalman::vague(process);
  bool steady = false;
  for (std::size_t k = 0; k < time_.size(); ++k) {
    if (k > 0) {
      const bool repeated = k > 1 && kalman::same_step(step_[k - 1], step_[k - 2]);
      if (!(steady && repeated)) {
        p = kalman::sum(kalman::transported(p, step_[k - 1]), kalman::process_covariance(step_[k - 1], process));
        Forward next;
        kalman::update(p, next.k);
        next.filtered = p;
        steady = repeated && kalman::settled(p, forward_.back().filtered);
        forward_.push_back(next);
      }
    } else {
      Forward first;
      kalman::update(p, first.k);
      first.filtered = p;
      forward_.push_back(first);
    }
    forward_of_[k] = static_cast<std::int32_t>(forward_.size() - 1);
  }
}

void KalmanSmoother::run_backward(double process) {
  backward_.clear();
  backward_of_.resize(time_.size());
  if (time_.empty()) return;
  const std::size_t last = time_.size() - 1;
  backward_.push_back({{}, forward_[static_cast<std::size_t>(forward_of_[last])].filtered});
  backward_of_[last] = 0;
  bool steady = false;
  for (std::size_t k = last; k-- > 0;) {
    const bool repeated =
        k + 1 < last && forward_of_[k] == forward_of_[k + 1] && kalman::same_step(step_[k], step_[k + 1]);
    if (!(steady && repeated)) {
      const StateCovariance& later = backward_.back().smoothed;
      const Backward next =
          kalman::backward_step(forward_[static_cast<std::size_t>(forward_of_[k])].filtered, later, step_[k], process);
      steady = repeated && kalman::settled(next.smoothed, later);
      backward_.push_back(next);
    }
    backward_of_[k] = static_cast<std::int32_t>(backward_.size() - 1);
  }
}

void KalmanSmoother::smooth(std::span<const double> samples, SmoothedSignal& result) const {
  const std::size_t count = time_.size();
  result.x.resize(count);
  result.xd.resize(count);
  result.xdd.resize(count);
  if (count == 0) return;
  double *const x = result.x.data(), *const v = result.xd.data(), *const a = result.xdd.data();
  kalman::State s = kalman::first_state(time_, samples, scale_);
  for (std::size_t k = 0; k < count; ++k) {
    if (k > 0) s = kalman::predicted(s, step_[k - 1]);
    const double* gain = forward_[static_cast<std::size_t>(forward_of_[k])].k;
    const double innovation = samples[k] - s.x;
    s = {s.x + gain[0] * innovation, s.v + gain[1] * innovation, s.a + gain[2] * innovation};
    x[k] = s.x, v[k] = s.v, a[k] = s.a;
  }
  const double w1 = scale_, w2 = scale_ * scale_;
  v[count - 1] *= w1, a[count - 1] *= w2;
  for (std::size_t k = count - 1; k-- > 0;) {
    const double* c = backward_[static_cast<std::size_t>(backward_of_[k])].c;
    const kalman::State f = {x[k], v[k], a[k]}, p = kalman::predicted(f, step_[k]);
    const double dx = s.x - p.x, dv = s.v - p.v, da = s.a - p.a;
    s = {f.x + c[0] * dx + c[1] * dv + c[2] * da, f.v + c[3] * dx + c[4] * dv + c[5] * da,
         f.a + c[6] * dx + c[7] * dv + c[8] * da};
    x[k] = s.x, v[k] = w1 * s.v, a[k] = w2 * s.a;
  }
}

StateCovariance KalmanSmoother::covariance(std::size_t sample, double sigma) const {
  const StateCovariance& p = backward_[static_cast<std::size_t>(backward_of_[sample])].smoothed;
  const double w = scale_, xx = sigma * sigma, xv = xx * w, xa = xv * w, va = xa * w;
  return {xx * p.xx, xv * p.xv, xa * p.xa, xa * p.vv, va * p.va, va * w * p.aa};
}

KalmanSmoothed kalman_smooth(std::span<const double> time, std::span<const double> samples, const KalmanNoise& noise) {
  KalmanSmoother smoother;
  smoother.prepare(time, noise.ratio());
  KalmanSmoothed result;
  smoother.smooth(samples, result);
  result.covariance.resize(time.size());
  for (std::size_t k = 0; k < time.size(); ++k) result.covariance[k] = smoother.covariance(k, noise.sigma);
  return result;
}

std::vector<double> smooth_alike(std::span<const double> time, std::span<const double> samples, double ratio) {
  KalmanSmoother smoother;
  smoother.prepare(time, ratio);
  SmoothedSignal result;
  smoother.smooth(samples, result);
  return std::move(result.x);
}

}  // namespace torsor
