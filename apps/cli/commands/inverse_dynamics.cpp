#include <iostream>
#include <memory>

#include "arguments/outputs.hpp"
#include "arguments/state.hpp"
#include "arguments/table_output.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/progress_bar.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "output/trajectory_output.hpp"
#include "torsor/dynamics/bearing_loads.hpp"
#include "torsor/dynamics/formulation.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace inverse_dynamics_command {

struct Arguments {
  StateArguments state;
  VectorArgument qdd;
  std::string method = "newton-euler", trajectory, output;
  bool loads = false;
  Option trajectory_option;
  Outputs outputs;
};

/// That of --method, where the robot and its base allow it.
Formulation formulation(const Arguments& arguments, const Model<double>& model) {
  if (arguments.method == "newton-euler") return Formulation::newton_euler;
  if (arguments.method == "newton-euler-base-frame") return Formulation::newton_euler_base_frame;
  require_simple_joints(model, "--method lagrange-euler");
  if (arguments.state.conditions.base_moves())
    throw UsageError(
        "--method lagrange-euler: expected a base at rest, without --base-velocity and "
        "--base-acceleration");
  return Formulation::lagrange_euler;
}

void one_state(const Arguments& arguments) {
  const State state(arguments.state);
  const auto& [model, q, qd, wrench, conditions] = state;
  const Vector qdd = arguments.qdd.velocities(model);
  const Vector tau = inverse_dynamics_by(formulation(arguments, model), model, q, qd, qdd, conditions);
  std::vector<Force<double>> loads;
  if (arguments.loads) loads = bearing_loads(model, q, qd, qdd, conditions);
  Json json{{"joints", velocity_names(model)}, {"tau", tau}};
  Table table({"joint", "force x", "y", "z", "moment x", "y", "z"});
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const std::string name = i == 0 ? "base" : model.joint_names[i - 1];
    const auto& [mu, f] = loads[i];
    json["bearing_loads"].push_back({{"joint", name}, {"force", entries_json(f)}, {"moment", entries_json(mu)}});
    table.add({name, shown(f.x), shown(f.y), shown(f.z), shown(mu.x), shown(mu.y), shown(mu.z)});
  }
  if (answered(arguments.state.robot, json)) return;
  print_by_joint(model, {{"q", q}, {"qd", qd}, {"qdd", qdd}, {"tau", tau}});
  if (!arguments.loads) return;
  std::cout << "\nbearing loads: what the parent passes to the link, in the joint's frame (z along its axis)\n";
  table.print();
}

void whole_trajectory(Arguments& arguments) {
  if (arguments.state.q.given() || arguments.state.qd.given() || arguments.qdd.given() || arguments.loads)
    throw UsageError("--trajectory: expected no --q, --qd, --qdd or --bearing-loads beside it");
  if (arguments.trajectory.empty()) throw UsageError("--trajectory: expected a file, found nothing");
  if (arguments.method != "newton-euler") throw UsageError("--trajectory: expected --method newton-euler");
  const Model<double> model = arguments.state.robot.load();
  require_simple_joints(model, "--trajectory");
  const int tip = arguments.state.robot.tip(model, arguments.state.conditions.has_tip_wrench());
  const ConditionArguments& world = arguments.state.conditions;
  const bool json = arguments.state.robot.json();
  ProgressBar bar("inverse-dynamics");
  TorqueJson collected;
  const TableTarget target = table_target(arguments.outputs, arguments.output);
  TorqueFileOptions options;
  options.stream.progress = [&](double share) { bar.show(share); };
  if (!arguments.output.empty()) options.stream.target = &target;
  if (world.has_wrench()) options.wrenches_at = [&](const Vector& q) { return world.wrenches(model, q, tip); };
  options.limits = joint_limits(arguments.state.robot.load_description());
  if (json)
    options.each = [&](const StateRows& states, const TorqueRows& rows) {
      collected.add(states, rows, static_cast<std::size_t>(model.nv));
    };
  const TorqueSummary summary =
      torque_of_file(model, arguments.trajectory, world.without_wrench(model), options).summary;
  arguments.outputs.close();
  if (json) {
    print(collected.json(model, summary));
  } else {
    print_summary(model, summary);
    for (const std::string& path : arguments.outputs.written())
      std::cout << "\ntorques and terms of every row: " << path << '\n';
  }
  std::cout.flush();
  arguments.outputs.require_written();
}

}  // namespace inverse_dynamics_command

void add_inverse_dynamics(CommandLine& tool) {
  using namespace inverse_dynamics_command;
  Command command = tool.command("inverse-dynamics", "The torque that a motion needs: tau");
  auto arguments = std::make_shared<Arguments>();
  arguments->state.add_to(command, false);
  arguments->qdd.add_to(command, "--qdd", "Joint accelerations (default 0)");
  arguments->trajectory_option =
      command
          .option("--trajectory", arguments->trajectory,
                  "A CSV or NPY of q, qd, qdd in place of the vectors: columns [t,] q1.., qd1.., qdd1..")
          .file();
  arguments->outputs.add_to(command, "--output", arguments->output,
                            "Write torques and terms of the whole trajectory to this CSV or, by its ending, NPY");
  command.option("--method", arguments->method, "newton-euler (default), newton-euler-base-frame or lagrange-euler")
      .one_of({"newton-euler", "newton-euler-base-frame", "lagrange-euler"});
  command.flag("--bearing-loads", arguments->loads, "Also the forces and moments that the bearings carry");
  command.on_run([arguments] {
    if (arguments->trajectory_option.given()) return whole_trajectory(*arguments);
    if (!arguments->output.empty()) throw UsageError("--output: expected --trajectory beside it");
    if (!arguments->state.q.given())
      throw UsageError("--q: expected joint positions, or --trajectory FILE; found neither");
    one_state(*arguments);
  });
}

}  // namespace torsor::cli
