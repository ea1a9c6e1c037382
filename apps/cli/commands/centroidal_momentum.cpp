#include "torsor/dynamics/centroidal_momentum.hpp"

#include <iostream>
#include <memory>

#include "arguments/position_limits.hpp"
#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/dynamics/center_of_mass.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace centroidal_momentum_command {

struct Arguments {
  RobotArguments robot;
  VectorArgument q, qd, qdd;

  void add_to(Command& command);
};

void Arguments::add_to(Command& command) {
  robot.add_to(command);
  robot.masses_do_not_matter();  // without them there is no centre, and it says so
  q.add_to(command, "--q", "Joint positions", true);
  qd.add_to(command, "--qd", "Joint velocities (default 0)");
  qdd.add_to(command, "--qdd", "Joint accelerations, for the rate of the momentum (default 0)");
}

Vector linear_first(const Force<double>& h) {
  return {h.force.x, h.force.y, h.force.z, h.moment.x, h.moment.y, h.moment.z};
}

void report(const Arguments& arguments) {
  const Model<double> model = arguments.robot.load();
  const Vector q = positions(arguments.q, arguments.robot, model), qd = arguments.qd.velocities(model);
  const Vector qdd = arguments.qdd.velocities(model);
  const CenterOfMass<double> center = center_of_mass(model, q);
  if (center.mass[0] == 0) throw ComputationError(model.name + " has no mass that moves, and so no centre of mass");
  const Matrix<double> A = centroidal_momentum_matrix(model, q);
  const CentroidalMomentum<double> found = centroidal_momentum(model, q, qd, qdd);
  const Vector momentum = linear_first(found.momentum), rate = linear_first(found.rate);
  const Vector bias = linear_first(centroidal_momentum(model, q, qd).rate);
  if (answered(arguments.robot, {{"joints", velocity_names(model)},
                                 {"mass", center.mass[0]},
                                 {"center_of_mass", entries_json(center.center[0].position)},
                                 {"momentum_matrix", to_json(A)},
                                 {"momentum", momentum},
                                 {"momentum_matrix_dot_velocity", bias},
                                 {"momentum_rate", rate}}))
    return;
  std::cout << "centroidal momentum matrix A_G, base axes, about the centre of mass at "
            << shown(center.center[0].position) << '\n';
  const std::vector<std::string> rows{"px", "py", "pz", "lx", "ly", "lz"};
  print_matrix(rows, velocity_names(model), A);
  std::cout << "\nmomentum of " << shown(center.mass[0]) << " kg and its rate\n";
  Table table({"row", "A_G qd", "A_G qdd + A_Gdot qd", "A_Gdot qd"});
  for (std::size_t k = 0; k < rows.size(); ++k)
    table.add({rows[k], shown_beside(momentum[k], largest_of(momentum)), shown_beside(rate[k], largest_of(rate)),
               shown_beside(bias[k], largest_of(bias))});
  table.print();
}

}  // namespace centroidal_momentum_command

void add_centroidal_momentum(CommandLine& tool) {
  using namespace centroidal_momentum_command;
  Command command = tool.command("centroidal-momentum", "Momentum about the centre of mass: A_G, A_G qd and its rate");
  auto arguments = std::make_shared<Arguments>();
  arguments->add_to(command);
  command.on_run([arguments] { report(*arguments); });
}

}  // namespace torsor::cli
