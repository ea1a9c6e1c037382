#include "smoothing/noise_criterion.hpp"

#include <algorithm>

#include "smoothing/kalman_start.hpp"
#include "smoothing/kalman_step.hpp"

namespace torsor::smoothing {

namespace {

std::span<const double> column(const Eigen::MatrixXd& matrix, Eigen::Index j) {
  return {matrix.col(j).data(), static_cast<std::size_t>(matrix.rows())};
}

/// What the likelihood needs of the innovations: their number, sum of squares over variance, sum of log variances.
struct Innovations {
  double count = 0, squares = 0, logarithms = 0;
};

/// Runs the filter with measurement variance 1. The first tenth of the samples only settles the state, for every ratio
/// alike, so that likelihoods are of the same samples and do not depend on the start.
void add_innovations(std::span<const double> time, std::span<const double> samples, double scale, double process,
                     Innovations& sum) {
  const std::size_t settling = std::max<std::size_t>(3, time.size() / 10);
  StateCovariance p = kalman::vague(process), earlier = p;
  kalman::State s = kalman::first_state(time, samples, scale);
  double gain[3] = {}, variance = 1, logarithm = 0, last = 0;
  bool steady = false;
  for (std::size_t k = 0; k < time.size(); ++k) {
    const double step = k > 0 ? scale * (time[k] - time[k - 1]) : 0;
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
    const double innovation = samples[k] - s.x;
    s = {s.x + gain[0] * innovation, s.v + gain[1] * innovation, s.a + gain[2] * innovation};
    if (k < settling) continue;
    sum.count += 1;
    sum.squares += innovation * innovation / variance;
    sum.logarithms += logarithm;
  }
}

}  // namespace

Judged judge_likelihood(std::span<const SignalPiece> pieces, Eigen::Index signal, double exponent, double step,
                        double least_sigma) {
  const double process = std::pow(10.0, exponent);
  Innovations sum;
  for (const SignalPiece& piece : pieces)
    add_innovations(piece.time, column(piece.samples, signal), process / step, process, sum);
  const double variance = std::max(sum.squares / sum.count, least_sigma * least_sigma), sigma = std::sqrt(variance);
  return {sum.count * std::log(variance) + sum.logarithms + sum.squares / variance,
          {sigma, jerk_density(sigma, exponent, step)}};
}

std::vector<Judged> judge_cross_validation(std::span<const SignalPiece> pieces, double exponent, double step,
                                           std::span<const double> least_sigma) {
  std::vector<double> squares(least_sigma.size());
  double count = 0, trace = 0;
  KalmanSmoother smoother;
  SmoothedSignal smoothed;
  for (const SignalPiece& piece : pieces) {
    smoother.prepare(piece.time, jerk_density(1, exponent, step), step);
    count += static_cast<double>(piece.time.size());
    for (std::size_t k = 0; k < piece.time.size(); ++k) trace += smoother.covariance(k, 1).xx;
    for (std::size_t j = 0; j < squares.size(); ++j) {
      const std::span<const double> samples = column(piece.samples, static_cast<Eigen::Index>(j));
      smoother.smooth(samples, smoothed);
      for (std::size_t k = 0; k < samples.size(); ++k) squares[j] += std::pow(samples[k] - smoothed.x[k], 2);
    }
  }
  std::vector<Judged> result(squares.size());
  const double freedom = 1 - trace / count;  // the share of the samples that the smoothing did not use up
  for (std::size_t j = 0; j < squares.size(); ++j) {
    // Residuals below the last digit are no reason to follow the samples more closely.
    const double least = least_sigma[j] * least_sigma[j], mean = squares[j] / count;
    const double sigma = std::sqrt(std::max(mean / freedom, least));
    result[j] = {std::log(mean + 1e-6 * least) - 2 * std::log(freedom), {sigma, jerk_density(sigma, exponent, step)}};
  }
  return result;
}

}  // namespace torsor::smoothing
