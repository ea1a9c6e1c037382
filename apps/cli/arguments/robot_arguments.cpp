#include "arguments/robot_arguments.hpp"

#include <algorithm>
#include <iostream>

#include "arguments/condition_arguments.hpp"
#include "arguments/frame_argument.hpp"
#include "arguments/payload_text.hpp"
#include "output/colour.hpp"
#include "output/exact_output.hpp"
#include "output/finding_output.hpp"
#include "output/remark.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/change_description.hpp"
#include "torsor/model/joint_name.hpp"
#include "torsor/model/moving_inertia.hpp"
#include "torsor/model/tip.hpp"

namespace torsor::cli {
namespace {

/// One line for all warnings about a robot file.
std::string in_one_line(const std::string& file, const std::vector<Finding>& warnings) {
  const Finding& first = warnings[0];
  const std::string place = std::to_string(first.where.line) + ":" + std::to_string(first.where.column);
  return "torsor: " + coloured(Colour::yellow, "warning:", Stream::error) + " " + file + ": " +
         (warnings.size() == 1 ? "1 warning: " : std::to_string(warnings.size()) + " warnings, the first: ") + place +
         ": " + (first.element.empty() ? "" : first.element + ": ") + first.message;
}

void require_clear_tip(const Description& robot) {
  const std::vector<std::string> ends = robot.tool ? std::vector<std::string>() : tip_names(robot);
  if (ends.size() < 2) return;
  constexpr std::size_t most = 12;
  std::string names;
  for (std::size_t k = 0; k < std::min(ends.size(), most); ++k) names += (k == 0 ? "" : ", ") + ends[k];
  if (ends.size() > most) names += " and " + std::to_string(ends.size() - most) + " more";
  throw UsageError("tip", "expected the link to compute for, because " + robot.name + " has " +
                              std::to_string(ends.size()) + " ends that are as far from the base: " + names +
                              "; found none");
}

}  // namespace

void RobotArguments::add_to(Command& command, Use use) {
  command.option("ROBOT", robot_, "A built-in robot (see `torsor robots`) or a robot file").robot().required();
  command.option("--set", set_, "Change a named parameter of the robot: --set m2=4")
      .value("NAME=VALUE")
      .one_word_each();
  command.flag("--free-mimic", xml_.free_mimic, "URDF, MJCF: joints that mimic others move on their own");
  command.flag("--free-base", xml_.free_base, "URDF, MJCF: the root link floats in the world");
  command.flag("--ignore-geoms", xml_.ignore_geoms, "MJCF: shapes give no mass");
  command.flag("--json", json_, "Print JSON, numbers in full precision");
  if (use == Use::description) return;
  tip_ = command
             .option("--tip", tip_text_,
                     "A link, or `tool`: what to compute for, and what carries payload and wrench "
                     "(default: the robot's tip)")
             .value("FRAME");
  base_pose_.add_to(
      command, "--base-pose",
      "Where frame 0 of the robot stands in the base frame: x,y,z[,roll,pitch,yaw] (default: the robot's)");
  if (use == Use::kinematics) return;
  needs_masses_ = true;
  command.flag("--no-friction", no_friction_, "Leave out friction and dampers");
  command.flag("--no-rotor", no_rotor_, "Leave out rotor inertia");
  payload_ = command
                 .option("--payload", payload_text_,
                         "Load in the tip's frame: mass, or mass,x,y,z, or mass,x,y,z,Ixx,Ixy,Ixz,Iyy,Iyz,Izz "
                         "(matrix entries about the load's centre); it adds to a payload of the robot file")
                 .value("LIST");
  if (use != Use::equations) return;
  gravity_.add_to(command, "--gravity", ConditionArguments::gravity_help);
  exact_.add_to(command);
}

const Description& RobotArguments::load_description() const {
  if (!description_) description_ = read_description();
  return *description_;
}

Description RobotArguments::read_description() const {
  Overrides overrides;
  for (const std::string& text : set_) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError("--set: expected NAME=VALUE, found '" + text + "'");
    overrides.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  std::vector<Finding> warnings;
  Description description = load_robot(robot_, overrides, xml_, &warnings);
  if (!warnings.empty())
    std::cerr << (json_ ? Json{{"warnings", findings_json(warnings)}}.line() : in_one_line(robot_, warnings)) << '\n'
              << std::flush;
  warn_of_loops(description);
  return description;
}

/// The tree without its loops moves otherwise, and answers as if nothing were missing.
void RobotArguments::warn_of_loops(const Description& robot) const {
  const std::size_t count = robot.loops.size();
  if (holds_loops_ || count == 0) return;
  const Finding finding{"loops-not-held",
                        Severity::warning,
                        robot_,
                        robot.loops[0].where,
                        "",
                        (count == 1 ? "1 closed loop is" : std::to_string(count) + " closed loops are") +
                            std::string(" not held here: motion and torques are those of the tree"),
                        "`torsor simulate` holds them"};
  warn(finding, json_);
}

described::MassProperties RobotArguments::read_payload() const { return cli::read_payload(payload_text_, "--payload"); }

Description RobotArguments::load_changed(const std::function<void(Description&)>& change) const {
  Description robot = load_description();
  if (change) change(robot);
  if (base_pose_.given()) {
    const Vector v = base_pose_.list({3, 6}, "x,y,z, then roll,pitch,yaw");
    robot.base = {};
    for (std::size_t k = 0; k < v.size(); ++k) (k < 3 ? robot.base.xyz[k] : robot.base.rpy[k - 3]) = v[k];
  }
  if (const Vector3<double> g = gravity_.three(); gravity_.given()) robot.gravity = {g.x, g.y, g.z};
  if (no_friction_) robot = without_friction(std::move(robot));
  if (no_rotor_) robot = without_rotors(std::move(robot));
  if (payload_.given()) {
    const Model<double> model = build_model<double>(robot);
    robot = with_payload(std::move(robot), model.frames[tip(model)].name, read_payload());
  }
  return robot;
}

void RobotArguments::warn_without_masses(const Model<double>& model) const {
  if (!needs_masses_ || moves_inertia(model)) return;
  warn(without_masses(robot_), json_);
}

ExactRobot RobotArguments::load_exact(bool masses_matter) const {
  ExactRobot exact = with_exact_numbers(load_changed(), exact_.tolerance());
  if (masses_matter) warn_without_masses(build_model<double>(exact.robot));
  return exact;
}

Model<double> RobotArguments::load(const std::function<void(Description&)>& change) const {
  Description robot = load_changed(change);
  if (exact_.given()) {
    ExactRobot exact = with_exact_numbers(std::move(robot), exact_.tolerance());
    for (const std::string& note : rounding_notes(exact)) remark(Severity::note, note, json_);
    robot = std::move(exact.robot);
  }
  limits_ = joint_limits(robot);
  Model<double> model = build_model<double>(robot);
  if (model.nv > 0) warn_without_masses(model);
  if (payload_.exists() && model.nv == 0)  // only dynamics have that flag
    throw ComputationError(model.name + " has no joint that moves, so that it has no dynamics");
  return model;
}

int RobotArguments::tip(const Model<double>& model, bool used) const {
  if (!tip_.given()) {
    if (used) require_clear_tip(load_description());
    return model.tip;
  }
  return frame_named(model, tip_text_, "--tip");
}

void require_simple_joints(const Model<double>& model, const std::string& what) {
  if (model.nv == 0) throw ComputationError(what + ": " + model.name + " has no joint that moves");
  for (int i = 1; i < model.body_count(); ++i)
    if (velocity_count(model.bodies[i].joint) != 1)
      throw UsageError(what + ": expected joints of one degree of freedom only, found " +
                       in_quotes(model.joint_names[i - 1]) + ", which is a " + name_of(model.bodies[i].joint) +
                       " joint");
}

}  // namespace torsor::cli
