#include "smoothing/velocity_fusion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "torsor/smoothing/kalman_smoother.hpp"

namespace torsor::smoothing {
namespace {

constexpr double worth_of_band = 0.5;   // crossovers above this part of the positions' own band win next to nothing
constexpr double lowest_of_band = 0.2;  // below this one nothing more is won, and margins would be long
constexpr double most_misfit = 1.3;     // of what positions differ from the fused ones, over their noise
constexpr double most_delay = 0.25;     // steps

std::span<const double> signal(const SignalPiece& piece, Eigen::Index joint) {
  return {piece.samples.col(joint).data(), piece.time.size()};
}

std::vector<double> low_passed(std::span<const double> time, std::span<const double> signal, double cutoff,
                               double step) {
  KalmanSmoother smoother;
  smoother.prepare(time, ratio_of_cutoff(cutoff, step), step);
  SmoothedSignal result;
  smoother.smooth(signal, result);
  return std::move(result.x);
}

/// What positions differ by from the fused ones, in units of their noise. Of velocities that are late by some time, it
/// is that time the quick part of the velocity.
struct Difference {
  double squares = 0, quick_squares = 0, products = 0, count = 0;

  Difference& operator+=(const Difference& other) {
    squares += other.squares, quick_squares += other.quick_squares;
    products += other.products, count += other.count;
    return *this;
  }
  bool is_noise() const { return squares < most_misfit * most_misfit * count; }
};

Difference difference(const SignalPiece& position, const SignalPiece& velocity, Eigen::Index joint, double crossover,
                      double step, double sigma) {
  const std::span<const double> q = signal(position, joint), qd = signal(velocity, joint);
  const std::vector<double> both = fused(position.time, q, qd, crossover, step);
  const std::vector<double> slow = low_passed(position.time, qd, crossover, step);
  // The low-pass is weak at the ends.
  const std::size_t end = std::min(static_cast<std::size_t>(0.5 / (crossover * step)), q.size() / 4);
  Difference result;
  for (std::size_t k = end; k + end < q.size(); ++k, ++result.count) {
    const double off = (q[k] - both[k]) / sigma, quick = (qd[k] - slow[k]) / sigma;
    result.squares += off * off, result.quick_squares += quick * quick, result.products += off * quick;
  }
  return result;
}

/// All joints have one recorder: a velocity that is late is late at all of them, and a slow joint does not show it.
bool in_time(const Difference& all, double step) {
  if (!(all.quick_squares > 0)) return false;
  return (std::abs(all.products) / std::sqrt(all.quick_squares) + 2) / std::sqrt(all.quick_squares) < most_delay * step;
}

}  // namespace

std::vector<double> fused(std::span<const double> time, std::span<const double> q, std::span<const double> qd,
                          double crossover, double step) {
  std::vector<double> way(q.size()), difference(q.size());
  for (std::size_t k = 1; k < q.size(); ++k) way[k] = way[k - 1] + (time[k] - time[k - 1]) * (qd[k] + qd[k - 1]) / 2;
  for (std::size_t k = 0; k < q.size(); ++k) difference[k] = q[k] - way[k];
  const std::vector<double> slow = low_passed(time, difference, crossover, step);
  for (std::size_t k = 0; k < q.size(); ++k) way[k] += slow[k];
  return way;
}

std::vector<double> crossovers(std::span<const SignalPiece> position, std::span<const SignalPiece> velocity,
                               std::span<const KalmanNoise> noise, double step) {
  const std::vector<KalmanNoise> of_velocity = estimate_noise(velocity);
  std::vector<double> result(noise.size());
  Difference all;
  for (std::size_t j = 0; j < noise.size(); ++j) {
    const double band = cutoff_of_ratio(noise[j].ratio(), step);
    const double equal = of_velocity[j].sigma / noise[j].sigma / (2 * std::numbers::pi);
    const double crossover = std::max(equal, lowest_of_band * band);
    if (!(crossover < worth_of_band * band)) continue;
    Difference of_joint;
    for (std::size_t p = 0; p < position.size(); ++p)
      of_joint += difference(position[p], velocity[p], static_cast<Eigen::Index>(j), crossover, step, noise[j].sigma);
    if (of_joint.is_noise()) result[j] = crossover;
    all += of_joint;
  }
  if (!in_time(all, step)) std::fill(result.begin(), result.end(), 0);
  return result;
}

}  // namespace torsor::smoothing
