#pragma once

#include <optional>
#include <string>

#include "arguments/robot_arguments.hpp"
#include "torsor/control/controllers.hpp"
#include "torsor/trajectory/sampled_motion.hpp"

namespace torsor::cli {

/// A controller in the loop: --controller, --trajectory, --gains, --model, --control-rate, --control-delay, --encoder,
/// --velocity, --torque-noise, --no-torque-limits.
class ControlArguments {
 public:
  void add_to(Command& command);
  bool given() const { return controller_option_.given(); }
  /// Throws UsageError where one of the others is given without --controller.
  void require_controller() const;
  const std::string& controller() const { return controller_; }

  /// The motion that is to be followed. Throws UsageError or FileError.
  SampledMotion motion(const Model<double>& robot) const;
  /// The controller for a robot whose motors have these limits, along the motion, which has to stay where it is.
  std::unique_ptr<ControlLoop> loop(const Model<double>& robot, const std::vector<JointLimits>& limits,
                                    const SampledMotion& motion, double start) const;

 private:
  Model<double> controllers_model(const Model<double>& robot) const;
  Gains<double> gains(int nv) const;
  ControlLoopOptions options(int nv, const std::vector<JointLimits>& limits) const;

  std::string controller_, trajectory_, gains_, model_, velocity_ = "measured";
  std::optional<double> rate_, delay_, encoder_, noise_;
  bool no_torque_limits_ = false;
  Option controller_option_, trajectory_option_, gains_option_, model_option_;
};

}  // namespace torsor::cli
