#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arguments/command_line.hpp"
#include "arguments/robot_arguments.hpp"
#include "torsor/simulation/simulate.hpp"

namespace torsor::cli {

/// How a simulation is computed: --method, --tolerance, --step, --no-limits, --restitution, --stop-stiffness,
/// --stop-damping.
class SimulationArguments {
 public:
  void add_to(Command& command);
  /// Throws UsageError where flags contradict each other. `limits` are those of the model's joints.
  SimulationOptions options(const std::vector<JointLimits>& limits, double duration) const;
  const std::string& method() const { return method_; }
  /// Whether the method follows from --tolerance.
  bool adapts() const;

 private:
  std::string method_ = "dormand-prince";
  std::optional<double> tolerance_, step_, restitution_, stiffness_, damping_;
  bool no_limits_ = false;
};

/// Loads that are gripped and dropped: --payload-at.
class LoadArguments {
 public:
  void add_to(Command& command);
  /// Of a run from one time to another. Throws UsageError.
  std::vector<ModelChange> changes(const RobotArguments& robot, const Model<double>& model, double from,
                                   double to) const;
  /// As they were given, a line each.
  std::vector<std::string> in_words() const;

 private:
  std::vector<std::string> texts_;
};

}  // namespace torsor::cli
