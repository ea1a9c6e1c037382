#pragma once

#include <span>
#include <vector>

#include "torsor/model/limits.hpp"
#include "torsor/trajectory/piecewise_motion.hpp"

namespace torsor {

/// A motion from place to place, at rest in each, for as long as is wanted.
class Waypoints {
 public:
  /// `limits` are finite; a quarter of velocity and acceleration is used.
  Waypoints(std::vector<double> start, const std::vector<JointLimits>& limits);

  void go(const std::vector<double>& to) { go(to, axes_); }
  /// One joint alone, at a speed of its own.
  void go(std::size_t joint, double to, double speed);
  void stay(double seconds);

  const std::vector<double>& place() const { return place_; }
  double duration() const { return duration_; }
  void evaluate(double t, Output<double> q, Output<double> qd, Output<double> qdd) const;

 private:
  struct Part {
    double begin;
    PiecewiseMotion motion;
  };
  void go(const std::vector<double>& to, const std::vector<AxisLimits>& axes);

  std::vector<double> place_;
  std::vector<AxisLimits> axes_;
  std::vector<Part> parts_;
  double duration_ = 0;
};

/// The share of a joint's acceleration, and of its speed between places, that Waypoints use.
inline constexpr double share_of_waypoints = 0.25;
/// s in which the acceleration comes up to its limit.
inline constexpr double ramp_of_waypoints = 0.1;

}  // namespace torsor
