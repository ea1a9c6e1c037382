#pragma once

#include <limits>

#include "torsor/kinematics/inverse_kinematics.hpp"
#include "torsor/kinematics/jacobian.hpp"

/// Inverse kinematics, inside.
namespace torsor::pose_search {

/// A joint of one degree of freedom between base and frame.
struct Coordinate {
  int q, v;
  bool turns;
  double low, high;  // limits of its position; infinite where there are none
};

/// A pose that a frame should have.
struct Goal {
  Transform<double> pose;
  PoseMatch match = PoseMatch::whole;
  double tolerance = 1e-10;
};

/// How far a frame is from the goal at some q: what is left to move, orientation times metres_per_radian, in base axes;
/// for PoseMatch::axis_z the orientation is in the frame's axes, without z. Rows that do not count are zero.
struct Gap {
  double e[6] = {};
  double square = 0;  // of e
  double position = 0, orientation = 0;
};

enum class Arrival { reached, stalled, ran_out };

/// One descent to a goal, and its scratch: sized once.
struct Descent {
  static constexpr int stride = 8;  // of a column of six entries
  static constexpr int patience = 4;

  const Model<double>& model;
  int frame;
  std::vector<Coordinate> coordinates;
  double metres_per_radian = 1;
  bool limited = true;  // limits hold

  std::vector<double> q;       // where the descent stands
  std::vector<double> trial;   // where it may go
  std::vector<double> before;  // where an approach stood
  std::vector<double> columns, trial_columns;
  Gap gap, trial_gap;
  std::vector<double> step, slope;
  std::vector<char> held;
  std::vector<double> J;
  JacobianWorkspace<double> workspace;
  long evaluations = 0;

  Descent(const Model<double>& robot, int tip, const std::vector<JointLimits>& limits);

  /// From `q` on; the gap is where it ends. It gives up where `patient` is not set and little is gained.
  Arrival run(const Goal& goal, int iterations, bool patient);
  /// The gap and the columns at `q`.
  void look(const Goal& goal);
  /// Goes to where `goal` holds and sum w (q - wanted)^2 is least, from a `q` where it holds. False where it does not
  /// hold any more. `in_family`: fewer joints than conditions can move as well.
  bool approach(const Goal& goal, Input<double> wanted, Input<double> weight, bool in_family = false);

  const double* column(int k) const { return &columns[static_cast<std::size_t>(stride) * k]; }
  int count() const { return static_cast<int>(coordinates.size()); }
  bool reached(const Goal& goal) const { return gap.position <= goal.tolerance && gap.orientation <= goal.tolerance; }
  double low(int k) const { return limited ? coordinates[k].low : -std::numeric_limits<double>::infinity(); }
  double high(int k) const { return limited ? coordinates[k].high : std::numeric_limits<double>::infinity(); }
};

/// Whether a joint of one degree of freedom carries a frame, by its place in qd.
std::vector<char> carriers(const Model<double>& model, int frame);

/// Conditions that a match makes.
inline int condition_count(PoseMatch match) {
  return match == PoseMatch::whole ? 6 : match == PoseMatch::axis_z ? 5 : 3;
}

}  // namespace torsor::pose_search
