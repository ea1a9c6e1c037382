#pragma once

#include "io/plain_robot.hpp"
#include "torsor/io/write_robot.hpp"

namespace torsor::io {

/// What URDF and MJCF both have no place for: texts, names of parameters, couplings, friction that differs by direction
/// or is there at rest, and what a joint of several degrees of freedom has besides.
void add_shared_losses(const Description& robot, const PlainRobot& plain, RobotFormat format,
                       std::vector<Loss>& losses);

}  // namespace torsor::io
