#pragma once

#include <string>

#include "output/json.hpp"
#include "torsor/model/model.hpp"
#include "torsor/trajectory/motion_demand.hpp"

/// A planned motion, as a table for people and as JSON.
namespace torsor::cli {

/// Rows of a motion and their torques.
struct MotionRows {
  Trajectory motion;
  std::vector<std::vector<double>> tau;
};
/// One row of every `step`, and the last one.
MotionRows every(std::size_t step, const Trajectory& motion, const TrajectoryTorque& torque);

void print_motion(const Model<double>& model, const std::string& kind, std::size_t samples, const MotionDemand& demand);
Json to_json(const Model<double>& model, const std::string& kind, const MotionRows& rows, const MotionDemand& demand);

}  // namespace torsor::cli
