#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/random_robot.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/kinematics/inverse_kinematics.hpp"
#include "torsor/model/limits.hpp"

namespace torsor::test {

/// A robot, a frame of it, and the limits of its joints.
struct Arm {
  Model<double> model;
  std::vector<JointLimits> limits;
  int frame;

  explicit Arm(const Description& robot, const std::string& tip = "")
      : model(build_model<double>(robot)), limits(joint_limits(robot)),
        frame(tip.empty() ? model.tip : find_frame(model, tip)) {}

  Transform<double> pose(const std::vector<double>& q) const {
    return frame_pose<double>(model, forward_kinematics(model, q), frame);
  }
  /// Anywhere within the limits, or in a turn and a metre.
  std::vector<double> random_q(Random& random) const {
    std::vector<double> q;
    for (const JointLimits& own : limits) {
      const double low = std::isfinite(own.position_low) ? own.position_low : -std::numbers::pi;
      const double high = std::isfinite(own.position_high) ? own.position_high : std::numbers::pi;
      q.push_back(random.uniform(low, high));
    }
    return q;
  }
  bool within_limits(const std::vector<double>& q) const {
    for (std::size_t k = 0; k < q.size(); ++k)
      if (q[k] < limits[k].position_low || q[k] > limits[k].position_high) return false;
    return true;
  }
  InverseKinematicsOptions options() const {
    InverseKinematicsOptions result;
    result.limits = limits;
    return result;
  }
};

inline double distance(const Vector3<double>& a, const Vector3<double>& b) { return length(a - b); }

/// The angle between two orientations: a matrix of rotation by x differs from 1 by entries whose squares add up to
/// 8 sin^2(x / 2).
inline double angle(const Matrix3<double>& A, const Matrix3<double>& B) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += dot(axis(A, k) - axis(B, k), axis(A, k) - axis(B, k));
  return 2 * std::asin(std::min(1.0, std::sqrt(sum / 8)));
}

inline void expect_pose(const Arm& arm, const std::vector<double>& q, const Transform<double>& wanted,
                        double tolerance = 2e-10) {
  const Transform<double> found = arm.pose(q);
  EXPECT_LT(distance(found.p, wanted.p), tolerance);
  EXPECT_LT(angle(found.R, wanted.R), tolerance);
}

/// Whether two configurations are the same but for full turns.
inline bool same_but_for_turns(const std::vector<double>& a, const std::vector<double>& b, double tolerance = 1e-6) {
  for (std::size_t k = 0; k < a.size(); ++k)
    if (std::abs(std::remainder(a[k] - b[k], 2 * std::numbers::pi)) > tolerance) return false;
  return true;
}

}  // namespace torsor::test
