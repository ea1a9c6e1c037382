#pragma once

#include "robot_files/mjcf/mass.hpp"

namespace torsor::mjcf {

/// What a point can be fixed to.
struct Points {
  const std::vector<Body>& bodies;
  const std::vector<Site>& sites;
};

/// A <connect> of <equality>: a point of one body that stays at a point of another, as a loop of the robot. By bodies
/// and an anchor, the second point is where the anchor lies in the pose that the file shows; by sites, they are the
/// points.
void read_connect(const Attributes& tie, const Points& points, const Context& context, Description& robot);

}  // namespace torsor::mjcf
