#pragma once

#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "torsor/model/trajectory.hpp"

namespace torsor {

/// A curve through the positions of the joints: q(s) for s from 0 to `end`, without a time. q and q' have no jumps; q''
/// may jump at the breaks.
struct JointPath {
  int joints = 0;
  double end = 1;
  std::vector<double> breaks{};  // between 0 and end, in rising order
  /// q(s), q'(s) and q''(s). At a break either side will do.
  std::function<void(double s, std::span<double> q, std::span<double> dq, std::span<double> ddq)> evaluate{};
};

/// A spline through waypoints, with steady curvature that is zero at both ends; s is the length of the straight ways
/// between them, radians and metres alike. A string says what is wrong with the waypoints: two of them at least, all of
/// one length, and none on the one before it.
std::variant<JointPath, std::string> path_through(const std::vector<std::vector<double>>& waypoints);

/// The way of a motion, without its pace: a spline through `points` of its rows, evenly spread along it. The rows have
/// to be much denser. A string says where the motion turns a corner or round on the spot: it has to rest there.
std::variant<JointPath, std::string> path_of_motion(const Trajectory& rows, int points = 300);

}  // namespace torsor
