#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arguments/command_line.hpp"
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
  /// What the file says. It is read once, and its warnings are printed once, however often this is asked for.
  const Description& load_description() const;
  /// The model; `change` may alter the description first.
  Model<double> load(const std::function<void(Description&)>& change = {}) const;
  /// The frame of --tip, or the robot's own tip. Where several links could be that, it is refused, unless nothing is
  /// made of it (`used`).
  int tip(const Model<double>& model, bool used = true) const;
  bool json() const { return json_; }
  /// Shapes and meshes that the robot is drawn with are read too.
  void keep_visuals(bool keep) { xml_.visuals = keep; }

 private:
  Description read_description() const;
  Inertia<double> read_payload() const;

  mutable std::optional<Description> description_;
  std::string robot_, payload_text_, tip_text_;
  std::vector<std::string> set_;
  bool no_friction_ = false, no_rotor_ = false, json_ = false;
  XmlRobotOptions xml_;
  Option tip_, payload_;
};

/// Throws UsageError where a joint has several degrees of freedom: `what` is for others.
void require_simple_joints(const Model<double>& model, const std::string& what);

}  // namespace torsor::cli
