#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>

#include "arguments/comparison_arguments.hpp"
#include "arguments/control_arguments.hpp"
#include "arguments/outputs.hpp"
#include "arguments/simulation_arguments.hpp"
#include "arguments/studio_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/comparison_output.hpp"
#include "output/exit_code.hpp"
#include "output/progress_bar.hpp"
#include "output/remark.hpp"
#include "torsor/model/moving_inertia.hpp"
#include "torsor/model/position.hpp"
#include "torsor/report/controller_report.hpp"

namespace torsor::cli {
namespace compare_controllers_command {

struct Arguments {
  RobotArguments robot;
  ComparisonArguments comparison;
  ControlArguments control;
  SimulationArguments method;
  std::string report;
  int threads = 0;
  Outputs outputs;
  StudioArguments studio;
};

void require_possible(const Arguments& arguments, const Model<double>& robot) {
  if (!moves_inertia(robot))
    throw ComputationError("no link of " + robot.name + " that moves has a mass: it has no acceleration");
  require_simple_joints(robot, "compare-controllers");
  if (arguments.threads < 0 || arguments.threads > 256)
    throw UsageError(fmt::format("--threads: expected 0 to 256, found {}", arguments.threads));
}

/// Each run lasts as long as the motion, and the loop is called at every sample of it.
void require_size(const ControlLoopOptions& loop, double duration) {
  constexpr double most_samples = 1e7, most_delayed = 1e5;
  if (duration * loop.rate > most_samples)
    throw UsageError(fmt::format("--control-rate: expected at most {:g} samples, found {:g} s at {:g} a second",
                                 most_samples, duration, loop.rate));
  if (loop.delay * loop.rate > most_delayed)
    throw UsageError(fmt::format("--control-delay: expected at most {:g} samples, found {:g} s at {:g} a second",
                                 most_delayed, loop.delay, loop.rate));
}

ControllerComparisonOptions options_of(const Arguments& arguments, const Model<double>& robot, double duration) {
  const std::vector<JointLimits>& limits = arguments.robot.limits();
  ControllerComparisonOptions options;
  options.payloads = arguments.comparison.payloads();
  options.tip = arguments.robot.tip(robot);
  options.bandwidth = arguments.comparison.bandwidth();
  options.loop = arguments.control.options(robot.nv, limits);
  options.simulation = arguments.method.options(limits, duration);
  options.simulation.work = false;  // nobody looks at the power balance here
  options.threads = arguments.threads;
  const bool limited =
      std::any_of(limits.begin(), limits.end(), [](const JointLimits& one) { return std::isfinite(one.torque); });
  if (limited && limits.size() == static_cast<std::size_t>(robot.nv))
    for (const JointLimits& joint : limits) options.torque_limits.push_back(joint.torque);
  require_size(options.loop, duration);
  return options;
}

std::string page(const Arguments& arguments, const ControllerComparison& comparison, const Model<double>& robot,
                 const ControllerComparisonOptions& options) {
  ControllerReportNames names{robot.name,
                              std::filesystem::path(arguments.control.trajectory()).filename().string(),
                              robot.frames[static_cast<std::size_t>(options.tip)].name,
                              velocity_names(robot),
                              torque_units(robot),
                              findings_of(comparison, robot)};
  return html_report(comparison, options, names);
}

/// Control that is lost is a result; that nobody kept it is an answer that a script should stop at.
void require_any_held(const ControllerComparison& comparison, const Model<double>& robot) {
  if (comparison.any_held()) return;
  const ControllerRun& best = comparison.controllers[comparison.ranking.front()].nominal();
  if (!best.refused.empty()) throw ComputationError(best.refused);
  if (best.lost() == nullptr) throw ComputationError(to_string(best.end, velocity_names(robot)));
  throw NotAcceptable("no controller held with the nominal load; " +
                      comparison.controllers[comparison.ranking.front()].controller.name +
                      " longest: " + outcome_of(best, robot));
}

void note_lowered_gains(const Arguments& arguments, const std::vector<ComparedController>& controllers,
                        const ControllerComparison& comparison, const Model<double>& robot, const SampledMotion& motion,
                        const ControllerComparisonOptions& options) {
  const Model<double> model = arguments.control.controllers_model(robot);
  const std::vector<double> start = motion.rows().q.front();
  for (std::size_t k = 0; k < controllers.size(); ++k) {
    if (!controllers[k].gains.stiffness.empty() || is_of_tip(controllers[k].kind)) continue;
    const Gains<double> usual = default_gains(model, controllers[k].kind, start, options.bandwidth);
    for (const std::string& note :
         lowered_gains(usual, comparison.controllers[k].gains, controllers[k].name, velocity_names(robot)))
      remark(Severity::note, note, arguments.robot.json());
  }
}

void run(Arguments& arguments) {
  const Model<double> robot = arguments.robot.load();
  require_possible(arguments, robot);
  const Model<double> model = arguments.control.controllers_model(robot);
  const std::vector<ComparedController> controllers =
      arguments.comparison.controllers(robot, model, arguments.robot.tip(robot, false));
  const SampledMotion motion = arguments.control.motion(robot);
  ControllerComparisonOptions options = options_of(arguments, robot, motion.end() - motion.begin());
  ProgressBar bar("compare-controllers");
  options.progress = [&bar](double share) { bar.show(share); };
  const ControllerComparison comparison = compare_controllers(robot, model, motion, controllers, options);
  note_lowered_gains(arguments, controllers, comparison, robot, motion, options);
  arguments.studio.write(arguments.outputs,
                         arguments.studio.made([&] { return page(arguments, comparison, robot, options); },
                                               [&](StudioContent& content) { put_robot(content, arguments.robot); }));
  if (!answered(arguments.robot, to_json(comparison, robot, options))) {
    print_comparison(comparison, robot);
    for (const std::string& path : arguments.outputs.written()) std::cout << "\nwrote " << path << '\n';
  }
  std::cout.flush();
  arguments.outputs.require_written();
  require_any_held(comparison, robot);
}

}  // namespace compare_controllers_command

void add_compare_controllers(CommandLine& tool) {
  using namespace compare_controllers_command;
  Command command = tool.command("compare-controllers",
                                 "Controllers on one motion: errors, effort, and loads that they do not know of");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command);
  arguments->robot.masses_do_not_matter();  // without them there is no motion, and it says so
  arguments->robot.loops_are_held();
  arguments->control.add_task_to(command).required();
  arguments->comparison.add_to(command);
  arguments->method.add_to(command);
  command.option("--threads", arguments->threads, "How many to use (default: all cores)");
  arguments->outputs.add_to(command, "--report", arguments->report, "Write a report with plots, one HTML file");
  arguments->studio.add_to(command, arguments->outputs, arguments->report);
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
