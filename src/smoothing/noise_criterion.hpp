#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "torsor/smoothing/kalman_noise.hpp"

/// The two measures that the noise levels make smallest, as functions of w0 = 10^exponent / step.
namespace torsor::smoothing {

/// The range that is searched: from smoothing over thousands of samples to none at all.
constexpr double lowest_exponent = -3.5, highest_exponent = 0.7;

struct Judged {
  double value = 0;
  KalmanNoise noise;
};

/// -2 log L of one signal, but for a constant, with the best sigma. [Harvey 1989]
Judged judge_likelihood(std::span<const SignalPiece> pieces, Eigen::Index signal, double exponent, double step,
                        double least_sigma);

/// log of the generalised cross-validation of every signal: they share the gains, which cost most.
/// [Craven, Wahba 1979]
std::vector<Judged> judge_cross_validation(std::span<const SignalPiece> pieces, double exponent, double step,
                                           std::span<const double> least_sigma);

inline double jerk_density(double sigma, double exponent, double step) {
  const double process = std::pow(10.0, exponent);
  return sigma * sigma * process * std::pow(process / step, 5);
}

}  // namespace torsor::smoothing
