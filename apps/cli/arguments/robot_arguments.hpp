#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arguments/command_line.hpp"
#include "arguments/exact_arguments.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::cli {

/// ROBOT, --set, --free-mimic, --free-base, --json; for kinematics --tip and --base-pose; for dynamics also
/// --no-friction, --no-rotor, --payload; for equations and code, which hold in any state, also --gravity and
/// --exact-tolerance.
class RobotArguments {
 public:
  enum class Use { description, kinematics, dynamics, equations };
  void add_to(Command& command, Use use = Use::dynamics);

  /// The file or the built-in robot, as the user wrote it.
  const std::string& name() const { return robot_; }
  /// What the file says. It is read once, and its warnings are printed once, however often this is asked for.
  const Description& load_description() const;
  /// After what the flags say, with exact numbers; `masses_matter`: it warns where there are none.
  ExactRobot load_exact(bool masses_matter = true) const;
  ExactTolerance exact_tolerance() const { return exact_.tolerance(); }
  /// After what the flags say, as it would be written.
  Description load_changed(const std::function<void(Description&)>& change = {}) const;
  /// The model; `change` may alter the description before the flags do. Numbers are as written without
  /// --exact-tolerance.
  Model<double> load(const std::function<void(Description&)>& change = {}) const;
  /// The frame of --tip, or the robot's own tip. Where several links could be that, it is refused, unless nothing is
  /// made of it (`used`).
  int tip(const Model<double>& model, bool used = true) const;
  /// Of the joints of the model that was loaded last, those that follow others left out.
  const std::vector<JointLimits>& limits() const { return limits_; }
  bool json() const { return json_; }
  /// The command is of use without masses too: it does not warn where there are none.
  void masses_do_not_matter() { needs_masses_ = false; }
  /// The command holds the closed loops of the robot, or hands them on: it does not warn that they are left open.
  void loops_are_held() { holds_loops_ = true; }
  /// Shapes and meshes that the robot is drawn with are read too.
  void keep_visuals(bool keep) { xml_.visuals = keep; }

 private:
  Description read_description() const;
  void warn_without_masses(const Model<double>& model) const;
  void warn_of_loops(const Description& robot) const;
  described::MassProperties read_payload() const;

  mutable std::optional<Description> description_;
  std::string robot_, payload_text_, tip_text_;
  std::vector<std::string> set_;
  bool no_friction_ = false, no_rotor_ = false, json_ = false, needs_masses_ = false;
  XmlRobotOptions xml_;
  Option tip_, payload_;
  VectorArgument gravity_, base_pose_;
  ExactArguments exact_;
  bool holds_loops_ = false;
  mutable std::vector<JointLimits> limits_;
};

/// Throws UsageError where a joint has several degrees of freedom: `what` is for others.
void require_simple_joints(const Model<double>& model, const std::string& what);

}  // namespace torsor::cli
