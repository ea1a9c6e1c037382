#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>

#include "arguments/condition_arguments.hpp"
#include "arguments/motion_arguments.hpp"
#include "arguments/outputs.hpp"
#include "arguments/retime_arguments.hpp"
#include "arguments/studio_arguments.hpp"
#include "arguments/table_output.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/exit_code.hpp"
#include "output/motion_output.hpp"
#include "output/retime_output.hpp"
#include "output/simulation_output.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/model/position.hpp"
#include "torsor/report/trajectory_report.hpp"

namespace torsor::cli {
namespace trajectory_command {

struct Arguments {
  RobotArguments robot;
  MotionArguments motion;
  LimitArguments bounds;
  ConditionArguments conditions;
  RetimeArguments retime;
  double rate = 100;
  std::string output, report;
  Outputs outputs;
  StudioArguments studio;

  bool prints_rows() const { return output == "-"; }
};

void require_samples(const Arguments& arguments, double duration) {
  constexpr double most = 1e6;
  if (!(duration * arguments.rate <= most))
    throw UsageError(fmt::format("--rate: expected at most {:g} samples, found {:g} s at {:g} a second", most, duration,
                                 arguments.rate));
}

void write_rows(Arguments& arguments, const Model<double>& model, const MotionRows& rows) {
  if (arguments.output.empty()) return;
  const TableTarget target =
      arguments.prints_rows() ? printed_table() : table_target(arguments.outputs, arguments.output);
  SampleTable table(model, target, SampleTable::Deflections::none);
  SimulationSample sample;
  for (std::size_t k = 0; k < rows.tau.size(); ++k) {
    sample.t = rows.motion.time[k], sample.q = rows.motion.q[k], sample.qd = rows.motion.qd[k];
    sample.qdd = rows.motion.qdd[k], sample.tau = rows.tau[k];
    table.add(sample);
  }
  table.finish();
  arguments.outputs.close();
}

/// What a script has to stop at, once the answer is printed.
void require_within_limits(const Model<double>& model, const SettledMotion& motion, const MotionDemand& demand) {
  const auto count =
      std::count_if(demand.limits.begin(), demand.limits.end(), [](const LimitUse& use) { return use.exceeded(); });
  if (count > 0)
    throw NotAcceptable(
        fmt::format("the motion exceeds {}{}: {}", counted(count, "limit"), count > 1 ? ", most of all" : "",
                    in_words(*demand.nearest(), limited_names(model), limited_units(model, motion.tip.only_turns))));
}

/// The motion that was asked for, at the pace that was asked for.
SettledMotion pace(const Arguments& arguments, const Model<double>& model, const std::vector<JointLimits>& limits,
                   RetimedMotion& retimed) {
  if (arguments.retime.given()) arguments.motion.require_retimable(model, arguments.bounds);
  const SettledMotion motion = arguments.motion.plan(arguments.robot, model, limits, arguments.bounds);
  const ConditionArguments& world = arguments.conditions;
  if (arguments.retime.given() && world.has_wrench())
    throw UsageError("--retime: expected no --wrench beside it, found one");
  const Conditions<double> conditions = world.without_wrench(model);
  return arguments.retime.apply(with_gravity(model, conditions.gravity), limits, motion, retimed);
}

void run(Arguments& arguments) {
  if (arguments.prints_rows() && arguments.robot.json()) throw UsageError("--output -: expected no --json beside it");
  const Model<double> model = arguments.robot.load();
  require_simple_joints(model, "trajectory");
  const ConditionArguments& world = arguments.conditions;
  const int tip = arguments.robot.tip(model, world.has_tip_wrench());
  const std::vector<JointLimits> limits = arguments.bounds.limits(arguments.robot, model);
  RetimedMotion retimed;
  const SettledMotion motion = pace(arguments, model, limits, retimed);
  require_samples(arguments, motion.duration);
  const std::size_t step = rows_for_a_sample(motion.duration, arguments.rate);
  const Trajectory dense = motion.sampled(arguments.rate * static_cast<double>(step));
  WrenchesAt wrenches_at;
  if (world.has_wrench()) wrenches_at = [&](const Vector& q) { return world.wrenches(model, q, tip); };
  const TrajectoryTorque torque = trajectory_torque(model, dense, world.without_wrench(model), wrenches_at);
  const MotionDemand demand = motion_demand(dense, torque, limits, motion.uses);
  const MotionRows rows = every(step, dense, torque);
  Json json = to_json(model, motion, rows, demand);
  if (!retimed.way.empty()) json["retiming"] = to_json(model, retimed);
  if (const std::string path = path_to_not_finite(json); !path.empty())
    throw ComputationError(path.substr(1) + " is not finite: no result");
  write_rows(arguments, model, rows);
  const auto report = [&] {
    return html_report(dense, torque, demand,
                       {model.name, motion.kind, limited_names(model), limited_units(model, motion.tip.only_turns),
                        limits, retimed.before, retimed.stretches});
  };
  arguments.studio.write(arguments.outputs, arguments.studio.made(report, [&](StudioContent& content) {
    put_robot(content, arguments.robot);
    put_motion(content, motion.kind, dense, torque);
  }));
  if (arguments.robot.json()) {
    print(json);
  } else if (!arguments.prints_rows()) {
    print_motion(model, motion, rows.tau.size(), demand);
    if (!retimed.way.empty()) print_retiming(model, retimed);
    for (const std::string& path : arguments.outputs.written()) std::cout << "wrote " << path << '\n';
  }
  std::cout.flush();
  arguments.outputs.require_written();
  require_within_limits(model, motion, demand);
}

}  // namespace trajectory_command

void add_trajectory(CommandLine& tool) {
  using namespace trajectory_command;
  Command command = tool.command("trajectory", "A motion from place to place, and what it asks of the motors");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command);
  arguments->motion.add_to(command);
  arguments->bounds.add_to(command);
  arguments->conditions.add_to(command);
  arguments->retime.add_to(command);
  command.option("--rate", arguments->rate, "Samples a second, the last one at the end").positive().show_default();
  arguments->outputs.add_to(command, "--output", arguments->output,
                            "Write t, q, qd, qdd, tau of every sample to this CSV or, by its ending, NPY; - prints "
                            "them as CSV");
  arguments->outputs.add_to(command, "--report", arguments->report, "Write a report with plots, one HTML file");
  arguments->studio.add_to(command, arguments->outputs, arguments->report);
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
