#pragma once

#include "robot_files/mjcf/mass.hpp"

namespace torsor::mjcf {

/// Gravity compensation of every body's link, unless the motors of the joints that move it give it.
void apply_gravcomp(const std::vector<Body>& bodies, const Context& context, Description& robot);

}  // namespace torsor::mjcf
