#pragma once

#include <Eigen/Core>
#include <vector>

#include "torsor/model/model.hpp"

namespace torsor {

/// How far a link reaches, in its joint's frame: to the joints that it carries, or to the frames on it where it carries
/// none.
struct LinkReach {
  std::vector<Eigen::Vector3d> ends;
  double length = 0;  // m, to the farthest of them; that of a small link at least
};
LinkReach link_reach(const Model<double>& model, int body);

/// How many metres a centre of mass lies from its link: from the lines between its joints, less a margin of half of its
/// length and a hand's breadth, for motors and covers. Not positive within.
double outside_of_link(const Model<double>& model, int body, const Eigen::Vector3d& centre);

}  // namespace torsor
