#pragma once

#include <string>

#include "arguments/motion_arguments.hpp"
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

/// Names of the joints, and of the tip after them.
std::vector<std::string> limited_names(const Model<double>& model);
/// What their torques are measured in; of the tip N, as it moves, or Nm where it only turns.
std::vector<std::string> limited_units(const Model<double>& model, bool tip_turns);

void print_motion(const Model<double>& model, const SettledMotion& motion, std::size_t samples,
                  const MotionDemand& demand);
Json to_json(const Model<double>& model, const SettledMotion& motion, const MotionRows& rows,
             const MotionDemand& demand);

}  // namespace torsor::cli
