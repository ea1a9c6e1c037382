#include "smoothing/natural_cutoff.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace torsor::smoothing {

namespace {

/// Motion is judged piece by piece by its range, as a joint may rest in one and travel in another.
bool in_motion(std::span<const SignalPiece> pieces, Eigen::Index joint, double sigma) {
  constexpr double clearly = 30;
  return std::any_of(pieces.begin(), pieces.end(), [&](const SignalPiece& piece) {
    return piece.samples.col(joint).maxCoeff() - piece.samples.col(joint).minCoeff() > clearly * sigma;
  });
}

/// Sums of squares over the samples.
struct Motion {
  double accelerations = 0, velocities = 0, count = 0;
};

Motion motion_of(std::span<const SignalPiece> pieces, Eigen::Index joint, double cutoff, double step) {
  Motion sum;
  KalmanSmoother smoother;
  SmoothedSignal smoothed;
  for (const SignalPiece& piece : pieces) {
    smoother.prepare(piece.time, ratio_of_cutoff(cutoff, step), step);
    smoother.smooth({piece.samples.col(joint).data(), piece.time.size()}, smoothed);
    for (const double a : smoothed.xdd) sum.accelerations += a * a;
    for (const double v : smoothed.xd) sum.velocities += v * v;
    sum.count += static_cast<double>(smoothed.xd.size());
  }
  return sum;
}

/// Root mean square of acceleration over that of velocity, in Hz: a sinusoid's own frequency.
double motion_frequency(std::span<const SignalPiece> pieces, Eigen::Index joint, double cutoff, double step) {
  const Motion sum = motion_of(pieces, joint, cutoff, step);
  return sum.velocities > 0 ? std::sqrt(sum.accelerations / sum.velocities) / (2 * std::numbers::pi) : 0;
}

constexpr double harmonics =
    60;  // of the motion that the filter must leave, since friction turns at once where it turns

/// The frequency of the motion as it is seen after smoothing that leaves its harmonics alone: the cut-off rises from
/// `low` until it does.
double spared_motion(std::span<const SignalPiece> pieces, Eigen::Index joint, double low, double high, double step) {
  double cutoff = low, frequency = 0;
  for (int attempt = 0; attempt < 8; ++attempt) {
    frequency = motion_frequency(pieces, joint, cutoff, step);
    if (cutoff >= high || harmonics * frequency <= 1.02 * cutoff) break;
    cutoff = std::min(harmonics * frequency, high);
  }
  return frequency;
}

/// The frequency of the motion where a wider band adds the least acceleration: all of the motion is in it, and not yet
/// the noise, whose acceleration grows with the band to the power of 2.5.
double plateau_frequency(std::span<const SignalPiece> pieces, Eigen::Index joint, double high, double step) {
  constexpr double lowest = 0.5, spacing = 1.5;
  double result = motion_frequency(pieces, joint, std::min(lowest, high), step), flattest = HUGE_VAL, before = result;
  for (double cutoff = lowest * spacing; cutoff < high; cutoff *= spacing) {
    const double frequency = motion_frequency(pieces, joint, cutoff, step);
    if (frequency / before < flattest) flattest = frequency / before, result = frequency;
    before = frequency;
  }
  return result;
}

/// Sharp turns have harmonics that a flat part misses; what is far above it is noise.
double without_noise(double frequency, double plateau) { return frequency > 3 * plateau ? plateau : frequency; }

/// Hz up to which noise of the position makes no more than a part of the motion's acceleration, which is looked at in
/// the band `cutoff`. The variance of the acceleration is sigma^2 h w0^5 / 3. [docs/algorithms/smoothing.md]
double tolerable_band(std::span<const SignalPiece> pieces, Eigen::Index joint, double cutoff, double step,
                      double sigma) {
  constexpr double part = 0.6;
  const Motion motion = motion_of(pieces, joint, cutoff, step);
  if (!(sigma > 0) || motion.count == 0) return 0;
  const double noise = part * part * motion.accelerations / motion.count / (sigma * sigma);
  return cutoff_of_ratio(std::pow(3 * noise / step, 1.2) * step, step);
}

/// Half the sampling rate is the end of what samples can show; a filter needs some room below it.
double below_half_the_rate(double cutoff, double step) { return std::min(cutoff, 0.4 / step); }

}  // namespace

void find_natural_cutoffs(const Sampled& sampled, SmoothingPlan& plan) {
  // Coulomb friction makes torque a rough signal, for which white jerk is no bad model.
  const std::vector<KalmanNoise> torque = estimate_noise(sampled.torque, NoiseCriterion::likelihood);
  for (std::size_t j = 0; j < plan.noise.size(); ++j) {
    const auto joint = static_cast<Eigen::Index>(j);
    const auto cutoff = [&](const KalmanNoise& noise) {
      return below_half_the_rate(cutoff_of_ratio(noise.ratio(), plan.step), plan.step);
    };
    const double by_position = cutoff(plan.noise[j]), by_torque = cutoff(torque[j]);
    const double between = std::min(by_position, std::sqrt(by_position * by_torque));
    double frequency = spared_motion(sampled.position, joint, between, by_position, plan.step);
    if (harmonics * frequency > by_torque)  // else it does not count
      frequency = without_noise(frequency, plateau_frequency(sampled.position, joint, by_position, plan.step));
    plan.moves.push_back(in_motion(sampled.position, joint, plan.noise[j].sigma) ? 1 : 0);
    plan.position_cutoff.push_back(by_position);
    plan.torque_cutoff.push_back(by_torque);
    plan.motion_frequency.push_back(frequency);
    const double sound = std::min(by_position, std::max(by_torque, harmonics * frequency));
    plan.sound_cutoff.push_back(sound);
    plan.natural_cutoff.push_back(sound);
    if (!plan.options.spare_turns || harmonics * frequency <= sound) continue;
    const double tolerable = tolerable_band(sampled.position, joint, sound, plan.step, plan.noise[j].sigma);
    plan.natural_cutoff.back() =
        std::max(sound, below_half_the_rate(std::min(tolerable, harmonics * frequency), plan.step));
  }
}

}  // namespace torsor::smoothing
