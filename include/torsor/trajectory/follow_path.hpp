#pragma once

#include <functional>

#include "torsor/model/model.hpp"
#include "torsor/model/trajectory.hpp"
#include "torsor/trajectory/cartesian_path.hpp"

namespace torsor {

/// Finds joint positions with a frame at a pose: `q` holds where to start, and then the solution. False where there is
/// none.
using SolvePose = std::function<bool(const Transform<double>& pose, Output<double> q)>;

struct FollowPathOptions {
  double rate = 100;                        // samples a second; the last one is at the end
  std::vector<int> rows{0, 1, 2, 3, 4, 5};  // of vx vy vz wx wy wz: what of the frame's motion is followed
  /// Below this smallest singular value of the rows (m, or 1) the velocities that lead from pose to pose are damped, so
  /// that they stay finite. [Nakamura, Hanafusa 1986; Maciejewski, Klein 1988] Those of the result are differences of
  /// the positions there.
  double singular = 0.02;
  double largest_jump = 0.2;  // rad or m between what velocities foretell and what is solved for
};

/// Joint motion along a path of a frame.
struct FollowedPath {
  enum class End { reached, no_solution, jump };
  Trajectory rows;  // up to where it ended
  End end = End::reached;
  double end_time = 0;                                 // of the pose that was not reached, or was reached otherwise
  double smallest_singular_value = 0, time_of_it = 0;  // of the rows that are followed
  double damped_time = 0;                              // s in which velocities are differences of positions
};

/// Positions by `solve`, pose after pose, from q on; velocities and accelerations from the Jacobian: qd = J^+ v, and
/// qdd = d(J^+ v)/dt = J^+ (a - Jdot qd) + (1 - J^+ J) Jdot^T (J J^T)^-1 v. Where joints are to spare, these are the
/// smallest velocities, and solve is started where they lead.
FollowedPath follow_path(const Model<double>& model, int frame, const CartesianPath& path,
                         const PiecewiseMotion& progress, Input<double> q, const SolvePose& solve,
                         const FollowPathOptions& options = {});

}  // namespace torsor
