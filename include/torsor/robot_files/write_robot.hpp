#pragma once

#include "torsor/robot_files/mjcf/write_mjcf.hpp"
#include "torsor/robot_files/robot_format.hpp"
#include "torsor/robot_files/urdf/write_urdf.hpp"
#include "torsor/robot_files/yaml/write_yaml.hpp"

namespace torsor {

/// The robot in a format that is known when the program runs.
WrittenRobot write_robot(const Description& robot, RobotFormat format);

}  // namespace torsor
