#pragma once

#include "robot_files/mjcf/connect.hpp"
#include "robot_files/mjcf/joints.hpp"

namespace torsor::mjcf {

/// A linear <joint> of <equality> makes one joint follow another, and a <connect> closes a loop. All else that ties
/// bodies together is named: the robot is without it.
void read_equalities(const Element& root, const Links& links, const Points& points, const Context& context,
                     Description& robot);

/// Names the sections whose forces are not modelled.
void name_ignored_sections(const Element& root, Report& report);

}  // namespace torsor::mjcf
