#pragma once

#include <span>

#include "torsor/smoothing/smoothing.hpp"

namespace torsor::smoothing {

/// Some stretches of a log without gaps: positions, torques and, where all of it has them, velocities on the same
/// instants.
struct Sampled {
  std::vector<SignalPiece> position, torque, velocity;
};

/// Fills the plan's cut-offs that positions, torques and motion of each joint call for; it has their noise levels.
void find_natural_cutoffs(const Sampled& sampled, SmoothingPlan& plan);

}  // namespace torsor::smoothing
