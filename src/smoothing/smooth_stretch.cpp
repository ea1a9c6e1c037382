#include "smoothing/smooth_stretch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "smoothing/velocity_fusion.hpp"
#include "torsor/core/error.hpp"
#include "torsor/smoothing/derivatives.hpp"

namespace torsor::smoothing {

namespace {

using Vector = std::vector<double>;

std::span<const double> part_of(const Eigen::MatrixXd& all, long joint, const Stretch& stretch) {
  return {all.col(joint).data() + stretch.first, static_cast<std::size_t>(stretch.count)};
}
std::span<const double> time_of(const LogRows& piece, const Stretch& stretch) {
  return {piece.time.data() + stretch.first, static_cast<std::size_t>(stretch.count)};
}
/// Positions of a joint, with its velocities where the plan takes these.
Vector positions(const LogRows& piece, long joint, const Stretch& stretch, const SmoothingPlan& plan) {
  const std::span<const double> q = part_of(piece.q, joint, stretch);
  const double crossover = plan.crossover.empty() ? 0 : plan.crossover[static_cast<std::size_t>(joint)];
  if (crossover == 0 || piece.qd.rows() == 0) return {q.begin(), q.end()};
  return fused(time_of(piece, stretch), q, part_of(piece.qd, joint, stretch), crossover, plan.step);
}
/// Copies what is kept of a smoothed stretch into a column of the result.
void keep(const Vector& smoothed, const Kept& part, long joint, Eigen::MatrixXd& result) {
  std::copy_n(smoothed.begin() + (part.first - part.stretch.first), part.count, result.col(joint).data() + part.place);
}

void need_distinct(std::span<const double> time) {
  for (std::size_t k = 1; k < time.size(); ++k)
    if (!(time[k] > time[k - 1]))
      throw ComputationError(
          fmt::format("smoothing: expected time to increase, found {} s after {} s; only the Kalman smoother takes "
                      "equal time stamps",
                      time[k], time[k - 1]));
}

void keep_variances(const KalmanSmoother& smoother, const Kept& part, long joint, double sigma, SmoothedRows& result) {
  for (long k = 0; k < part.count; ++k) {
    const auto sample = static_cast<std::size_t>(part.first - part.stretch.first + k);
    const StateCovariance covariance = smoother.covariance(sample, sigma);
    result.q_variance(part.place + k, joint) = covariance.xx;
    result.qd_variance(part.place + k, joint) = covariance.vv;
    result.qdd_variance(part.place + k, joint) = covariance.aa;
  }
}

}  // namespace

void smooth_by_kalman(const LogRows& piece, const Kept& part, const SmoothingPlan& plan, SmoothedRows& result) {
  KalmanSmoother smoother;
  SmoothedSignal signal;
  for (long j = 0; j < piece.q.cols(); ++j) {
    const auto joint = static_cast<std::size_t>(j);
    if (j == 0 || plan.cutoff[joint] != plan.cutoff[joint - 1])
      smoother.prepare(time_of(piece, part.stretch), ratio_of_cutoff(plan.cutoff[joint], plan.step), plan.step);
    smoother.smooth(positions(piece, j, part.stretch, plan), signal);
    keep(signal.x, part, j, result.q);
    keep(signal.xd, part, j, result.qd);
    keep(signal.xdd, part, j, result.qdd);
    smoother.smooth(part_of(piece.tau, j, part.stretch), signal);
    keep(signal.x, part, j, result.tau);
    keep_variances(smoother, part, j, plan.noise[joint].sigma, result);
  }
}

// The grid of equal steps counts from the beginning of the log, so that every piece has the same instants.
void smooth_by_butterworth(const LogRows& piece, const Kept& part, const SmoothingPlan& plan, SmoothedRows& result) {
  constexpr int points = 7;
  const std::span<const double> time = time_of(piece, part.stretch);
  need_distinct(time);
  Vector grid;
  const double last = std::floor((time.back() - plan.origin) / plan.step + 1e-6);
  for (double m = std::ceil((time.front() - plan.origin) / plan.step - 1e-6); m <= last; m += 1)
    grid.push_back(plan.origin + m * plan.step);
  const bool even =
      grid.size() == time.size() && std::equal(grid.begin(), grid.end(), time.begin(),
                                               [&](double a, double b) { return std::abs(a - b) <= 1e-6 * plan.step; });
  const auto to_grid = [&](std::span<const double> x) {
    return even ? Vector(x.begin(), x.end()) : resample(time, x, grid);
  };
  const auto back = [&](Vector x) { return even ? x : resample(grid, x, time); };
  for (long j = 0; j < piece.q.cols(); ++j) {
    const double cutoff = plan.cutoff[static_cast<std::size_t>(j)];
    const LowPass filter = butterworth_zero_phase(plan.options.order, cutoff, plan.step, plan.options.meaning);
    Vector x = to_grid(positions(piece, j, part.stretch, plan));
    filter_zero_phase(filter, x);
    keep(back(x), part, j, result.q);
    keep(back(differentiate(grid, x, 1, points)), part, j, result.qd);
    keep(back(differentiate(grid, x, 2, points)), part, j, result.qdd);
    x = to_grid(part_of(piece.tau, j, part.stretch));
    filter_zero_phase(filter, x);
    keep(back(x), part, j, result.tau);
  }
}

void pass_on(const LogRows& piece, const Kept& part, SmoothedRows& result) {
  const std::span<const double> time = time_of(piece, part.stretch);
  result.q.middleRows(part.place, part.count) = piece.q.middleRows(part.first, part.count);
  result.tau.middleRows(part.place, part.count) = piece.tau.middleRows(part.first, part.count);
  const auto recorded_or_difference = [&](const Eigen::MatrixXd& recorded, int derivative, Eigen::MatrixXd& target) {
    if (recorded.rows() > 0) {
      target.middleRows(part.place, part.count) = recorded.middleRows(part.first, part.count);
      return;
    }
    need_distinct(time);
    for (long j = 0; j < piece.q.cols(); ++j)
      keep(differentiate(time, part_of(piece.q, j, part.stretch), derivative), part, j, target);
  };
  recorded_or_difference(piece.qd, 1, result.qd);
  recorded_or_difference(piece.qdd, 2, result.qdd);
}

}  // namespace torsor::smoothing
