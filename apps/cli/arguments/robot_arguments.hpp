#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arguments/command_line.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::cli {

/// ROBOT, --set, --free-mimic, --free-base, --json; for kinematics --tip; for dynamics also --no-friction, --no-rotor,
/// --payload.
class RobotArguments {
 public:
  enum class Use { description, kinematics, dynamics };
  void add_to(Command& command, Use use = Use::dynamics);

  /// The file or the built-in robot, as the user wrote it.
  const std::string& name() const { return robot_; }
  Description load_description() const;
  /// The model; `change` may alter the description first.
  Model<double> load(const std::function<void(Description&)>& change = {}) const;
  /// The frame of --tip, or the robot's own tip.
  int tip(const Model<double>& model) const;
  /// Of the joints of the model that was loaded last, those that follow others left out.
  const std::vector<JointLimits>& limits() const { return limits_; }
  bool json() const { return json_; }

 private:
  Inertia<double> read_payload() const;

  std::string robot_, payload_text_, tip_text_;
  std::vector<std::string> set_;
  bool no_friction_ = false, no_rotor_ = false, json_ = false;
  XmlRobotOptions xml_;
  Option tip_, payload_;
  mutable std::vector<JointLimits> limits_;
};

/// Throws UsageError where a joint has several degrees of freedom: `what` is for others.
void require_simple_joints(const Model<double>& model, const std::string& what);

}  // namespace torsor::cli
