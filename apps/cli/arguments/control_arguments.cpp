#include "arguments/control_arguments.hpp"

#include <fmt/format.h>

#include <cmath>

#include "arguments/choices.hpp"
#include "torsor/core/text.hpp"
#include "torsor/logs/trajectory_file.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/number_list.hpp"

namespace torsor::cli {
namespace {

const Choices<ControlLoopOptions::Velocity> velocities{{{"measured", ControlLoopOptions::Velocity::measured},
                                                        {"difference", ControlLoopOptions::Velocity::difference},
                                                        {"filtered", ControlLoopOptions::Velocity::filtered}}};

std::vector<std::string> controller_names() {
  std::vector<std::string> names;
  for (const ControllerKind kind : controller_kinds()) names.emplace_back(name_of(kind));
  return names;
}

ControllerKind kind_of(const std::string& name) {
  for (const ControllerKind kind : controller_kinds())
    if (name == name_of(kind)) return kind;
  return ControllerKind::computed_torque;
}

/// One number for all joints, or one for each.
std::vector<double> gains_in(const std::string& text, int nv) {
  std::vector<double> numbers = parse_numbers(text, "--gains");
  const auto n = static_cast<std::size_t>(nv);
  if (numbers.size() == 1) numbers.assign(n, numbers.front());
  if (numbers.size() != n)
    throw UsageError(fmt::format("--gains: expected one number, or {} of them, for the joints; found {} in {}", nv,
                                 numbers.size(), in_quotes(text)));
  for (const double x : numbers)
    if (!(x >= 0 && std::isfinite(x)))
      throw UsageError(fmt::format("--gains: expected numbers that are not negative, found {}", in_quotes(text)));
  return numbers;
}

}  // namespace

void ControlArguments::add_to(Command& command) {
  controller_option_ =
      command
          .option("--controller", controller_,
                  "Follow --trajectory by pd, pd-gravity, feed-forward, computed-torque, adaptive or lqr")
          .one_of(controller_names());
  trajectory_option_ =
      command.option("--trajectory", trajectory_, "What the controller follows: a CSV of t, q1.., qd1.., qdd1..")
          .file();
  gains_option_ = command.option("--gains", gains_,
                                 "STIFFNESS:DAMPING of the controller, each one number or one for each joint "
                                 "(default: errors fade as at 20 rad/s without overshoot)");
  model_option_ = command.option("--model", model_, "The robot as the controller knows it (default: as it is)");
  command.option("--control-rate", rate_, "Hz at which the controller measures and sets torques (default 1000)")
      .positive();
  command.option("--control-delay", delay_, "s from a measurement until its torque acts (default 0)")
      .between(0.0, 10.0);
  command.option("--encoder", encoder_, "rad or m of one count of the encoders (default: exact)").positive();
  command
      .option("--velocity", velocity_,
              "Of the joints as the controller has it: measured (default), difference of positions, or filtered "
              "difference")
      .one_of(velocities.words());
  command.option("--torque-noise", noise_, "Nm or N, standard deviation of what the motors add (default 0)")
      .between(0.0, 1e9);
  command.flag("--no-torque-limits", no_torque_limits_, "Motors exert whatever the controller asks for");
}

void ControlArguments::require_controller() const {
  const auto refuse = [](const char* flag) {
    throw UsageError(std::string(flag) + ": expected --controller beside it, found none");
  };
  if (given()) return;
  if (trajectory_option_.given()) refuse("--trajectory");
  if (gains_option_.given()) refuse("--gains");
  if (model_option_.given()) refuse("--model");
  if (rate_) refuse("--control-rate");
  if (delay_) refuse("--control-delay");
  if (encoder_) refuse("--encoder");
  if (noise_) refuse("--torque-noise");
  if (no_torque_limits_) refuse("--no-torque-limits");
}

SampledMotion ControlArguments::motion(const Model<double>& robot) const {
  if (!trajectory_option_.given())
    throw UsageError("--controller: expected --trajectory FILE beside it, found none; `torsor trajectory` makes one");
  require_simple_joints(robot, "--controller");
  Trajectory rows = read_trajectory(trajectory_, robot.nv);
  if (rows.time.size() < 2)
    throw UsageError(fmt::format("--trajectory: {}: expected rows with a column t, two at least; found {}", trajectory_,
                                 rows.time.empty() ? "no column t" : "one row"));
  for (std::size_t k = 1; k < rows.time.size(); ++k)
    if (!(rows.time[k] > rows.time[k - 1]))
      throw UsageError(fmt::format("--trajectory: {}: expected a time that rises, found {:g} after {:g} in row {}",
                                   trajectory_, rows.time[k], rows.time[k - 1], k + 1));
  return SampledMotion(std::move(rows));
}

Model<double> ControlArguments::controllers_model(const Model<double>& robot) const {
  if (!model_option_.given()) return robot;
  const Model<double> model = build_model<double>(load_robot(model_));
  if (model.nv != robot.nv)
    throw UsageError(
        fmt::format("--model: expected a robot with {} joints, as the one that is simulated has; found {} "
                    "with {}",
                    robot.nv, model.name, model.nv));
  return model;
}

Gains<double> ControlArguments::gains(int nv) const {
  if (!gains_option_.given()) return {};
  const std::size_t colon = gains_.find(':');
  if (colon == std::string::npos)
    throw UsageError(fmt::format("--gains: expected STIFFNESS:DAMPING, such as 400:40; found {}", in_quotes(gains_)));
  return {gains_in(gains_.substr(0, colon), nv), gains_in(gains_.substr(colon + 1), nv)};
}

ControlLoopOptions ControlArguments::options(int nv, const std::vector<JointLimits>& limits) const {
  const auto n = static_cast<std::size_t>(nv);
  ControlLoopOptions options;
  options.rate = rate_.value_or(1000);
  options.delay = delay_.value_or(0);
  options.velocity = velocities.meaning(velocity_);
  if (encoder_) options.encoder.assign(n, *encoder_);
  if (noise_) options.torque_noise.assign(n, *noise_);
  if (no_torque_limits_ || limits.size() != n) return options;
  for (const JointLimits& joint : limits) options.torque_limits.push_back(joint.torque);
  return options;
}

std::unique_ptr<ControlLoop> ControlArguments::loop(const Model<double>& robot, const std::vector<JointLimits>& limits,
                                                    const SampledMotion& motion, double start) const {
  struct Rows {
    std::vector<double> q, qd, qdd;
  };
  const auto n = static_cast<std::size_t>(robot.nv);
  const auto rows = std::make_shared<Rows>(Rows{Vector(n), Vector(n), Vector(n)});
  const ReferenceAt reference = [rows, &motion](double t) -> Reference<double> {
    motion.evaluate(t, rows->q, rows->qd, rows->qdd);
    return {rows->q, rows->qd, rows->qdd};
  };
  const ControlLoopOptions loop = options(robot.nv, limits);
  const ControllerOptions controller{kind_of(controller_), gains(robot.nv), 1 / loop.rate};
  return std::make_unique<ControlLoop>(robot.nv, reference,
                                       make_controller(controllers_model(robot), controller, reference(start)), loop);
}

}  // namespace torsor::cli
