#include "torsor/experiments/plan_experiment.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>

#include "arguments/excite_arguments.hpp"
#include "arguments/outputs.hpp"
#include "arguments/studio_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/motion_rows.hpp"
#include "output/plan_commands.hpp"
#include "output/plan_output.hpp"
#include "output/progress_bar.hpp"
#include "torsor/core/text.hpp"
#include "torsor/lint/lint.hpp"
#include "torsor/model/evaluator.hpp"
#include "torsor/report/plan_report.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"

namespace torsor::cli {
namespace plan_experiment_command {

namespace fs = std::filesystem;

struct Arguments {
  RobotArguments robot;
  ExciteArguments wanted;
  PlanOptions plan;
  std::string folder, report;
  bool quiet = false;
  Outputs outputs;
  StudioArguments studio;
};

/// What lint says of a file; built-in robots are known to be sound.
std::vector<Finding> robot_findings(const std::string& name) {
  std::error_code ignored;
  const std::vector<std::string> known = builtin_robot_names();
  if (std::ranges::find(known, name) != known.end() || !fs::exists(name, ignored)) return {};
  return lint::inspect(read_robot_text(name), name);
}

/// A file that is there already is told of before anything is computed.
void require_free(const Arguments& arguments, int joints) {
  if (arguments.folder.empty()) return;
  std::vector<std::string> names{"identification.csv", "validation.csv", "poses.csv"};
  for (int j = 1; j <= joints; ++j) names.push_back("friction-" + std::to_string(j) + ".csv");
  std::error_code none;
  if (fs::exists(arguments.folder, none) && !fs::is_directory(arguments.folder, none))
    throw UsageError("--output: expected a folder, or a place where one can be made, found " +
                     in_quotes(arguments.folder));
  for (const std::string& name : names) {
    const fs::path path = fs::path(arguments.folder) / name;
    if (!arguments.outputs.force() && fs::exists(fs::symlink_status(path, none)))
      throw UsageError("--output: " + path.string() + ": expected a file that is not there yet, found one; --force " +
                       "writes over it");
  }
}

void write_motions(Arguments& arguments, const Model<double>& model, const ExperimentPlan& plan) {
  if (arguments.folder.empty()) return;
  std::error_code problem;
  fs::create_directories(arguments.folder, problem);
  if (!fs::is_directory(arguments.folder))
    throw UsageError("--output: expected a folder, or a place where one can be made, found " +
                     in_quotes(arguments.folder));
  for (const PlannedMotion& motion : plan.motions)
    write_motion_rows(arguments.outputs, (fs::path(arguments.folder) / motion.file).string(), model, motion.rows,
                      motion.tau);
}

PlanOptions options_of(const Arguments& arguments, const Model<double>& model, const std::vector<CleanLog>& logs,
                       std::vector<std::string>& notes) {
  PlanOptions options = arguments.plan;
  options.excitation = arguments.wanted.options(arguments.robot, model);
  options.excitation.capsules = arguments.wanted.capsules(arguments.robot, model, notes);
  options.robot_findings = robot_findings(arguments.robot.name());
  for (const CleanLog& log : logs) options.first_logs.push_back(&log);
  if (!options.excitation.identification.gravity && !logs.empty())
    options.excitation.identification.gravity = logs[0].file().gravity();
  if (!arguments.quiet)
    options.excitation.progress = [bar = std::make_shared<ProgressBar>("planning")](
                                      const std::string& stage, double done) { bar->show(done, stage); };
  return options;
}

/// Where the base is turned by a flag, commands that have none are told of gravity as it then stands in the axes of the
/// robot file: R_file R_turned^T g.
std::optional<Vector3<double>> gravity_of_logs(const Arguments& arguments, const Description& robot,
                                               const PlanOptions& options) {
  const std::optional<Vector3<double>>& stated = options.excitation.identification.gravity;
  const Description& file = arguments.robot.load_description();
  const Evaluator<double> here(robot), there(file);
  const Matrix3<double> R = there.rotation(file.base.rpy) * transpose(here.rotation(robot.base.rpy));
  const Vector3<double> g = stated ? *stated : here.vector(robot.gravity), turned = R * g;
  if (length(turned - g) < 1e-12 * length(g)) return stated;
  const auto rounded = [&](double x) { return std::abs(x) < 1e-12 * length(g) ? 0.0 : x; };
  return Vector3<double>{rounded(turned.x), rounded(turned.y), rounded(turned.z)};
}

void run(Arguments& arguments, const Command& command) {
  const Description robot = arguments.robot.load_changed();
  const Model<double> model = arguments.robot.load();
  require_simple_joints(model, "plan-experiment");
  require_free(arguments, model.nv);
  const std::vector<CleanLog> logs = arguments.wanted.all_earlier_logs(model);
  std::vector<std::string> notes;
  const PlanOptions options = options_of(arguments, model, logs, notes);
  ExperimentPlan plan = plan_experiment(robot, options);
  plan.warnings.insert(plan.warnings.begin(), notes.begin(), notes.end());
  const std::vector<PlanCommand> commands =
      plan_commands(plan, {arguments.robot.name(), arguments.wanted.mapping(), options.excitation.identification,
                           gravity_of_logs(arguments, robot, options), command.given_flags()});
  write_motions(arguments, model, plan);
  arguments.studio.write(arguments.outputs,
                         arguments.studio.made([&] { return html_report(plan, commands); },
                                               [&](StudioContent& content) { put_robot(content, arguments.robot); }));
  if (!answered(arguments.robot, to_json(plan, commands))) {
    print_plan(plan, commands);
    for (const std::string& path : arguments.outputs.written()) std::cout << "wrote " << path << '\n';
  }
  std::cout.flush();
  arguments.outputs.require_written();
}

}  // namespace plan_experiment_command

void add_plan_experiment(CommandLine& tool) {
  using namespace plan_experiment_command;
  Command command =
      tool.command("plan-experiment", "What to do in a lab to identify a robot: motions, accuracy, steps");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::kinematics);
  arguments->robot.keep_visuals(true);
  arguments->robot.masses_do_not_matter();
  arguments->wanted.add_to(command);
  command.option("--accuracy", arguments->plan.accuracy, "Wanted deviation of a parameter, as a share of its value")
      .show_default();
  command
      .option("--most-repetitions", arguments->plan.most_repetitions,
              "Of the motion for identification that are asked for")
      .show_default();
  command.option("--poses", arguments->plan.poses, "At rest, for gravity and loads; 0: none").show_default();
  command.option("--output", arguments->folder, "Folder for the motions as CSV; it is made where there is none")
      .folder();
  arguments->outputs.add_to(command, "--report", arguments->report,
                            "Write the page to take to the robot, one HTML file");
  arguments->studio.add_to(command, arguments->outputs, arguments->report);
  command.flag("--quiet", arguments->quiet, "No progress bar");
  command.on_run([arguments, command] { run(*arguments, command); });
}

}  // namespace torsor::cli
