#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arguments/world_arguments.hpp"
#include "torsor/simulation/simulate.hpp"

namespace torsor::cli {

/// How a simulation begins: --q, --qd, --state, --state-row, --rest.
class StartArguments {
 public:
  void add_to(Command& command);
  struct State {
    Vector q, qd;
  };
  /// Throws UsageError, FileError, or ComputationError where no position of rest is found. Where no start is given,
  /// joints that must not be at 0 begin in the middle of their limits.
  State state(const RobotArguments& robot, const Model<double>& model, const Surroundings& surroundings,
              const std::vector<JointLimits>& limits) const;

 private:
  State from_file(const Model<double>& model) const;
  static void move_inside(const RobotArguments& robot, const Model<double>& model,
                          const std::vector<JointLimits>& limits, Vector& q);

  VectorArgument q_, qd_;
  std::string file_;
  std::optional<int> row_;
  bool rest_ = false;
  Option file_option_;
};

/// How it is computed: --method, --tolerance, --step, --no-limits, --restitution, --stop-stiffness, --stop-damping.
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
  std::vector<ModelChange> changes(const RobotArguments& robot, const Model<double>& model, double duration) const;

 private:
  std::vector<std::string> texts_;
};

}  // namespace torsor::cli
