#pragma once

#include "robot_files/plain_robot.hpp"
#include "torsor/robot_files/robot_format.hpp"
#include "torsor/robot_files/written_robot.hpp"

namespace torsor {

/// What URDF and MJCF both have no place for: texts, names of parameters, couplings, loops (URDF), friction that
/// differs by direction or is there at rest, and what a joint of several degrees of freedom has besides.
void add_shared_losses(const Description& robot, const PlainRobot& plain, RobotFormat format,
                       std::vector<Loss>& losses);

}  // namespace torsor
