#pragma once

#include "torsor/trajectory/motion_demand.hpp"
#include "torsor/trajectory/path_timing.hpp"

namespace torsor {

/// What a page about a planned motion says besides its numbers.
struct TrajectoryNames {
  std::string robot, kind;                // kind: what motion it is
  std::vector<std::string> joints;        // by joint
  std::vector<std::string> torque_units;  // by joint: Nm or N
  std::vector<JointLimits> limits;        // by joint; drawn where they are finite
  double duration_before = 0;             // of a motion at another pace: what it took before
  std::vector<LimitStretch> stretches{};  // and what limits it now, from when to when
};

/// A page of HTML that needs nothing else: what the motion asks for, which limit is nearest, and positions, velocities,
/// accelerations, torques and power over time, with limits.
std::string html_report(const Trajectory& rows, const TrajectoryTorque& torque, const MotionDemand& demand,
                        const TrajectoryNames& names);

}  // namespace torsor
