#pragma once

#include "arguments/control_arguments.hpp"
#include "arguments/observer_arguments.hpp"
#include "torsor/simulation/simulate.hpp"

namespace torsor::cli {

/// A controller, an observer, both or none along a run, and what they knew at every sample.
class RunControl {
 public:
  /// The arguments have to stay where they are.
  RunControl(const ControlArguments& control, const ObserverArguments& observer, const Model<double>& model);

  /// What is followed; nothing without a controller.
  const SampledMotion* motion() const { return motion_ ? &*motion_ : nullptr; }
  /// Puts both in a run of a robot that begins at a time; `tip` is the frame that a law of the tip moves, and at which
  /// contact is told. All three have to stay where they are.
  void join(const Model<double>& model, const RobotArguments& robot, double start, SimulationSchedule& schedule,
            Surroundings& surroundings);
  /// Remembers what belongs to a sample.
  void add(const SimulationSample& sample);

  /// What was remembered, a row for each sample: the reference, and the torque from outside; none without them.
  const std::vector<std::vector<double>>& references() const { return references_; }
  const std::vector<std::vector<double>>& external_torques() const { return external_; }
  const std::vector<double>& torque_limits() const { return limits_; }
  std::optional<ControlReview> review() const;
  const ExternalTorqueObserver* observer() const { return observer_.get(); }
  int tip() const { return tip_; }

 private:
  double tick(double t, Input<double> q, Input<double> qd);

  const ControlArguments& arguments_;
  const ObserverArguments& observer_arguments_;
  std::optional<SampledMotion> motion_;
  std::unique_ptr<ControlLoop> loop_;
  std::unique_ptr<ExternalTorqueObserver> observer_;
  std::function<void(double, Input<double>, Input<double>, Output<double>)> torque_;  // all of the motors
  std::vector<double> before_, after_, limits_, scratch_;
  std::vector<std::vector<double>> references_, external_;
  int tip_ = -1;
};

}  // namespace torsor::cli
