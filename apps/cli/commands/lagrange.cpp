#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <memory>

#include "arguments/state.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/dynamics/load_friction.hpp"
#include "torsor/dynamics/spring.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/size_limits.hpp"

namespace torsor::cli {
namespace lagrange_command {

struct Arguments {
  StateArguments state;
  VectorArgument qdd;
  bool matrices = false, second_derivatives = false;
};

Json to_json(const Matrix4<double>& A) {
  Json rows = Json::array();
  for (int i = 0; i < 4; ++i) rows.push_back({A(i, 0), A(i, 1), A(i, 2), A(i, 3)});
  return rows;
}

void print(const std::string& title, const Matrix4<double>& A) {
  const auto row = [&](int i) {
    return std::vector<std::string>{shown(A(i, 0)), shown(A(i, 1)), shown(A(i, 2)), shown(A(i, 3))};
  };
  Table table(row(0));
  for (int i = 1; i < 4; ++i) table.add(row(i));
  std::cout << '\n' << title << '\n';
  table.print(0);
}

std::string index(std::initializer_list<int> numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "_" : ",") + std::to_string(number);
  return text;
}

/// Every A_i, J_i, U_ij and, where asked for, U_ijk: `visit(letter, indices, matrix)`.
template <class Visit>
void visit_matrices(const Model<double>& model, const LagrangeEuler<double>& L, bool second, const Visit& visit) {
  const auto& bodies = model.bodies;
  for (int i = 1; i < model.body_count(); ++i) {
    visit("A", index({i}), L.A[i]);
    visit("J", index({i}), L.J[i]);
    std::vector<int> path;
    for (int j = i; j > 0; j = bodies[j].parent) path.insert(path.begin(), j);
    for (const int j : path) visit("U", index({i, j}), L.U(i, j));
    for (const int j : path)
      for (const int k : path)
        if (second && k >= j) visit("U", index({i, j, k}), L.U(i, j, k));
  }
}

struct Result {
  Vector tau;
  double kinetic, potential;
};

Json to_json(const Arguments& arguments, const State& state, const LagrangeEuler<double>& L, const Result& result) {
  const int n = state.model.nv;
  Json json{{"joints", velocity_names(state.model)},
            {"D", cli::to_json(L.D)},
            {"actuator_inertia", cli::to_json(L.actuator)},
            {"c", L.c}};
  for (int i = 0; i < n; ++i) {
    Matrix<double> h(n, n);
    for (int k = 0; k < n; ++k)
      for (int m = 0; m < n; ++m) h(k, m) = L.h(i, k, m);
    json["h"].push_back(cli::to_json(h));
  }
  json["kinetic_energy"] = result.kinetic;
  json["potential_energy"] = result.potential;
  json["lagrangian"] = result.kinetic - result.potential;
  json["tau"] = result.tau;
  visit_matrices(state.model, L, arguments.second_derivatives,
                 [&](const std::string& letter, const std::string& at, const Matrix4<double>& matrix) {
                   json[letter][at.substr(1)] = to_json(matrix);
                 });
  return json;
}

/// D_ijk with j <= k and the names of the notes; a Coriolis coefficient counts for D_ijk and D_ikj together in tau.
void print_coefficients(const Model<double>& model, const LagrangeEuler<double>& L) {
  double largest = 0;
  for (int i = 0; i < model.nv; ++i)
    for (int k = 0; k < model.nv; ++k)
      for (int m = 0; m < model.nv; ++m) largest = std::max(largest, std::abs(L.h(i, k, m)));
  Table table({"coefficient", "value", ""});
  int zeros = 0;
  for (int i = 0; i < model.nv; ++i)
    for (int k = 0; k < model.nv; ++k)
      for (int m = k; m < model.nv; ++m) {
        if (std::abs(L.h(i, k, m)) <= 1e-14 * largest) {
          ++zeros;
          continue;
        }
        table.add({"h" + index({i + 1, k + 1, m + 1}), shown(L.h(i, k, m)), k == m ? "centripetal" : "Coriolis"});
      }
  std::cout << "\nh: torque at the first index per product of the velocities of the other two\n";
  table.print();
  std::cout << "  " << zeros << " more are zero\n";
}

void run(const Arguments& arguments) {
  const State state(arguments.state);
  const auto& [model, q, qd, wrenches, conditions] = state;
  require_simple_joints(model, "lagrange");
  size_limits::require_joints("lagrange", model.nv, size_limits::lagrange_euler_joints, "its matrices grow as n^3");
  if (arguments.state.conditions.base_moves())
    throw UsageError("lagrange: expected a base at rest, without --base-velocity and --base-acceleration");
  const Vector qdd = arguments.qdd.velocities(model);
  const LagrangeEuler<double> L = lagrange_euler(model, q, conditions.gravity);
  Result result{Vector(q.size()), lagrange_euler_kinetic_energy<double>(model, L, qd),
                L.potential_energy + spring_energy<double>(model, q)};
  lagrange_euler_torque<double>(model, L, qd, qdd, conditions.wrenches, result.tau);
  add_friction_torque<double>(model, qd, result.tau);
  const Vector under_load = load_friction_torque<double>(model, q, qd, qdd, conditions);
  for (std::size_t v = 0; v < result.tau.size(); ++v) result.tau[v] += under_load[v];
  add_spring_torque<double>(model, q, result.tau);
  if (answered(arguments.state.robot, to_json(arguments, state, L, result))) return;
  std::cout << "D: effective inertia on the diagonal, coupled inertia beside it\n";
  print_symmetric(velocity_names(model), L.D);
  std::cout << "\nactuator inertia, added to D\n";
  print_symmetric(velocity_names(model), L.actuator);
  print_coefficients(model, L);
  std::cout << "\ngravity c, and tau = (D + actuator) qdd + h(qd, qd) + c + friction + spring + wrench\n";
  print_by_joint(model, {{"c", L.c}, {"qd", qd}, {"qdd", qdd}, {"tau", result.tau}});
  std::cout << fmt::format("\nkinetic energy {} J, potential energy {} J, Lagrangian {} J\n", shown(result.kinetic),
                           shown(result.potential), shown(result.kinetic - result.potential));
  if (arguments.matrices || arguments.second_derivatives)
    visit_matrices(
        model, L, arguments.second_derivatives,
        [](const std::string& letter, const std::string& at, const auto& matrix) { print(letter + at, matrix); });
}

}  // namespace lagrange_command

void add_lagrange(CommandLine& tool) {
  using namespace lagrange_command;
  Command command = tool.command(
      "lagrange", "The Lagrange-Euler equations: A, U, J, D, h, c, energies, in the frames of the robot's table");
  auto arguments = std::make_shared<Arguments>();
  arguments->state.add_to(command);
  arguments->qdd.add_to(command, "--qdd", "Joint accelerations (default 0), for tau");
  command.flag("--matrices", arguments->matrices, "Also A_i, J_i and U_ij (always in --json)");
  command.flag("--second-derivatives", arguments->second_derivatives, "Also U_ijk");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
