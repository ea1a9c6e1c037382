#include "torsor/identification/kalman_noise.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "identification/kalman_start.hpp"
#include "identification/kalman_step.hpp"
#include "torsor/io/error.hpp"

namespace torsor {

namespace {

/// What the likelihood needs of the innovations: their number, sum of squares over variance, sum of log variances.
struct Innovations {
  double count = 0, squares = 0, logarithms = 0;
};

/// Runs the filter with measurement variance 1. The first tenth of the samples only settles the state, for every ratio
/// alike, so that likelihoods are of the same samples and do not depend on the start.
void add_innovations(const SignalPiece& piece, double scale, double process, Innovations& sum) {
  const std::size_t settling = std::max<std::size_t>(3, piece.time.size() / 10);
  StateCovariance p = kalman::vague(process), earlier = p;
  kalman::State s = kalman::first_state(piece.time, piece.samples, scale);
  double gain[3] = {}, variance = 1, logarithm = 0, last = 0;
  bool steady = false;
  for (std::size_t k = 0; k < piece.time.size(); ++k) {
    const double step = k > 0 ? scale * (piece.time[k] - piece.time[k - 1]) : 0;
    const bool repeated = k > 1 && kalman::same_step(step, last);
    if (!(steady && repeated)) {
      if (k > 0) p = kalman::sum(kalman::transported(p, step), kalman::process_covariance(step, process));
      variance = kalman::update(p, gain);
      logarithm = std::log(variance);
      steady = repeated && kalman::settled(p, earlier);
      earlier = p;
    }
    last = step;
    s = kalman::predicted(s, step);
    const double innovation = piece.samples[k] - s.x;
    s = {s.x + gain[0] * innovation, s.v + gain[1] * innovation, s.a + gain[2] * innovation};
    if (k < settling) continue;
    sum.count += 1;
    sum.squares += innovation * innovation / variance;
    sum.logarithms += logarithm;
  }
}

class Likelihood {
 public:
  explicit Likelihood(std::span<const SignalPiece> pieces) : pieces_(pieces) {
    std::vector<double> steps;
    steps.reserve(pieces.size());
    double resolution = 0;
    for (const SignalPiece& piece : pieces) {
      steps.push_back(typical_step(piece.time));
      resolution = std::max(resolution, quantisation_step(piece.samples));
      for (const double sample : piece.samples) size_ = std::max(size_, std::abs(sample));
    }
    step_ = typical_of(steps);
    // A constant signal has no noise at all; the last digit of its numbers bounds what can be known.
    least_sigma_ = std::max({resolution / std::sqrt(12.0), size_ * std::numeric_limits<double>::epsilon(),
                             std::numeric_limits<double>::min() * 1e50});
  }

  /// -2 log L, but for a constant, at w0 = 10^exponent / step; sets noise to the best one with that w0.
  double operator()(double exponent, KalmanNoise& noise) const {
    const double process = std::pow(10.0, exponent), scale = process / step_;
    Innovations sum;
    for (const SignalPiece& piece : pieces_) add_innovations(piece, scale, process, sum);
    const double variance = std::max(sum.squares / sum.count, least_sigma_ * least_sigma_);
    noise.sigma = std::sqrt(variance);
    noise.jerk_density = variance * process * std::pow(scale, 5);
    return sum.count * std::log(variance) + sum.logarithms + sum.squares / variance;
  }

 private:
  static double typical_of(std::vector<double>& steps) {
    std::sort(steps.begin(), steps.end());
    return steps[steps.size() / 2];
  }
  std::span<const SignalPiece> pieces_;
  double step_ = 1, size_ = 0, least_sigma_ = 0;
};

/// Golden section between two neighbours of the best point of a grid.
KalmanNoise minimised(const Likelihood& likelihood, double low, double high) {
  constexpr double golden = 1 / std::numbers::phi;
  KalmanNoise noise_a, noise_b;
  double a = high - golden * (high - low), b = low + golden * (high - low);
  double value_a = likelihood(a, noise_a), value_b = likelihood(b, noise_b);
  while (high - low > 1e-3) {
    if (value_a <= value_b) {
      high = b, b = a, value_b = value_a, noise_b = noise_a;
      a = high - golden * (high - low);
      value_a = likelihood(a, noise_a);
    } else {
      low = a, a = b, value_a = value_b, noise_a = noise_b;
      b = low + golden * (high - low);
      value_b = likelihood(b, noise_b);
    }
  }
  return value_a <= value_b ? noise_a : noise_b;
}

}  // namespace

double quantisation_step(std::span<const double> samples) {
  std::vector<double> steps;
  steps.reserve(samples.size());
  double size = 0;
  for (std::size_t k = 1; k < samples.size(); ++k) {
    size = std::max({size, std::abs(samples[k]), std::abs(samples[k - 1])});
    if (samples[k] != samples[k - 1]) steps.push_back(std::abs(samples[k] - samples[k - 1]));
  }
  // Differences of numbers with 15 digits are whole multiples of nothing that the encoder did.
  const double rounding = 1e-14 * size;
  std::erase_if(steps, [&](double step) { return step < rounding; });
  if (steps.size() < 3) return 0;
  const double least = *std::min_element(steps.begin(), steps.end());
  double near = 0, whole = 0, count = 0;
  for (const double step : steps) {
    const double multiple = std::round(step / least);
    if (multiple > 8) continue;
    near += 1;
    if (std::abs(step - multiple * least) > 0.02 * least + rounding) continue;
    whole += step;
    count += multiple;
  }
  return near >= 3 && count > 0 && whole > 0 && count >= 0.95 * near ? whole / count : 0;
}

KalmanNoise estimate_noise(std::span<const SignalPiece> pieces) {
  std::size_t count = 0;
  for (const SignalPiece& piece : pieces) count += piece.time.size() > 12 ? piece.time.size() : 0;
  if (count == 0) throw ComputationError("smoothing: noise levels need more than 12 samples without a gap");
  const Likelihood likelihood(pieces);
  constexpr double lowest = -3.5, highest = 0.7, spacing = 0.3;
  double best = lowest, least = std::numeric_limits<double>::infinity();
  KalmanNoise noise;
  for (double exponent = lowest; exponent <= highest + 1e-9; exponent += spacing) {
    const double value = likelihood(exponent, noise);
    if (value < least) best = exponent, least = value;
  }
  return minimised(likelihood, best - spacing, best + spacing);
}

KalmanNoise estimate_noise(std::span<const double> time, std::span<const double> samples) {
  constexpr std::size_t most = 4, length = 4000;
  const std::size_t number = std::clamp<std::size_t>(time.size() / length, 1, most);
  const std::size_t each = std::min(length, time.size() / number);
  std::vector<SignalPiece> pieces(number);
  for (std::size_t i = 0; i < number; ++i) {
    const auto first = static_cast<std::ptrdiff_t>(number > 1 ? i * (time.size() - each) / (number - 1) : 0);
    const auto last = first + static_cast<std::ptrdiff_t>(each);
    pieces[i] = {{time.begin() + first, time.begin() + last}, {samples.begin() + first, samples.begin() + last}};
  }
  return estimate_noise(pieces);
}

}  // namespace torsor
