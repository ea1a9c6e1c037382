#include "arguments/control_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "arguments/choices.hpp"
#include "torsor/codegen/generated_controller.hpp"
#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/text.hpp"
#include "torsor/logs/trajectory_file.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/number_list.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace {

const Choices<ControlLoopOptions::Velocity> velocity_sources{{{"measured", ControlLoopOptions::Velocity::measured},
                                                              {"difference", ControlLoopOptions::Velocity::difference},
                                                              {"filtered", ControlLoopOptions::Velocity::filtered},
                                                              {"observer", ControlLoopOptions::Velocity::observer}}};

/// Those of the joints and those of the tip.
std::vector<std::string> controller_names() {
  std::vector<std::string> names;
  for (const auto* kinds : {&controller_kinds(), &tip_controller_kinds()})
    for (const ControllerKind kind : *kinds) names.emplace_back(name_of(kind));
  return names;
}

ControllerKind kind_of(const std::string& name) {
  for (const auto* kinds : {&controller_kinds(), &tip_controller_kinds()})
    for (const ControllerKind kind : *kinds)
      if (name == name_of(kind)) return kind;
  throw UsageError(fmt::format("--controller: expected {}, or a file FILE.c that `torsor generate` wrote; found {}{}",
                               fmt::join(controller_names(), ", "), in_quotes(name),
                               did_you_mean(name, controller_names())));
}

/// The texts between colons.
std::vector<std::string> between_colons(const std::string& text) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == ':')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
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

bool is_generated_code(const std::string& controller) { return controller.ends_with(".c"); }

std::vector<std::string> lowered_gains(const Gains<double>& usual, const Gains<double>& taken,
                                       const std::string& controller, const std::vector<std::string>& joints) {
  const std::vector<std::string> lowered = lowered_joints(usual, taken, joints);
  if (lowered.empty()) return {};
  return {fmt::format("{}: default gains are lowered, since at this rate they would shake the arm on its way: {}",
                      controller, fmt::join(lowered, ", "))};
}

Gains<double> parse_gains(const std::string& text, int nv, const std::string& controller) {
  const std::vector<std::string> parts = between_colons(text);
  if (parts.size() < 2 || parts.size() > 3)
    throw UsageError(
        fmt::format("--gains: expected STIFFNESS:DAMPING or STIFFNESS:DAMPING:INTEGRAL, such as 400:40; found {}",
                    in_quotes(text)));
  Gains<double> gains{gains_in(parts[0], nv), gains_in(parts[1], nv)};
  if (parts.size() == 2) return gains;
  if (controller.empty() || !has_integral(kind_of(controller)))
    throw UsageError(fmt::format("--gains: expected STIFFNESS:DAMPING, as {} has no integral part; found {}",
                                 controller.empty() ? "generated code" : controller, in_quotes(text)));
  gains.integral = gains_in(parts[2], nv);
  return gains;
}

void ControlArguments::add_to(Command& command) {
  controller_option_ = command.option("--controller", controller_,
                                      "Follow --trajectory by pd, pd-gravity, feed-forward, computed-torque, adaptive "
                                      "or lqr of the joints, by impedance or operational-space of the tip, or by "
                                      "FILE.c, computed torque that `torsor generate` wrote");
  add_task_to(command);
  gains_option_ = command.option("--gains", gains_,
                                 "STIFFNESS:DAMPING[:INTEGRAL] of the controller, each one number or one for each "
                                 "joint (default: errors fade as at 20 rad/s without overshoot, no integral part)");
  command.flag("--no-anti-windup", no_anti_windup_, "The integral part grows on where a motor is at its limit");
  tip_.add_to(command);
}

Option ControlArguments::add_task_to(Command& command) {
  trajectory_option_ =
      command.option("--trajectory", trajectory_, "What the controller follows: a CSV of t, q1.., qd1.., qdd1..")
          .file();
  model_option_ = command.option("--model", model_, "The robot as the controller knows it (default: as it is)");
  command.option("--control-rate", rate_, "Hz at which the controller measures and sets torques (default 1000)")
      .positive();
  command.option("--control-delay", delay_, "s from a measurement until its torque acts (default 0)")
      .between(0.0, 10.0);
  command.option("--encoder", encoder_, "rad or m of one count of the encoders (default: exact)").positive();
  command
      .option("--velocity", velocity_,
              "Of the joints as the controller has it: measured (default), difference of positions, filtered "
              "difference, or that of an observer")
      .one_of(velocity_sources.words());
  command.option("--torque-noise", noise_, "Nm or N, standard deviation of what the motors add (default 0)")
      .between(0.0, 1e9);
  command.flag("--no-torque-limits", no_torque_limits_, "Motors exert whatever the controller asks for");
  return trajectory_option_;
}

void ControlArguments::require_controller() const {
  const auto refuse = [](const char* flag) {
    throw UsageError(std::string(flag) + ": expected --controller beside it, found none");
  };
  if (given() && !is_generated_code(controller_)) kind_of(controller_);
  if (given()) return;
  if (trajectory_option_.given()) refuse("--trajectory");
  if (gains_option_.given()) refuse("--gains");
  if (model_option_.given()) refuse("--model");
  if (rate_) refuse("--control-rate");
  if (delay_) refuse("--control-delay");
  if (encoder_) refuse("--encoder");
  if (noise_) refuse("--torque-noise");
  if (no_torque_limits_) refuse("--no-torque-limits");
  if (no_anti_windup_) refuse("--no-anti-windup");
  tip_.refuse("expected --controller beside it, found none");
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
  if (of_tip())
    throw UsageError(fmt::format("--gains: expected --tip-stiffness and --tip-damping for {}, found {}", controller_,
                                 in_quotes(gains_)));
  return parse_gains(gains_, nv, is_generated_code(controller_) ? "" : controller_);
}

std::string ControlArguments::settings() const {
  std::string words = fmt::format("{:g} Hz, velocities {}", rate_.value_or(1000), velocity_);
  if (delay_) words += fmt::format(", delay {:g} s", *delay_);
  if (encoder_) words += fmt::format(", encoder counts of {:g}", *encoder_);
  if (noise_) words += fmt::format(", torque noise {:g}", *noise_);
  if (no_torque_limits_) words += ", no limits of torque";
  words += gains_option_.given() ? ", gains " + gains_ : std::string(", default gains");
  if (model_option_.given()) words += ", model " + model_;
  return words;
}

bool ControlArguments::of_tip() const {
  if (is_generated_code(controller_)) return false;
  return is_of_tip(kind_of(controller_));
}

TipOptions ControlArguments::tip_options(const Model<double>& robot, const Model<double>& model, int tip) const {
  if (!of_tip()) {
    tip_.refuse("expected --controller impedance or operational-space beside it, found " + controller_);
    return {};
  }
  return tip_.options(robot, model, tip);
}

ControlLoopOptions ControlArguments::options(int nv, const std::vector<JointLimits>& limits) const {
  const auto n = static_cast<std::size_t>(nv);
  ControlLoopOptions options;
  options.rate = rate_.value_or(1000);
  options.delay = delay_.value_or(0);
  options.velocity = velocity_sources.meaning(velocity_);
  if (encoder_) options.encoder.assign(n, *encoder_);
  if (noise_) options.torque_noise.assign(n, *noise_);
  if (no_torque_limits_ || limits.size() != n) return options;
  for (const JointLimits& joint : limits) options.torque_limits.push_back(joint.torque);
  return options;
}

std::unique_ptr<ControlLoop> ControlArguments::loop(const Model<double>& robot, const std::vector<JointLimits>& limits,
                                                    const SampledMotion& motion, double start, int tip) const {
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
  return std::make_unique<ControlLoop>(robot.nv, reference, law(robot, motion, reference(start), loop.rate, tip), loop);
}

Controller ControlArguments::law(const Model<double>& robot, const SampledMotion& motion,
                                 const Reference<double>& start, double rate, int tip) const {
  Gains<double> given = gains(robot.nv);
  if (!is_generated_code(controller_)) {
    const Model<double> model = controllers_model(robot);
    if (given.stiffness.empty() && !of_tip()) {
      const ControllerKind kind = kind_of(controller_);
      given =
          default_gains(model, kind, start.q, 20, {poses_along(motion, static_cast<std::size_t>(robot.nv)), 1 / rate});
      notes_ = lowered_gains(default_gains(model, kind, start.q), given, controller_, velocity_names(robot));
    }
    return make_controller(
        model,
        {kind_of(controller_), std::move(given), 1 / rate, no_anti_windup_ ? AntiWindup::none : AntiWindup::conditional,
         tip_options(robot, model, tip)},
        start);
  }
  if (model_option_.given())
    throw UsageError(
        "--model: expected a controller that computes by a model, found generated code, which has its own");
  if (given.stiffness.empty()) given = default_gains(robot, ControllerKind::computed_torque, start.q);
  return generated_controller(controller_, robot, given);
}

}  // namespace torsor::cli
