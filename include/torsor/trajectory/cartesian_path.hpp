#pragma once

#include <variant>

#include "torsor/spatial/motion_force.hpp"
#include "torsor/trajectory/piecewise_motion.hpp"

namespace torsor {

/// The way of a frame through space, in base axes, over u from 0 to 1: its origin along a line or an arc at a steady
/// rate, while it turns about one axis at a steady rate (slerp), by the shorter of the two ways round.
class CartesianPath {
 public:
  static CartesianPath line(const Transform<double>& from, const Transform<double>& to);
  /// On the circle through three points: from the first past the second to the third.
  static std::variant<CartesianPath, MotionProblem> arc(const Transform<double>& from, const Vector3<double>& through,
                                                        const Transform<double>& to);

  double length() const { return length_; }  // m
  double angle() const;                      // rad by which it turns, 0 to pi
  double radius() const { return radius_; }  // m; 0 of a line

  Transform<double> pose(double u) const;
  /// Derivatives by u of position, and of rotation: angular velocity and acceleration where u is time.
  Motion<double> first_derivative(double u) const;
  Motion<double> second_derivative(double u) const;

 private:
  Matrix3<double> R_ = Matrix3<double>::identity();  // at the begin
  Vector3<double> turn_;                             // rotation vector of the whole way, in base axes
  Vector3<double> from_, way_;                       // of a line
  Vector3<double> centre_, a_, b_;                   // of an arc: p = centre + a cos(sweep u) + b sin(sweep u)
  double length_ = 0, radius_ = 0, sweep_ = 0;
};

/// Limits of du/dt and its derivatives with which the origin moves within `limits` (m/s, m/s^2, m/s^3), along its way
/// and across it together: on an arc v^2 / r is part of the acceleration. Where only the orientation changes, they are
/// rad/s and so on.
AxisLimits limits_along(const CartesianPath& path, const AxisLimits& limits);

/// Lengths of the velocity, acceleration and jerk of the origin, m/s and so on; rad/s where only the orientation
/// changes.
struct PathRates {
  double velocity = 0, acceleration = 0, jerk = 0;
};

/// At a time of `progress`, a motion of one number, u: on an arc of radius r the acceleration is (a, v^2 / r) along and
/// across, the jerk (j - v^3 / r^2, 3 v a / r).
PathRates path_rates(const CartesianPath& path, const PiecewiseMotion& progress, double t);

/// Pose, velocity and acceleration of a frame on its way, in base axes.
struct CartesianState {
  Transform<double> pose;
  Motion<double> velocity, acceleration;
};

/// At a time of `progress`, a motion of one number, u.
CartesianState cartesian_state(const CartesianPath& path, const PiecewiseMotion& progress, double t);

}  // namespace torsor
