#pragma once

#include "robot_files/mjcf/bodies.hpp"

namespace torsor::mjcf {

/// Gravity compensation. Where every body whose weight loads a joint has the same, it is that much less gravity;
/// where they differ, the bodies that have it are named, and have their weight. The robot must have passed check().
void apply_gravcomp(const std::vector<Body>& bodies, Description& robot, Report& report);

}  // namespace torsor::mjcf
