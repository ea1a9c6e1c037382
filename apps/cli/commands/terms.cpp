#include "torsor/dynamics/terms.hpp"

#include <iostream>
#include <memory>

#include "arguments/state.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_inertia_matrix.hpp"
#include "torsor/dynamics/momentum.hpp"
#include "torsor/dynamics/singular_inertia.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace terms_command {

Matrix<double> inverse_of_inertia(const Model<double>& model, const Vector& q, const Matrix<double>& B) {
  Matrix<double> inverse(model.nv, model.nv);
  InverseInertiaMatrixWorkspace<double> workspace(model);
  inverse_inertia_matrix<double>(model, q, workspace, inverse.view());
  if (lost_pivot(B, workspace.pivots) >= 0) throw ComputationError(singular_inertia(model, q) + ": it has no inverse");
  return inverse;
}

}  // namespace terms_command

void add_terms(CommandLine& tool) {
  using namespace terms_command;
  Command command = tool.command("terms", "Every term of the equations of motion at one state");
  struct Arguments {
    StateArguments state;
    VectorArgument qdd;
    bool inverse = false;
  };
  auto arguments = std::make_shared<Arguments>();
  arguments->state.add_to(command);
  arguments->qdd.add_to(command, "--qdd", "Joint accelerations, for the inertia torque B qdd");
  command.flag("--inverse", arguments->inverse, "Also the inverse of the inertia matrix");
  command.on_run([arguments] {
    const State state(arguments->state);
    const auto& [model, q, qd, wrenches, conditions] = state;
    const Terms<double> all = terms(model, q, qd, arguments->qdd.velocities(model), conditions);
    const Matrix<double> B = inertia_matrix(model, q);
    const Matrix<double> C = coriolis_matrix(model, q, qd);
    const Vector momentum = generalized_momentum(model, q, qd);
    const double kinetic = kinetic_energy(model, q, qd, conditions.base);
    const double potential = potential_energy(model, q, conditions.gravity);
    Json result{{"joints", velocity_names(model)}, {"inertia_matrix", to_json(B)},  {"coriolis_matrix", to_json(C)},
                {"coriolis_torque", all.coriolis}, {"gravity_torque", all.gravity}, {"friction_torque", all.friction},
                {"spring_torque", all.spring},     {"wrench_torque", all.wrench},   {"momentum", momentum},
                {"kinetic_energy", kinetic},       {"potential_energy", potential}};
    if (arguments->qdd.given()) result["inertia_torque"] = all.inertia;
    if (arguments->state.conditions.base_moves()) result["base_motion_torque"] = all.base_motion;
    Matrix<double> inverse;
    if (arguments->inverse) {
      inverse = inverse_of_inertia(model, q, B);
      result["inverse_inertia_matrix"] = to_json(inverse);
    }
    if (answered(arguments->state.robot, result)) return;
    std::cout << "inertia matrix B\n";
    print_symmetric(velocity_names(model), B);
    if (arguments->inverse) {
      std::cout << "\ninverse of B\n";
      print_symmetric(velocity_names(model), inverse);
    }
    if (arguments->state.qd.given()) {
      std::cout << "\nCoriolis matrix C, from the Christoffel symbols\n";
      print_matrix(velocity_names(model), velocity_names(model), C);
    }
    std::cout << "\ntorques and momentum\n";
    std::vector<std::pair<std::string, Vector>> columns{{"C qd", all.coriolis},     {"gravity", all.gravity},
                                                        {"friction", all.friction}, {"spring", all.spring},
                                                        {"wrench", all.wrench},     {"momentum", momentum}};
    if (arguments->qdd.given()) columns.insert(columns.begin(), {"B qdd", all.inertia});
    if (arguments->state.conditions.base_moves()) columns.insert(columns.end() - 1, {"base motion", all.base_motion});
    print_by_joint(model, columns);
    std::cout << "\nkinetic energy " << shown(kinetic) << " J, potential energy " << shown(potential) << " J\n";
  });
}

}  // namespace torsor::cli
