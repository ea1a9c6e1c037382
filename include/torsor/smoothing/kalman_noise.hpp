#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "torsor/smoothing/kalman_smoother.hpp"

namespace torsor {

/// A stretch of some signals without gaps; a column of samples is a signal.
struct SignalPiece {
  std::vector<double> time;
  Eigen::MatrixXd samples;
};

/// How the ratio of the noise levels is chosen. The likelihood is right where the jerk really is white; a motion that
/// was planned is smoother than that, and the likelihood then chooses too wide a band. Cross-validation asks how well
/// each sample is predicted from the others, whatever the motion is.
enum class NoiseCriterion { cross_validation, likelihood };

/// The smallest step of a quantised signal, which all small distances between its values are whole multiples of; 0
/// where there is none to be seen.
double quantisation_step(std::span<const double> samples);

/// Both noise levels of each signal: the ratio by search, sigma from it in closed form. sigma is at least that of
/// rounding to the quantisation step. The pieces share noise levels, but not motion; some thousand samples are plenty.
std::vector<KalmanNoise> estimate_noise(std::span<const SignalPiece> pieces,
                                        NoiseCriterion criterion = NoiseCriterion::cross_validation);
/// The same from one signal, of which it looks at up to four stretches of 4000 samples.
KalmanNoise estimate_noise(std::span<const double> time, std::span<const double> samples,
                           NoiseCriterion criterion = NoiseCriterion::cross_validation);

}  // namespace torsor
