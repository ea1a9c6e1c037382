#include "torsor/dynamics/center_of_mass.hpp"

#include <iostream>
#include <memory>

#include "arguments/condition_arguments.hpp"
#include "arguments/position_limits.hpp"
#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace center_of_mass_command {

struct Arguments {
  RobotArguments robot;
  VectorArgument q, qd, qdd;
  ConditionArguments conditions;
  bool with_base = false;

  void add_to(Command& command);
};

void Arguments::add_to(Command& command) {
  robot.add_to(command);
  robot.masses_do_not_matter();  // without them there is no centre, and it says so
  q.add_to(command, "--q", "Joint positions", true);
  qd.add_to(command, "--qd", "Joint velocities (default 0)");
  qdd.add_to(command, "--qdd", "Joint accelerations (default 0)");
  conditions.add_base_motion_to(command);
  command.flag("--with-base", with_base, "Count what is fixed to the base too");
}

Json parts_json(const Model<double>& model, const CenterOfMass<double>& found) {
  Json parts = Json::array();
  for (std::size_t i = 1; i < found.mass.size(); ++i) {
    const auto& [position, velocity, acceleration] = found.center[i];
    Json part{{"joint", model.joint_names[i - 1]}, {"mass", found.mass[i]}};
    for (const auto& [name, v] :
         {std::pair("position", position), {"velocity", velocity}, {"acceleration", acceleration}})
      part[name] = found.mass[i] == 0 ? Json() : entries_json(v);
    parts.push_back(part);
  }
  return parts;
}

void print_text(const Model<double>& model, const CenterOfMass<double>& found, const Matrix<double>& J) {
  const auto& [position, velocity, acceleration] = found.center[0];
  std::cout << "centre of mass of " << shown(found.mass[0]) << " kg, base axes\n  position      " << shown(position)
            << "\n  velocity      " << shown(velocity) << "\n  acceleration  " << shown(acceleration) << '\n';
  std::cout << "\nof what hangs on each joint\n";
  Table table({"joint", "mass", "x", "y", "z", "velocity x", "y", "z"});
  for (std::size_t i = 1; i < found.mass.size(); ++i) {
    const Vector3<double>&p = found.center[i].position, &v = found.center[i].velocity;
    table.add({model.joint_names[i - 1], shown(found.mass[i]), shown(p.x), shown(p.y), shown(p.z), shown(v.x),
               shown(v.y), shown(v.z)});
  }
  table.print();
  std::cout << "\nits Jacobian\n";
  print_matrix({"vx", "vy", "vz"}, velocity_names(model), J);
}

void report(const Arguments& arguments) {
  const Model<double> model = arguments.robot.load();
  const BaseMass base = arguments.with_base ? BaseMass::counted : BaseMass::left_out;
  const Vector q = positions(arguments.q, arguments.robot, model);
  const CenterOfMass<double> found =
      center_of_mass(model, q, arguments.qd.velocities(model), arguments.qdd.velocities(model),
                     arguments.conditions.without_wrench(model).base, base);
  if (found.mass[0] == 0)
    throw ComputationError(model.name + " has no mass" + (arguments.with_base ? "" : " that moves") +
                           ", and so no centre of mass");
  const Matrix<double> J = center_of_mass_jacobian(model, q, base);
  if (answered(arguments.robot, {{"joints", velocity_names(model)},
                                 {"mass", found.mass[0]},
                                 {"position", entries_json(found.center[0].position)},
                                 {"velocity", entries_json(found.center[0].velocity)},
                                 {"acceleration", entries_json(found.center[0].acceleration)},
                                 {"jacobian", to_json(J)},
                                 {"parts", parts_json(model, found)}}))
    return;
  print_text(model, found, J);
}

}  // namespace center_of_mass_command

void add_center_of_mass(CommandLine& tool) {
  using namespace center_of_mass_command;
  Command command = tool.command("center-of-mass", "Centre of mass of the robot and of its parts, and its Jacobian");
  auto arguments = std::make_shared<Arguments>();
  arguments->add_to(command);
  command.on_run([arguments] { report(*arguments); });
}

}  // namespace torsor::cli
