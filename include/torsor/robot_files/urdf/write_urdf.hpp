#pragma once

#include "torsor/model/description.hpp"
#include "torsor/robot_files/written_robot.hpp"

namespace torsor {

/// The robot as URDF (docs/convert.md). A link stands where its joint is, so that the frames of standard DH rows move;
/// the tip stays where it was. Throws ComputationError for a ball joint.
WrittenRobot write_urdf(const Description& robot);

}  // namespace torsor
