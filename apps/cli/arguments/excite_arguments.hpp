#pragma once

#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "torsor/experiments/excite.hpp"
#include "torsor/log_health/clean_log.hpp"

namespace torsor::cli {

/// What an exciting motion is asked for: its series, its limits, what is measured, and earlier logs.
class ExciteArguments {
 public:
  void add_to(Command& command);
  /// All but the earlier logs.
  ExciteOptions options(const RobotArguments& robot, const Model<double>& model) const;
  /// Those of --after; `model` has to stay.
  std::vector<CleanLog> earlier_logs(const Model<double>& model) const;
  /// The same, with those that are of no use.
  std::vector<CleanLog> all_earlier_logs(const Model<double>& model) const;
  const std::string& mapping() const { return mapping_; }
  /// Those of the robot file and around its collision shapes, its meshes opened; `notes` says what has none.
  std::vector<Capsule> capsules(const RobotArguments& robot, const Model<double>& model,
                                std::vector<std::string>& notes) const;

 private:
  int harmonics() const;
  std::vector<JointLimits> limits(const RobotArguments& robot, const Model<double>& model) const;
  CleanLogOptions opening(const Model<double>& model) const;
  void read_friction(IdentifyOptions& options) const;

  ExciteOptions options_;
  std::string criterion_ = "d-optimal", workspace_, capsules_ = "auto", friction_ = "viscous,coulomb,offset", mapping_;
  std::optional<double> highest_frequency_, floor_;
  std::vector<std::string> after_;
  VectorArgument noise_, velocity_, acceleration_, torque_, gravity_;
  bool no_rotor_ = false, trusted_ = false;
  Option harmonics_option_;
};

}  // namespace torsor::cli
