#pragma once

#include "torsor/model/description.hpp"
#include "torsor/robot_files/written_robot.hpp"

namespace torsor {

/// The robot as a robot file in YAML (docs/robot-file.md): names, expressions, DH tables and shapes as they were
/// written.
WrittenRobot write_yaml(const Description& robot);

}  // namespace torsor
