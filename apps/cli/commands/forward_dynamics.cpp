#include "torsor/dynamics/forward_dynamics.hpp"

#include <iostream>
#include <memory>

#include "arguments/state.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/table.hpp"
#include "torsor/dynamics/singular_inertia.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
void add_forward_dynamics(CommandLine& tool) {
  Command command = tool.command("forward-dynamics", "The acceleration that torques give: qdd");
  struct Arguments {
    StateArguments state;
    VectorArgument tau;
    std::string method = "articulated-bodies";
  };
  auto arguments = std::make_shared<Arguments>();
  arguments->state.add_to(command);
  arguments->state.robot.masses_do_not_matter();  // without them there is no acceleration, and it says so
  arguments->tau.add_to(command, "--tau", "Joint torques, or forces of prismatic joints (default 0)");
  Option(arguments->tau.option()).not_called({"--torque", "--torques", "--effort"});
  command.option("--method", arguments->method, "articulated-bodies (default) or inertia-matrix")
      .one_of({"articulated-bodies", "inertia-matrix"});
  command.on_run([arguments] {
    const State state(arguments->state);
    const auto& [model, q, qd, wrenches, conditions] = state;
    const Vector tau = arguments->tau.velocities(model);
    ForwardDynamicsWorkspace<double> workspace(model);
    Vector qdd(model.nv);
    if (arguments->method == "inertia-matrix")
      forward_dynamics_through_inertia<double>(model, q, qd, tau, conditions, workspace, qdd);
    else
      forward_dynamics<double>(model, q, qd, tau, conditions, workspace, qdd);
    require_acceleration(model, q, workspace.pivots);
    if (answered(arguments->state.robot, {{"joints", velocity_names(model)}, {"qdd", qdd}})) return;
    print_by_joint(model, {{"q", q}, {"qd", qd}, {"tau", tau}, {"qdd", qdd}});
  });
}

}  // namespace torsor::cli
