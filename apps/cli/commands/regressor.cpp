#include "torsor/dynamics/regressor.hpp"

#include <iostream>
#include <memory>

#include "arguments/parameter_arguments.hpp"
#include "arguments/state.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/energy_regressor.hpp"
#include "torsor/dynamics/gravity_compensation.hpp"
#include "torsor/dynamics/load_friction.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace regressor_command {

struct Arguments {
  StateArguments state;
  VectorArgument qdd, reference;
  ParameterArguments parameters;
  std::string form = "torque";
};

const std::vector<std::string> base_rows{"base fx", "base fy", "base fz", "base nx", "base ny", "base nz"};

Matrix<double> evaluate(const Arguments& arguments, const State& state, const ParameterLayout& layout) {
  const auto& [model, q, qd, wrenches, conditions] = state;
  const Vector qdd = arguments.qdd.velocities(model);
  if (arguments.form == "momentum") return momentum_regressor(model, layout, q, qd);
  if (arguments.form == "energy") return energy_regressor(model, layout, q, qd, conditions.gravity);
  if (arguments.form == "slotine-li")
    return slotine_li_regressor(model, layout, q, qd, arguments.reference.velocities(model), qdd, conditions);
  return regressor(model, layout, q, qd, qdd, conditions);
}

/// What comes on top of Y theta, row by row; nothing where no weight is compensated.
Vector compensation(const Arguments& arguments, const State& state, const ParameterLayout& layout) {
  const auto& [model, q, qd, wrenches, conditions] = state;
  if (model.carried.empty()) return {};
  const Vector still(model.nv);
  if (arguments.form == "momentum") return Vector(model.nv + (layout.base ? 6 : 0));
  const Model<double> alone = compensation_alone(model);
  if (arguments.form == "energy")
    return {0.0, gravity_energy<double>(alone, forward_kinematics(alone, q), conditions.gravity)};
  NewtonEulerWorkspace<double> workspace(alone);
  Vector tau(model.nv);
  newton_euler<double>(alone, q, still, still, {conditions.gravity, {}, {}}, workspace, tau);
  const auto [n, f] = base_load(alone, workspace);
  if (layout.base) tau.insert(tau.begin(), {f.x, f.y, f.z, n.x, n.y, n.z});
  return tau;
}

/// Friction that grows with the load, which comes on top too; nothing where there is none, or a form has no friction.
Vector load_friction(const Arguments& arguments, const State& state, const ParameterLayout& layout) {
  const auto& [model, q, qd, wrenches, conditions] = state;
  if (!model.load_friction || arguments.form != "torque") return {};
  Vector tau = load_friction_torque<double>(model, q, qd, arguments.qdd.velocities(model), conditions);
  if (layout.base) tau.insert(tau.begin(), 6, 0.0);
  return tau;
}

std::vector<std::string> row_names(const Arguments& arguments, const Model<double>& model,
                                   const ParameterLayout& layout) {
  if (arguments.form == "energy") return {"kinetic", "potential"};
  std::vector<std::string> names;
  if (layout.base) names = base_rows;
  for (const std::string& name : velocity_names(model)) names.push_back(name);
  return names;
}

void run(const Arguments& arguments) {
  const State state(arguments.state);
  const Model<double>& model = state.model;
  if ((arguments.form == "slotine-li") != arguments.reference.given())
    throw UsageError("--qd-reference: expected together with --form slotine-li, and only with it");
  if (arguments.form != "torque" && arguments.state.conditions.base_moves())
    throw UsageError("--form " + arguments.form +
                     ": expected a base at rest, without --base-velocity and --base-acceleration");
  const ParameterLayout layout = parameter_layout(model, arguments.parameters.selection(model));
  const Matrix<double> Y = evaluate(arguments, state, layout);
  const Vector theta = parameters(model, layout);
  const std::vector<std::string> rows = row_names(arguments, model, layout), names = parameter_names(layout);
  Vector product(rows.size(), 0.0);
  for (int i = 0; i < Y.rows; ++i)
    for (int c = 0; c < Y.columns; ++c) product[i] += Y(i, c) * theta[c];
  const Vector known = compensation(arguments, state, layout);
  Json json{{"form", arguments.form},  {"rows", rows},      {"names", names}, {"parameters", theta},
            {"regressor", to_json(Y)}, {"product", product}};
  if (!known.empty()) json["gravity_compensation"] = known;
  const Vector under_load = load_friction(arguments, state, layout);
  if (!under_load.empty()) json["load_friction"] = under_load;
  if (answered(arguments.state.robot, json)) return;
  std::vector<std::string> header{"parameter", "value"};
  header.insert(header.end(), rows.begin(), rows.end());
  Table table(header);
  for (int c = 0; c < Y.columns; ++c) {
    std::vector<std::string> row{names[c], shown(theta[c])};
    for (int i = 0; i < Y.rows; ++i) row.push_back(shown(Y(i, c)));
    table.add(row);
  }
  std::vector<std::string> last{"Y theta", ""};
  for (const double entry : product) last.push_back(shown(entry));
  table.add(last);
  const auto add_on_top = [&](const char* what, const Vector& torque) {
    std::vector<std::string> row{what, ""};
    for (const double entry : torque) row.push_back(shown(entry));
    if (!torque.empty()) table.add(row);
  };
  add_on_top("compensation", known);
  add_on_top("load friction", under_load);
  std::cout << "regressor, one parameter a line (transposed); inertia matrix entries about the link frames' origins\n";
  table.print();
}

}  // namespace regressor_command

void add_regressor(CommandLine& tool) {
  using namespace regressor_command;
  Command command = tool.command("regressor", "Y with tau = Y theta: the torque, linear in the parameters");
  auto arguments = std::make_shared<Arguments>();
  arguments->state.add_to(command);
  arguments->qdd.add_to(command, "--qdd", "Joint accelerations (default 0); those of the reference for slotine-li");
  arguments->reference.add_to(command, "--qd-reference", "Reference velocities of the Slotine-Li form");
  command.option("--form", arguments->form, "torque (default), slotine-li, momentum or energy")
      .one_of({"torque", "slotine-li", "momentum", "energy"});
  arguments->state.robot.masses_do_not_matter();
  arguments->parameters.add_to(command);
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
