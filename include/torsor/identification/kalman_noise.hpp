#pragma once

#include <span>
#include <vector>

#include "torsor/identification/kalman_smoother.hpp"

namespace torsor {

/// A stretch of one signal without gaps.
struct SignalPiece {
  std::vector<double> time, samples;
};

/// The smallest step of a quantised signal, which all of its small differences are whole multiples of; 0 where there is
/// none to be seen.
double quantisation_step(std::span<const double> samples);

/// Both noise levels by maximum likelihood, from the innovations of the filter: the ratio by search, sigma from the
/// ratio in closed form. sigma is at least that of rounding to the quantisation step. The pieces share their noise
/// levels, but not their motion; a few thousand samples are plenty.
KalmanNoise estimate_noise(std::span<const SignalPiece> pieces);
/// The same from one signal, of which it looks at up to four stretches of 4000 samples.
KalmanNoise estimate_noise(std::span<const double> time, std::span<const double> samples);

}  // namespace torsor
