#pragma once

#include "torsor/model/description.hpp"
#include "torsor/robot_files/written_robot.hpp"

namespace torsor {

/// The robot as MJCF (docs/convert.md), links standing as in URDF. Throws ComputationError where MuJoCo has no such
/// robot: a free joint on a link that moves, a negative moment of inertia of one.
WrittenRobot write_mjcf(const Description& robot);

}  // namespace torsor
