#include "arguments/state.hpp"

#include "arguments/position_limits.hpp"

namespace torsor::cli {

void StateArguments::add_to(Command& command, bool q_required) {
  robot.add_to(command);
  q.add_to(command, "--q", "Joint positions", q_required);
  qd.add_to(command, "--qd", "Joint velocities (default 0)");
  Option(q.option()).not_called({"--position", "--positions", "--joints", "--angles"});
  Option(qd.option()).not_called({"--dq", "--velocity", "--velocities"});
  conditions.add_to(command);
}

State::State(const StateArguments& arguments)
    : model(arguments.robot.load()), q(positions(arguments.q, arguments.robot, model)),
      qd(arguments.qd.velocities(model)),
      wrenches(
          arguments.conditions.wrenches(model, q, arguments.robot.tip(model, arguments.conditions.has_tip_wrench()))),
      conditions(arguments.conditions.without_wrench(model)) {
  conditions.wrenches = wrenches;
}

}  // namespace torsor::cli
