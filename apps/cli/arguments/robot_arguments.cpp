#include "arguments/robot_arguments.hpp"

#include <iostream>

#include "output/colour.hpp"
#include "output/finding_output.hpp"
#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/evaluator.hpp"
#include "torsor/model/joint_name.hpp"
#include "torsor/model/number_list.hpp"

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

}  // namespace

void RobotArguments::add_to(Command& command, Use use) {
  command.option("ROBOT", robot_, "A built-in robot (see `torsor robots`) or a robot file").robot().required();
  command.option("--set", set_, "Change a named parameter of the robot: --set m2=4").value("NAME=VALUE");
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
  if (use == Use::kinematics) return;
  command.flag("--no-friction", no_friction_, "Leave out friction and dampers");
  command.flag("--no-rotor", no_rotor_, "Leave out rotor inertia");
  payload_ = command
                 .option("--payload", payload_text_,
                         "Load in the tip's frame: mass, or mass,x,y,z, or mass,x,y,z,Ixx,Ixy,Ixz,Iyy,Iyz,Izz "
                         "(matrix entries about the load's centre); it adds to a payload of the robot file")
                 .value("LIST");
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
  if (!warnings.empty())
    std::cerr << (json_ ? Json{{"warnings", findings_json(warnings)}}.line() : in_one_line(robot_, warnings)) << '\n'
              << std::flush;
  return description;
}

Inertia<double> RobotArguments::read_payload() const {
  const std::vector<double> numbers = parse_numbers(payload_text_, "--payload");
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
  if (payload_.exists() && model.nv == 0)  // only dynamics have that flag
    throw ComputationError(model.name + " has no joint that moves, so that it has no dynamics");
  if (no_friction_) model = without_friction(model);
  if (no_rotor_) model = without_rotors(model);
  if (payload_.given()) {
    const int at = tip(model);
    model = with_payload(model, at, read_payload());
  }
  return model;
}

int RobotArguments::tip(const Model<double>& model) const {
  if (!tip_.given()) return model.tip;
  const int frame = find_frame(model, tip_text_);
  if (frame >= 0) return frame;
  std::string list;
  std::vector<std::string> names;
  for (const Frame<double>& known : model.frames) {
    list += (names.empty() ? "" : ", ") + known.name;
    names.push_back(known.name);
  }
  throw UsageError("--tip: expected one of " + list + "; found " + in_quotes(tip_text_) +
                   did_you_mean(tip_text_, names));
}

void require_simple_joints(const Model<double>& model, const std::string& what) {
  for (int i = 1; i < model.body_count(); ++i)
    if (velocity_count(model.bodies[i].joint) != 1)
      throw UsageError(what + ": expected joints of one degree of freedom only, found " +
                       in_quotes(model.joint_names[i - 1]) + ", which is a " + name_of(model.bodies[i].joint) +
                       " joint");
}

}  // namespace torsor::cli
