#include "arguments/run_control.hpp"

#include <algorithm>

#include "output/remark.hpp"
#include "torsor/model/position.hpp"
#include "torsor/trajectory/motion_doubts.hpp"

namespace torsor::cli {

RunControl::RunControl(const ControlArguments& control, const ObserverArguments& observer, const Model<double>& model)
    : arguments_(control), observer_arguments_(observer), before_(static_cast<std::size_t>(model.nv), 0.0),
      after_(before_), scratch_(before_) {
  if (control.given()) motion_.emplace(control.motion(model));
  if (observer.given()) require_simple_joints(model, "--observer");
}

void RunControl::join(const Model<double>& model, const RobotArguments& robot, double start,
                      SimulationSchedule& schedule, Surroundings& surroundings) {
  if (!motion_ && !observer_arguments_.given()) return;
  const ControlLoopOptions options = arguments_.options(model.nv, robot.limits());
  if (motion_) {
    for (const std::string& doubt : motion_doubts(motion_->rows(), robot.limits(), velocity_names(model)))
      remark(Severity::warning, "--trajectory: " + doubt, robot.json());
    tip_ = arguments_.of_tip() ? robot.tip(model) : robot.tip(model, false);
    loop_ = arguments_.loop(model, robot.limits(), *motion_, start, tip_);
    for (const std::string& note : arguments_.notes()) remark(Severity::note, note, robot.json());
    limits_ = options.torque_limits;
  }
  if (observer_arguments_.given()) {
    tip_ = robot.tip(model, false);
    observer_ = observer_arguments_.observer(arguments_.controllers_model(model), options.rate);
  }
  torque_ = [this, given = surroundings.torque](double t, Input<double> q, Input<double> qd, Output<double> tau) {
    if (given) given(t, q, qd, tau);
    if (loop_) loop_->torque(tau);
  };
  surroundings.torque = torque_;
  schedule.on_tick = [this](double t, Input<double> q, Input<double> qd) { return tick(t, q, qd); };
}

double RunControl::tick(double t, Input<double> q, Input<double> qd) {
  const auto exerted = [&](std::vector<double>& tau) {
    std::fill(tau.begin(), tau.end(), 0.0);
    torque_(t, q, qd, tau);
  };
  if (!observer_) return loop_->tick(t, q, qd);
  exerted(before_);
  if (!loop_) return observer_->tick(t, q, qd, before_, before_);
  const double next = loop_->tick(t, q, qd);
  exerted(after_);
  observer_->tick(t, loop_->measured_q(), loop_->measured_qd(), before_, after_);
  return next;
}

void RunControl::add(const SimulationSample& sample) {
  if (motion_) {
    references_.emplace_back(scratch_.size());
    std::vector<double> qd(scratch_.size());
    motion_->evaluate(sample.t, references_.back(), qd, scratch_);
  }
  if (observer_) external_.emplace_back(observer_->torque().begin(), observer_->torque().end());
}

std::optional<ControlReview> RunControl::review() const {
  return loop_ ? std::optional(loop_->review()) : std::nullopt;
}

}  // namespace torsor::cli
