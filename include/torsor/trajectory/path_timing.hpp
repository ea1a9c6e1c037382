#pragma once

#include <span>
#include <string>
#include <vector>

#include "torsor/trajectory/joint_path.hpp"

namespace torsor {

/// What keeps a motion from being quicker.
struct ActiveLimit {
  enum class Kind { none, torque, velocity, acceleration, path_speed };
  Kind kind = Kind::none;
  int joint = -1;     // by velocity; -1 of the path speed
  bool upper = true;  // the value is at plus its limit
  bool operator==(const ActiveLimit&) const = default;
};
/// "torque", "velocity", "acceleration", "path speed" or "none".
const char* name_of(ActiveLimit::Kind kind);

/// A place on a path, and how fast it is passed.
struct PathPoint {
  double s = 0, s_dot = 0, s_ddot = 0;
};

/// Neighbouring intervals at one limit.
struct LimitStretch {
  double s_begin = 0, s_end = 0, t_begin = 0, t_end = 0;
  ActiveLimit limit{};
};

/// When a path is where: t(s), piece by piece. In a piece s'' is linear in s, so that s(t) and t(s) have closed forms.
struct PathTiming {
  // By node, one more than pieces:
  std::vector<double> s, t;
  std::vector<double> speed_squared;  // x = (ds/dt)^2
  // By piece:
  std::vector<double> begin_acceleration, end_acceleration;  // s'' at its ends
  std::vector<ActiveLimit> active;

  double largest_excess = 0;  // of any limit, as a share of it, where it was looked at: the ends and middles of pieces
  double active_share = 0;    // of the duration, in which some limit is reached to within the tolerance
  int passes = 0;             // over the grid, until nothing was left to refine

  double duration() const { return t.empty() ? 0 : t.back(); }
  /// At any time; before 0 and after the end as there.
  PathPoint at(double time) const;
  /// Position, velocity and acceleration of the joints; `q` to `qdd` have one number for each.
  void sample(const JointPath& path, double time, std::span<double> q, std::span<double> qd,
              std::span<double> qdd) const;
  /// What limits the motion from where to where. Stretches below `least` of the duration go to the one before.
  std::vector<LimitStretch> stretches(double least = 1e-3) const;
};

/// The time in which a piece of length `way` is passed, s'' linear in s between its ends; infinite where it comes to a
/// stop within.
double piece_duration(double way, double begin_speed, double end_speed, double begin_acceleration,
                      double end_acceleration);

/// Samples at an even rate, the last one at the end. Accelerations at both ends are those of the motion between them.
Trajectory samples_of(const JointPath& path, const PathTiming& timing, double rate);

}  // namespace torsor
