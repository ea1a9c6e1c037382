#pragma once

#include <string>

#include "torsor/model/limits.hpp"
#include "torsor/model/trajectory.hpp"

namespace torsor {

/// What makes a motion in rows doubtful, a sentence each: velocities that are not those of the positions, positions and
/// velocities beyond the limits of their joint. `limits` and `names` are by joint; rows have a time that rises.
std::vector<std::string> motion_doubts(const Trajectory& rows, const std::vector<JointLimits>& limits,
                                       const std::vector<std::string>& names);

}  // namespace torsor
