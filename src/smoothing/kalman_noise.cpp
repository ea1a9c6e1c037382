#include "torsor/smoothing/kalman_noise.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numbers>

#include "smoothing/noise_criterion.hpp"
#include "torsor/core/error.hpp"

namespace torsor {

namespace {

using smoothing::highest_exponent, smoothing::Judged, smoothing::lowest_exponent;

constexpr double spacing = 0.1;
constexpr int grid_size = 43, coarse = 3;  // every third point first

double exponent_of(int index) { return lowest_exponent + spacing * index; }

/// Golden section between the neighbours of the best point of a coarse grid.
KalmanNoise most_likely(std::span<const SignalPiece> pieces, Eigen::Index signal, double step, double least_sigma) {
  const auto judged = [&](double exponent) {
    return smoothing::judge_likelihood(pieces, signal, exponent, step, least_sigma);
  };
  double best = lowest_exponent, least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < grid_size; i += coarse) {
    const double value = judged(exponent_of(i)).value;
    if (value < least) best = exponent_of(i), least = value;
  }
  constexpr double golden = 1 / std::numbers::phi;
  double low = std::max(best - coarse * spacing, lowest_exponent),
         high = std::min(best + coarse * spacing, highest_exponent);
  double a = high - golden * (high - low), b = low + golden * (high - low);
  Judged at_a = judged(a), at_b = judged(b);
  while (high - low > 1e-3) {
    if (at_a.value <= at_b.value) {
      high = b, b = a, at_b = at_a;
      at_a = judged(a = high - golden * (high - low));
    } else {
      low = a, a = b, at_a = at_b;
      at_b = judged(b = low + golden * (high - low));
    }
  }
  return at_a.value <= at_b.value ? at_a.noise : at_b.noise;
}

/// Generalised cross-validation on a grid: coarse for all signals, fine near the best point of each.
class CrossValidation {
 public:
  CrossValidation(std::span<const SignalPiece> pieces, double step, std::span<const double> least_sigma)
      : pieces_(pieces), least_sigma_(least_sigma), step_(step) {}

  KalmanNoise best(std::size_t signal) {
    int place = 0;
    for (int i = coarse; i < grid_size; i += coarse)
      if (value(i, signal) < value(place, signal)) place = i;
    for (int i = std::max(place - coarse + 1, 0); i < std::min(place + coarse, grid_size); ++i)
      if (value(i, signal) < value(place, signal)) place = i;
    return refined(place, signal);
  }

 private:
  const Judged& at(int index, std::size_t signal) {
    auto [entry, fresh] = known_.try_emplace(index);
    if (fresh) entry->second = smoothing::judge_cross_validation(pieces_, exponent_of(index), step_, least_sigma_);
    return entry->second[signal];
  }
  double value(int index, std::size_t signal) { return at(index, signal).value; }

  /// The lowest point of the parabola through three points of the grid.
  KalmanNoise refined(int place, std::size_t signal) {
    KalmanNoise noise = at(place, signal).noise;
    if (place == 0 || place == grid_size - 1) return noise;
    const double left = value(place - 1, signal), middle = value(place, signal), right = value(place + 1, signal);
    const double curvature = left - 2 * middle + right;
    const double shift = curvature > 0 ? std::clamp((left - right) / (2 * curvature), -0.5, 0.5) : 0;
    noise.jerk_density = smoothing::jerk_density(noise.sigma, exponent_of(place) + shift * spacing, step_);
    return noise;
  }

  std::span<const SignalPiece> pieces_;
  std::span<const double> least_sigma_;
  double step_;
  std::map<int, std::vector<Judged>> known_;
};

/// No sigma below this makes sense: that of rounding, and the last digit of the numbers.
double least_sigma(std::span<const SignalPiece> pieces, Eigen::Index signal) {
  // Of all pieces together: a steady motion alone looks like the steps of an encoder.
  std::vector<double> all;
  double size = 0;
  for (const SignalPiece& piece : pieces) {
    const auto samples = piece.samples.col(signal);
    all.insert(all.end(), samples.begin(), samples.end());
    size = std::max(size, samples.cwiseAbs().maxCoeff());
  }
  return std::max({quantisation_step(all) / std::sqrt(12.0), size * std::numeric_limits<double>::epsilon(), 1e-100});
}

double median_step(std::span<const SignalPiece> pieces) {
  std::vector<double> steps;
  steps.reserve(pieces.size());
  for (const SignalPiece& piece : pieces) steps.push_back(typical_step(piece.time));
  std::sort(steps.begin(), steps.end());
  return steps[steps.size() / 2];
}

}  // namespace

std::vector<KalmanNoise> estimate_noise(std::span<const SignalPiece> pieces, NoiseCriterion criterion) {
  constexpr std::size_t fewest = 13;
  const auto long_enough = [](const SignalPiece& piece) { return piece.time.size() >= fewest; };
  if (pieces.empty() || !std::all_of(pieces.begin(), pieces.end(), long_enough))
    throw ComputationError("smoothing: noise levels need more than 12 samples without a gap");
  const double step = median_step(pieces);
  const Eigen::Index count = pieces[0].samples.cols();
  std::vector<double> least(static_cast<std::size_t>(count));
  for (Eigen::Index j = 0; j < count; ++j) least[static_cast<std::size_t>(j)] = least_sigma(pieces, j);
  std::vector<KalmanNoise> result(least.size());
  CrossValidation validation(pieces, step, least);
  for (std::size_t j = 0; j < result.size(); ++j)
    result[j] = criterion == NoiseCriterion::likelihood
                    ? most_likely(pieces, static_cast<Eigen::Index>(j), step, least[j])
                    : validation.best(j);
  return result;
}

KalmanNoise estimate_noise(std::span<const double> time, std::span<const double> samples, NoiseCriterion criterion) {
  constexpr std::size_t most = 4, length = 4000;
  const std::size_t number = std::clamp<std::size_t>(time.size() / length, 1, most);
  const std::size_t each = std::min(length, time.size() / number);
  std::vector<SignalPiece> pieces(number);
  for (std::size_t i = 0; i < number; ++i) {
    const std::size_t first = number > 1 ? i * (time.size() - each) / (number - 1) : 0;
    const std::span<const double> stamps = time.subspan(first, each);
    pieces[i].time.assign(stamps.begin(), stamps.end());
    pieces[i].samples = Eigen::Map<const Eigen::VectorXd>(samples.data() + first, static_cast<Eigen::Index>(each));
  }
  return estimate_noise(pieces, criterion)[0];
}

}  // namespace torsor
