#pragma once

#include <string>
#include <vector>

#include "torsor/model/trajectory.hpp"
#include "torsor/trajectory/torque_summary.hpp"

namespace torsor {

/// What one effect adds to the torque along a motion.
struct TrajectoryTerm {
  std::string name;                       // inertia, coriolis, gravity, friction, spring, wrench or base_motion
  std::vector<std::vector<double>> rows;  // by row, by joint; N m, or N of prismatic joints
  std::vector<double> share;              // by joint: in the sum of the magnitudes of all terms, 0 to 1
};

/// The torque that a motion needs, and its parts.
struct TrajectoryTorque {
  std::vector<double> time;              // that of the motion
  std::vector<std::vector<double>> tau;  // by row, by joint: the sum of the terms
  std::vector<TrajectoryTerm> terms;     // those of Terms, in its order
  std::vector<double> peak, rms;         // by joint: the largest magnitude of tau, and its root mean square
};

/// The terms of inverse dynamics along a motion. `conditions` hold for all of it, its wrenches left out: what the
/// robot exerts depends on q, and comes from `wrenches_at`, where there is one. Throws ComputationError with the first
/// row whose torque is not finite.
TrajectoryTorque trajectory_torque(const Model<double>& model, const Trajectory& trajectory,
                                   const Conditions<double>& conditions, const WrenchesAt& wrenches_at = {});

/// A table of the torques: a header, then a line a row of [t,] tau1.., and every term joint by joint: inertia1... The
/// numbers read back to the same bits.
std::string trajectory_torque_csv(const TrajectoryTorque& torque);

/// At most one for each kind and joint: the row that lies furthest outside. For joints of one degree of freedom.
std::vector<LimitViolation> limit_violations(const Model<double>& model, const Trajectory& trajectory,
                                             const TrajectoryTorque& torque, const std::vector<JointLimits>& limits);

}  // namespace torsor
