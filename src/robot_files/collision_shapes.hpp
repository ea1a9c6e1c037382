#pragma once

#include "robot_files/plain_robot.hpp"

namespace torsor {

/// The shapes of a robot for URDF and MJCF: those it was read with, and its capsules, in the frames that these formats
/// give its links.
std::vector<described::Visual> shapes_with_capsules(const Description& robot, const PlainRobot& plain);

}  // namespace torsor
