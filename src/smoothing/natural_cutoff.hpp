#pragma once

#include <span>

#include "torsor/smoothing/smoothing.hpp"

namespace torsor::smoothing {

/// Some stretches of a log without gaps: positions and torques on the same instants.
struct Sampled {
  std::vector<SignalPiece> position, torque;
};

/// Fills the plan's noise levels and the cut-offs that positions, torques and motion of each joint call for.
void find_natural_cutoffs(const Sampled& sampled, SmoothingPlan& plan);

}  // namespace torsor::smoothing
