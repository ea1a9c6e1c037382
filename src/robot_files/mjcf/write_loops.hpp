#pragma once

#include "robot_files/mjcf/robot.hpp"

namespace torsor::mjcf {

/// Adds what closes loops, once the bodies are there.
void add_loops(const Description& described, const PlainRobot& plain, Robot& robot);

}  // namespace torsor::mjcf
