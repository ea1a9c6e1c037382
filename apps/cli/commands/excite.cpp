#include "torsor/experiments/excite.hpp"

#include <iostream>
#include <memory>

#include "arguments/excite_arguments.hpp"
#include "arguments/outputs.hpp"
#include "arguments/studio_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/excite_output.hpp"
#include "output/motion_rows.hpp"
#include "output/progress_bar.hpp"
#include "output/remark.hpp"
#include "torsor/report/excitation_report.hpp"
#include "torsor/trajectory/trajectory_torque.hpp"

namespace torsor::cli {
namespace excite_command {

struct Arguments {
  RobotArguments robot;
  ExciteArguments wanted;
  std::string output, deviations, report;
  bool quiet = false;
  Outputs outputs;
  StudioArguments studio;
};

void require_rows(const Arguments& arguments, const ExciteOptions& options) {
  constexpr double most = 1e6;
  if (options.period * options.rate > most) throw UsageError("--rate: expected at most 1e6 rows in a period");
  if (!arguments.output.empty() && !arguments.output.ends_with(".csv") && !arguments.output.ends_with(".npy"))
    throw UsageError("--output: expected a file that ends in .csv or .npy, found '" + arguments.output + "'");
}

void run(Arguments& arguments) {
  const Description robot = arguments.robot.load_changed();
  const Model<double> model = arguments.robot.load();
  require_simple_joints(model, "excite");
  ExciteOptions options = arguments.wanted.options(arguments.robot, model);
  require_rows(arguments, options);
  std::vector<std::string> notes;
  options.capsules = arguments.wanted.capsules(arguments.robot, model, notes);
  const std::vector<CleanLog> logs = arguments.wanted.earlier_logs(model);
  for (const CleanLog& log : logs) options.after.push_back({log.name(), &log.rows()});
  if (!options.identification.gravity && !logs.empty()) options.identification.gravity = logs[0].file().gravity();
  if (!arguments.quiet)
    options.progress = [bar = std::make_shared<ProgressBar>("exciting")](const std::string& stage, double done) {
      bar->show(done, stage);
    };
  ExcitingMotion motion = excite(robot, options);
  motion.notes.insert(motion.notes.begin(), notes.begin(), notes.end());
  const Trajectory rows = sampled(motion.series, options.rate);
  Conditions<double> conditions = default_conditions(model);
  if (options.identification.gravity) conditions.gravity = *options.identification.gravity;
  const TrajectoryTorque torque = trajectory_torque(model, rows, conditions);
  if (!arguments.output.empty()) write_motion_rows(arguments.outputs, arguments.output, model, rows, torque.tau);
  arguments.outputs.write(arguments.deviations, arguments.deviations.empty() ? "" : deviations_csv(motion));
  const auto report = [&] { return html_report(model, motion, rows, torque); };
  arguments.studio.write(arguments.outputs, arguments.studio.made(report, [&](StudioContent& content) {
    put_robot(content, arguments.robot);
    put_motion(content, "exciting motion", rows, torque);
  }));
  if (!answered(arguments.robot, to_json(model, motion))) {
    print_exciting_motion(model, motion);
    for (const std::string& path : arguments.outputs.written()) std::cout << "wrote " << path << '\n';
  }
  std::cout.flush();
  arguments.outputs.require_written();
}

}  // namespace excite_command

void add_excite(CommandLine& tool) {
  using namespace excite_command;
  Command command = tool.command("excite", "The motion that tells most of a robot's parameters, within its limits");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::kinematics);
  arguments->robot.keep_visuals(true);
  arguments->wanted.add_to(command);
  arguments->outputs.add_to(command, "--output", arguments->output,
                            "Write t, q, qd, qdd, tau of every row to this CSV or, by its ending, NPY");
  arguments->outputs.add_to(command, "--deviations", arguments->deviations,
                            "Write the expected standard deviation of every base parameter to this CSV");
  arguments->outputs.add_to(command, "--report", arguments->report,
                            "Write a report with plots and a replay, one HTML file");
  arguments->studio.add_to(command, arguments->outputs, arguments->report);
  command.flag("--quiet", arguments->quiet, "No progress bar");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
