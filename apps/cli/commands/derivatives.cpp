#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>

#include "arguments/state.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/modes_output.hpp"
#include "output/remark.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/dynamics/singular_inertia.hpp"
#include "torsor/dynamics/state_space.hpp"
#include "torsor/dynamics/wrench_slope.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace derivatives_command {

struct Arguments {
  StateArguments state;
  VectorArgument qdd, tau;
  std::string of = "inverse-dynamics";
  bool state_space = false, modes = false;
  std::optional<double> sample_time;

  bool linear() const { return state_space || modes; }
};

/// A matrix of the answer, with its name there and what people read above it.
struct Named {
  std::string key, title;
  const Matrix<double>& matrix;
};

void answer(const Arguments& arguments, const Model<double>& model, const std::vector<Named>& matrices) {
  const std::vector<std::string> names = velocity_names(model);
  Json json{{"joints", names}};
  for (const auto& [key, title, matrix] : matrices) json[key] = to_json(matrix);
  if (answered(arguments.state.robot, json)) return;
  const char* gap = "";
  for (const auto& [key, title, matrix] : matrices) {
    std::cout << gap << title << '\n';
    print_matrix(names, names, matrix);
    gap = "\n";
  }
}

/// What wrenches in base axes take off d tau/dq, because they do not turn with the tip.
Matrix<double> turning_of_wrenches(const Arguments& arguments, const State& state) {
  const ConditionArguments& world = arguments.state.conditions;
  Matrix<double> slope(state.model.nv, state.model.nv);
  const int tip = arguments.state.robot.tip(state.model, world.has_tip_wrench());
  for (const auto& [frame, exerted] : world.wrenches_in_base_axes(state.model, tip))
    subtract_turning_of_wrench(state.model, state.q, frame, exerted, slope.view());
  return slope;
}

/// A += factor * X Y, from row `first` of A on; X has its rows there too.
void add_product(double factor, const Matrix<double>& X, const Matrix<double>& Y, int first, Matrix<double>& A) {
  for (int i = 0; i < Y.rows; ++i)
    for (int j = 0; j < Y.columns; ++j)
      for (int k = 0; k < Y.rows; ++k) A(first + i, j) += factor * X(first + i, k) * Y(k, j);
}

void of_inverse_dynamics(const Arguments& arguments) {
  if (arguments.tau.given())
    throw UsageError("--tau: expected --of forward-dynamics, --state-space or --modes beside it");
  const State state(arguments.state);
  const auto& [model, q, qd, wrench, conditions] = state;
  auto [dq, dqd, dqdd] = inverse_dynamics_derivatives(model, q, qd, arguments.qdd.velocities(model), conditions);
  const Matrix<double> turning = turning_of_wrenches(arguments, state);
  for (std::size_t k = 0; k < dq.data.size(); ++k) dq.data[k] += turning.data[k];
  answer(arguments, model,
         {{"dtau_dq", "d tau/dq: rows are torques, columns positions", dq},
          {"dtau_dqd", "d tau/dqd", dqd},
          {"dtau_dqdd", "d tau/dqdd, the inertia matrix", dqdd}});
}

void require_regular(const Model<double>& model, const Vector& q, bool singular) {
  if (singular) throw ComputationError(singular_inertia(model, q) + ": the acceleration has no derivatives");
}

void of_forward_dynamics(const Arguments& arguments) {
  if (arguments.qdd.given())
    throw UsageError("--qdd: expected --of inverse-dynamics, --state-space or --modes beside it");
  const State state(arguments.state);
  const auto& [model, q, qd, wrench, conditions] = state;
  ForwardDynamicsDerivativesWorkspace<double> workspace(model);
  Matrix<double> dq(model.nv, model.nv), dqd(dq), dtau(dq);
  forward_dynamics_derivatives(model, q, qd, arguments.tau.velocities(model), conditions, workspace, dq.view(),
                               dqd.view(), dtau.view());
  require_regular(model, q, lost_pivot(inertia_matrix(model, q), workspace.pivots) >= 0);
  add_product(-1, dtau, turning_of_wrenches(arguments, state), 0, dq);
  answer(arguments, model,
         {{"dqdd_dq", "d qdd/dq: rows are accelerations, columns positions", dq},
          {"dqdd_dqd", "d qdd/dqd", dqd},
          {"dqdd_dtau", "d qdd/dtau, the inverse of the inertia matrix", dtau}});
}

/// The states x: the positions, and then the velocities.
std::vector<std::string> state_names(const Model<double>& model) {
  std::vector<std::string> names;
  for (const char* part : {"q ", "qd "})
    for (const std::string& name : velocity_names(model)) names.push_back(part + name);
  return names;
}

void print(const Model<double>& model, const StateSpace& linear, const std::string& A, const std::string& B) {
  std::cout << A << '\n';
  print_matrix(state_names(model), state_names(model), linear.A);
  std::cout << '\n' << B << '\n';
  print_matrix(state_names(model), velocity_names(model), linear.B);
}

void of_small_motions(const Arguments& arguments) {
  if (arguments.tau.given() && arguments.qdd.given())
    throw UsageError("--tau: expected either it or --qdd, the acceleration that the torques give");
  if (arguments.modes && arguments.state.qd.given())
    throw UsageError("--modes: expected a robot at rest, without --qd");
  const State state(arguments.state);
  const auto& [model, q, qd, wrench, conditions] = state;
  Vector qdd = arguments.qdd.velocities(model);
  const Vector tau =
      arguments.tau.given() ? arguments.tau.velocities(model) : inverse_dynamics(model, q, qd, qdd, conditions);
  LinearisedRobot robot = linearised(model, q, qd, tau, conditions);
  require_regular(model, q, robot.singular);
  add_product(-1, robot.continuous.B, turning_of_wrenches(arguments, state), model.nv, robot.continuous.A);
  if (arguments.tau.given()) qdd = robot.qdd;
  Json json{{"joints", velocity_names(model)}, {"tau", tau}, {"qdd", qdd}};
  StateSpace sampled;
  if (arguments.state_space) json["A"] = to_json(robot.continuous.A), json["B"] = to_json(robot.continuous.B);
  if (arguments.sample_time) {
    sampled = discretised(robot.continuous, *arguments.sample_time);
    json["sample_time"] = *arguments.sample_time;
    json["A_discrete"] = to_json(sampled.A), json["B_discrete"] = to_json(sampled.B);
  }
  std::vector<Mode> found;
  if (arguments.modes) json["modes"] = to_json(found = modes(robot.continuous.A));
  if (arguments.modes && std::ranges::any_of(qdd, [](double x) { return std::abs(x) > 1e-9; }))
    remark(Severity::warning, "modes are about a pose that does not stay: there qdd is not 0",
           arguments.state.robot.json());
  if (answered(arguments.state.robot, json)) return;
  print_by_joint(model, {{"q", q}, {"qd", qd}, {"tau", tau}, {"qdd", qdd}});
  std::cout << '\n';
  if (arguments.state_space) print(model, robot.continuous, "A of x' = A x + B u, x = [q; qd], u = tau", "B");
  if (arguments.sample_time) {
    std::cout << '\n';
    print(model, sampled, "A from one sample to the next, " + shown(*arguments.sample_time) + " s, torques held", "B");
  }
  if (arguments.state_space && arguments.modes) std::cout << '\n';
  if (arguments.modes) print_modes(velocity_names(model), found);
}

}  // namespace derivatives_command

void add_derivatives(CommandLine& tool) {
  using namespace derivatives_command;
  Command command = tool.command("derivatives", "How torques or accelerations change with the state; small motions");
  auto arguments = std::make_shared<Arguments>();
  arguments->state.add_to(command);
  arguments->qdd.add_to(command, "--qdd", "Joint accelerations (default 0)");
  arguments->tau.add_to(command, "--tau",
                        "Joint torques (default 0; of small motions, those that give the acceleration --qdd)");
  Option(arguments->tau.option()).not_called({"--torque", "--torques", "--effort"});
  Option of = command.option("--of", arguments->of, "inverse-dynamics (default) or forward-dynamics");
  of.one_of({"inverse-dynamics", "forward-dynamics"});
  Option linear = command.flag("--state-space", arguments->state_space, "A and B of small motions about the state");
  command
      .option("--sample-time", arguments->sample_time, "Also from one sample to the next, s, torques held in between")
      .positive()
      .needs(linear);
  Option modes = command.flag("--modes", arguments->modes, "Natural frequencies, damping and shapes about the pose");
  of.excludes({linear, modes});
  command.on_run([arguments] {
    if (arguments->linear())
      of_small_motions(*arguments);
    else if (arguments->of == "inverse-dynamics")
      of_inverse_dynamics(*arguments);
    else
      of_forward_dynamics(*arguments);
  });
}

}  // namespace torsor::cli
