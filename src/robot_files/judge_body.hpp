#pragma once

#include <array>

#include "torsor/robot_files/reading.hpp"

namespace torsor {

/// What can hardly be meant so about a mass and the inertia matrix (xx xy xz yy yz zz) about its centre. The findings
/// have a code, a severity, a message and a fix; file, place and element are the caller's to fill in.
std::vector<Finding> judge_body(double mass, const std::array<double, 6>& inertia);

/// Adds what check() says about the robot: errors, but for the rules that a file of another program may break. A robot
/// without joints is one, and the inertia is judge_body's.
void add_problems(Reading& reading, const std::string& file);

}  // namespace torsor
