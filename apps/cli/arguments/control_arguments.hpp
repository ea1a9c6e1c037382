#pragma once

#include <optional>
#include <string>

#include "arguments/robot_arguments.hpp"
#include "arguments/tip_control_arguments.hpp"
#include "torsor/control/controllers.hpp"
#include "torsor/trajectory/sampled_motion.hpp"

namespace torsor::cli {

/// Whether a controller is a file that `torsor generate` wrote.
bool is_generated_code(const std::string& controller);

/// STIFFNESS:DAMPING[:INTEGRAL], each one number for all joints or one for each; no integral where the controller has
/// none, or has no name, as generated code. Throws UsageError for --gains.
Gains<double> parse_gains(const std::string& text, int nv, const std::string& controller);

/// A note where default gains of a controller are below the usual ones; nothing where they are not.
std::vector<std::string> lowered_gains(const Gains<double>& usual, const Gains<double>& taken,
                                       const std::string& controller, const std::vector<std::string>& joints);

/// A controller in the loop: --controller, --trajectory, --gains, --model, --control-rate, --control-delay, --encoder,
/// --velocity, --torque-noise, --no-torque-limits, --no-anti-windup, and those of laws of the tip.
class ControlArguments {
 public:
  void add_to(Command& command);
  /// All but --controller and --gains, for a command that names controllers itself. Returns --trajectory.
  Option add_task_to(Command& command);
  bool given() const { return controller_option_.given(); }
  /// Throws UsageError where one of the others is given without --controller.
  void require_controller() const;
  const std::string& controller() const { return controller_; }

  /// The motion that is to be followed. Throws UsageError or FileError.
  SampledMotion motion(const Model<double>& robot) const;
  /// The controller for a robot whose motors have these limits, along the motion, which has to stay where it is. `tip`
  /// is the frame of the robot that a law of the tip moves; -1: its tip.
  std::unique_ptr<ControlLoop> loop(const Model<double>& robot, const std::vector<JointLimits>& limits,
                                    const SampledMotion& motion, double start, int tip = -1) const;
  bool of_tip() const;
  /// The robot as the controller knows it.
  Model<double> controllers_model(const Model<double>& robot) const;
  ControlLoopOptions options(int nv, const std::vector<JointLimits>& limits) const;
  const std::string& trajectory() const { return trajectory_; }
  /// What the flags say of the loop, for people: "1000 Hz, velocities measured, default gains".
  std::string settings() const;
  /// What was done to default gains, to be told.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  Controller law(const Model<double>& robot, const SampledMotion& motion, const Reference<double>& start, double rate,
                 int tip) const;
  Gains<double> gains(int nv) const;
  TipOptions tip_options(const Model<double>& robot, const Model<double>& model, int tip) const;

  std::string controller_, trajectory_, gains_, model_, velocity_ = "measured";
  std::optional<double> rate_, delay_, encoder_, noise_;
  bool no_torque_limits_ = false, no_anti_windup_ = false;
  TipControlArguments tip_;
  mutable std::vector<std::string> notes_;
  Option controller_option_, trajectory_option_, gains_option_, model_option_;
};

}  // namespace torsor::cli
