#pragma once

#include <span>
#include <vector>

#include "torsor/smoothing/kalman_noise.hpp"

/// Recorded velocities, where they say more of a quick motion than positions that are coarse or noisy.
namespace torsor::smoothing {

/// Positions with integrated velocities in the place of what is quicker than `crossover` Hz: a low-pass of their
/// difference is all that is taken of the positions. What both record alike passes unchanged.
std::vector<double> fused(std::span<const double> time, std::span<const double> q, std::span<const double> qd,
                          double crossover, double step);

/// By joint, Hz: where noise of integrated velocities becomes less than that of positions. 0 where that is above the
/// band of the positions, so that nothing is to be won, and where both differ by more than noise: velocities that are
/// late, filtered or in other units. `noise` is that of the positions.
std::vector<double> crossovers(std::span<const SignalPiece> position, std::span<const SignalPiece> velocity,
                               std::span<const KalmanNoise> noise, double step);

}  // namespace torsor::smoothing
