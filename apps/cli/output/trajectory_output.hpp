#pragma once

#include "output/json.hpp"
#include "torsor/trajectory/trajectory_torque.hpp"

namespace torsor::cli {

/// Torques along a motion, and the limits that it exceeds.
Json to_json(const Model<double>& model, const TrajectoryTorque& torque, const std::vector<LimitViolation>& violations);
void print_summary(const Model<double>& model, const TrajectoryTorque& torque,
                   const std::vector<LimitViolation>& violations);

}  // namespace torsor::cli
