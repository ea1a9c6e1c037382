#include <cmath>
#include <iostream>

#include "command.hpp"
#include "torsor/model/number_list.hpp"

namespace torsor::cli {
namespace {

/// One line for all warnings about a robot file.
std::string told(const std::string& file, const std::vector<Finding>& warnings) {
  const Finding& first = warnings[0];
  const std::string place = std::to_string(first.where.line) + ":" + std::to_string(first.where.column);
  return "torsor: warning: " + file + ": " +
         (warnings.size() == 1 ? "1 warning: " : std::to_string(warnings.size()) + " warnings, the first: ") + place +
         ": " + (first.element.empty() ? "" : first.element + ": ") + first.message + "\n";
}

}  // namespace

void RobotArguments::add_to(CLI::App& command, Use use) {
  command.add_option("ROBOT", robot_, "A built-in robot (see `torsor robots`) or a robot file")->required();
  command.add_option("--set", set_, "Change a named parameter of the robot: --set m2=4")->take_all();
  command.add_flag("--free-mimic", xml_.free_mimic, "URDF, MJCF: joints that mimic others move on their own");
  command.add_flag("--free-base", xml_.free_base, "URDF, MJCF: the root link floats in the world");
  command.add_flag("--ignore-geoms", xml_.ignore_geoms, "MJCF: shapes give no mass");
  command.add_flag("--json", json_, "Print JSON, numbers in full precision");
  if (use == Use::description) return;
  tip_option_ = command.add_option("--tip", tip_,
                                   "A link, or `tool`: what to compute for, and what carries payload and wrench "
                                   "(default: the robot's tip)");
  if (use == Use::kinematics) return;
  command.add_flag("--no-friction", no_friction_, "Leave out friction and dampers");
  command.add_flag("--no-rotor", no_rotor_, "Leave out rotor inertia");
  payload_option_ =
      command.add_option("--payload", payload_,
                         "Load in the tip's frame: mass, or mass,x,y,z, or mass,x,y,z,Ixx,Ixy,Ixz,Iyy,Iyz,Izz "
                         "(matrix entries about the load's centre); it adds to a payload of the robot file");
}

Description RobotArguments::load_description() const {
  Overrides overrides;
  for (const std::string& text : set_) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError("--set: expected NAME=VALUE, found '" + text + "'");
    overrides.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  std::vector<Finding> warnings;
  Description description = load_robot(robot_, overrides, xml_, &warnings);
  if (!warnings.empty()) std::cerr << told(robot_, warnings) << std::flush;
  return description;
}

Inertia<double> RobotArguments::read_payload() const {
  const Vector numbers = parse_numbers(payload_, "--payload");
  if (numbers.size() != 1 && numbers.size() != 4 && numbers.size() != 10)
    throw UsageError("--payload: expected 1, 4 or 10 numbers, found " + std::to_string(numbers.size()));
  described::MassProperties mass;
  mass.mass = numbers[0];
  for (std::size_t k = 1; k < numbers.size(); ++k) (k < 4 ? mass.com[k - 1] : mass.inertia[k - 4]) = numbers[k];
  for (const Problem& problem : check(mass, "the payload")) throw UsageError("--payload: " + problem.message);
  return Evaluator<double>().inertia(mass);
}

Model<double> RobotArguments::load(const std::function<void(Description&)>& change) const {
  Description description = load_description();
  if (change) change(description);
  Model<double> model = build_model<double>(description);
  if (payload_option_ != nullptr && model.nv == 0)  // only dynamics have that flag
    throw ComputationError(model.name + " has no joint that moves, so that it has no dynamics");
  if (no_friction_) model = without_friction(model);
  if (no_rotor_) model = without_rotors(model);
  if (payload_option_ != nullptr && payload_option_->count() > 0) {
    const int at = tip(model);
    model = with_payload(model, at, read_payload());
  }
  return model;
}

int RobotArguments::tip(const Model<double>& model) const {
  if (tip_option_ == nullptr || tip_option_->count() == 0) return model.tip;
  const int frame = find_frame(model, tip_);
  if (frame >= 0) return frame;
  std::string names;
  for (const Frame<double>& known : model.frames) names += (names.empty() ? "" : ", ") + known.name;
  throw UsageError("--tip: expected one of " + names + "; found " + in_quotes(tip_));
}

void VectorArgument::add_to(CLI::App& command, const std::string& flag, const std::string& help, bool required) {
  flag_ = flag;
  option_ = command.add_option(flag, text_, help)->required(required);
}

Vector VectorArgument::joint_values(const Model<double>& model, const std::vector<std::string>& entries) const {
  if (!given() || (entries.empty() && text_.empty())) return Vector(entries.size(), 0.0);
  const Vector values = parse_numbers(text_, flag_);
  if (values.size() == entries.size()) return values;
  std::string names;
  for (const std::string& name : entries) names += (names.empty() ? "" : ", ") + name;
  const std::string each =
      model.nv == model.axis_count && model.nv == model.body_count() - 1 ? ", one for each joint of " : " for ";
  throw UsageError(flag_ + ": expected " + std::to_string(entries.size()) + " numbers" + each + model.name + " (" +
                   names + "); found " + std::to_string(values.size()));
}

Vector VectorArgument::positions(const Model<double>& model) const {
  if (!given()) return zero_position(model);
  Vector q = joint_values(model, position_names(model));
  const Vector written = q;
  normalize_position<double>(model, q);
  for (std::size_t k = 0; k < q.size(); ++k)
    if (!(std::abs(q[k] - written[k]) < 1e-3))
      throw UsageError(flag_ + ": " + position_names(model)[k] + ": expected a quaternion w,x,y,z of length 1");
  return q;
}

Vector VectorArgument::list(const std::vector<std::size_t>& lengths, const std::string& meaning) const {
  Vector values = parse_numbers(text_, flag_);
  std::string expected;
  for (const std::size_t length : lengths) {
    if (values.size() == length) return values;
    expected += (expected.empty() ? "" : " or ") + std::to_string(length);
  }
  throw UsageError(flag_ + ": expected " + expected + " numbers (" + meaning + "), found " +
                   std::to_string(values.size()));
}

Vector3<double> VectorArgument::three() const {
  if (!given()) return {};
  const Vector v = list({3}, "x,y,z");
  return {v[0], v[1], v[2]};
}

void ConditionArguments::add_to(CLI::App& command) {
  gravity_.add_to(command, "--gravity", "Free-fall acceleration x,y,z in base axes (default: the robot's)");
  wrench_.add_to(command, "--wrench",
                 "What the tip exerts on the world: fx,fy,fz,nx,ny,nz, moment about the tip's origin");
  command.add_option("--wrench-frame", wrench_frame_, "Axes of the wrench: base (default) or tip")
      ->check(CLI::IsMember({"base", "tip"}))
      ->needs("--wrench");
  add_base_motion_to(command);
}

void ConditionArguments::add_base_motion_to(CLI::App& command) {
  base_velocity_.add_to(command, "--base-velocity", "How the base moves, in base axes: vx,vy,vz[,wx,wy,wz]");
  base_acceleration_.add_to(command, "--base-acceleration",
                            "Acceleration of the base, in base axes: ax,ay,az[,dwx,dwy,dwz]");
}

Conditions<double> ConditionArguments::without_wrench(const Model<double>& model) const {
  Conditions<double> conditions = default_conditions(model);
  if (gravity_.given()) conditions.gravity = gravity_.three();
  const auto read = [](const VectorArgument& argument, Vector3<double>& linear, Vector3<double>& angular) {
    if (!argument.given()) return;
    const Vector v = argument.list({3, 6}, "linear, then angular");
    linear = {v[0], v[1], v[2]};
    if (v.size() == 6) angular = {v[3], v[4], v[5]};
  };
  read(base_velocity_, conditions.base.linear_velocity, conditions.base.angular_velocity);
  read(base_acceleration_, conditions.base.linear_acceleration, conditions.base.angular_acceleration);
  return conditions;
}

Wrench<double> ConditionArguments::wrench(const Model<double>& model, const Vector& q, int tip) const {
  if (!has_wrench()) return {};
  const Vector v = wrench_.list({6}, "fx,fy,fz,nx,ny,nz");
  const Force<double> exerted{{v[3], v[4], v[5]}, {v[0], v[1], v[2]}};
  if (wrench_frame_ == "tip") return wrench_in_frame_axes(model, tip, exerted);
  const std::vector<Transform<double>> poses = forward_kinematics(model, q);
  return wrench_in_base_axes<double>(model, poses, tip, exerted);
}

void StateArguments::add_to(CLI::App& command, bool q_required) {
  robot.add_to(command);
  q.add_to(command, "--q", "Joint positions", q_required);
  qd.add_to(command, "--qd", "Joint velocities (default 0)");
  conditions.add_to(command);
}

State::State(const StateArguments& arguments)
    : model(arguments.robot.load()), q(arguments.q.positions(model)), qd(arguments.qd.velocities(model)),
      wrench(arguments.conditions.wrench(model, q, arguments.robot.tip(model))),
      conditions(arguments.conditions.without_wrench(model)) {
  conditions.wrenches = {&wrench, 1};
}

}  // namespace torsor::cli
