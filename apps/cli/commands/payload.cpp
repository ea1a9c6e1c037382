#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "arguments/frame_argument.hpp"
#include "arguments/log_arguments.hpp"
#include "arguments/log_name.hpp"
#include "arguments/outputs.hpp"
#include "arguments/payload_text.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/studio_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/exit_code.hpp"
#include "output/finding_output.hpp"
#include "output/payload_output.hpp"
#include "output/progress_bar.hpp"
#include "torsor/core/text.hpp"
#include "torsor/experiments/payload_estimation.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/change_description.hpp"
#include "torsor/model/tip.hpp"
#include "torsor/report/payload_report.hpp"
#include "torsor/robot_files/write_robot.hpp"
#include "torsor/version.hpp"

namespace torsor::cli {
namespace payload_command {

struct Arguments {
  RobotArguments robot;
  LogArguments logs;
  std::vector<std::string> unloaded, loaded, reference;
  std::string known_load, output, report, smoothing = "kalman";
  double cutoff = 0;
  VectorArgument gravity;
  PayloadOptions options;
  Option known_option;
  bool exact_gains = false, no_rotor = false, quiet = false;
  Outputs outputs;
  StudioArguments studio;
};

Inertia<double> inertia_of(const described::MassProperties& load) {
  const Evaluator<double> values;
  return values.inertia(load);
}

/// A load belongs to one end of the robot.
void require_clear_frame(const Description& robot, const PayloadOptions& options) {
  const std::vector<std::string> ends = robot.tool ? std::vector<std::string>() : tip_names(robot);
  if (!options.frame.empty() || ends.size() < 2) return;
  throw UsageError(
      fmt::format("--tool-frame: expected the frame that holds the load, because {} has {} ends ({}); found none",
                  robot.name, ends.size(), enumerated(ends)));
}

PayloadOptions options_of(const Arguments& arguments, const Model<double>& model) {
  PayloadOptions options = arguments.options;
  if (!options.frame.empty()) frame_named(model, options.frame, "--tool-frame");
  options.gain_ratios = !arguments.exact_gains;
  options.equations.rotor = !arguments.no_rotor;
  options.equations.smoothing = smoothing_options(arguments.smoothing, arguments.cutoff);
  if (arguments.known_option.given()) options.known = inertia_of(read_payload(arguments.known_load, "--known-load"));
  if (arguments.gravity.given()) options.equations.gravity = arguments.gravity.three();
  if (!arguments.quiet)
    options.equations.progress = [bar = std::make_shared<ProgressBar>("weighing")](
                                     const std::string& stage, double done) { bar->show(done, stage); };
  return options;
}

std::string robot_text(const Description& robot, const PayloadEstimate& result) {
  return write_yaml(with_payload(robot, result.frame, described_load(result))).text;
}

/// The page, with advice in the tool's own words.
std::string report_text(PayloadEstimate result) {
  result.findings = with_flags(std::move(result.findings));
  return html_report(result);
}

/// The robot with the load, where one was found, and a log with it, or else one without.
void fill(StudioContent& content, const Description& robot, const PayloadLogs<CleanLog>& logs,
          const PayloadEstimate& result) {
  put_robot(content, result.found() ? with_payload(robot, result.frame, described_load(result)) : robot);
  for (const auto* some : {&logs.loaded, &logs.unloaded, &logs.reference})
    if (!some->empty() && content.log.empty()) put_log(content, some->front().rows(), some->front().name());
}

/// Everything is computed before the first file is written. A robot with a load that was not found is not written: a
/// script that overlooks the exit code would go on with it. Returns what was withheld.
std::vector<std::string> write_files(Arguments& arguments, const Description& robot, const PayloadLogs<CleanLog>& logs,
                                     const PayloadEstimate& result) {
  const bool wanted = !arguments.output.empty() && result.found();
  const std::string written_robot = wanted ? robot_text(robot, result) : "";
  const StudioArguments::Pages pages = arguments.studio.made(
      [&] { return report_text(result); }, [&](StudioContent& content) { fill(content, robot, logs, result); });
  if (wanted) arguments.outputs.write(arguments.output, written_robot);
  arguments.studio.write(arguments.outputs, pages);
  return wanted || arguments.output.empty() ? std::vector<std::string>() : std::vector{arguments.output};
}

/// What a script has to stop at, once the answer is printed.
void require_success(const Arguments& arguments, const PayloadEstimate& result) {
  std::cout.flush();
  arguments.outputs.require_written();
  if (result.has_load && !result.found()) throw NotAcceptable(in_words(result));
}

void run(Arguments& arguments) {
  const Description robot = arguments.robot.load_description();
  require_clear_frame(robot, arguments.options);
  const Model<double> model = arguments.robot.load();
  const PayloadOptions options = options_of(arguments, model);
  Outputs::require_yaml(arguments.output, "--output");
  if (!arguments.output.empty() && arguments.loaded.empty())
    throw UsageError("--output: expected --loaded beside it, found no logs with an unknown load");
  const CleanLogOptions opening = arguments.logs.options(model, options.equations.gravity);
  const PayloadLogs<CleanLog> logs{open_logs_named(arguments.unloaded, "--unloaded", opening),
                                   open_logs_named(arguments.loaded, "--loaded", opening),
                                   open_logs_named(arguments.reference, "--reference", opening)};
  PayloadEstimate result = estimate_payload(robot, logs, options);
  result.version = std::string("torsor ").append(version);
  const std::vector<std::string> withheld = write_files(arguments, robot, logs, result);
  Json answer = to_json(result);
  answer["written"] = arguments.outputs.written();
  answer["withheld"] = withheld;
  if (!answered(arguments.robot, answer)) print_payload(result, arguments.outputs.written(), withheld);
  require_success(arguments, result);
}

void add_logs(Command& command, Arguments& arguments) {
  command.option("--unloaded", arguments.unloaded, "Logs without the load: CSV, NPY or MATLAB files").file();
  command.option("--loaded", arguments.loaded, "Logs with the load that is sought; their motion may be another").file();
  command.option("--reference", arguments.reference, "Logs with a load that is known (--known-load)").file();
  arguments.known_option =
      command
          .option("--known-load", arguments.known_load,
                  "The load of --reference in the tool's frame: mass,x,y,z or mass,x,y,z,Ixx,Ixy,Ixz,Iyy,Iyz,Izz "
                  "(about its centre); it tells the gains of the torques themselves")
          .value("LIST");
  arguments.logs.add_options_to(command);
}

}  // namespace payload_command

void add_payload(CommandLine& tool) {
  using namespace payload_command;
  Command command = tool.command("payload", "Mass, centre and inertia of a load, from logs without and with it");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::description);
  add_logs(command, *arguments);
  PayloadOptions& options = arguments->options;
  command.option("--tool-frame", options.frame, "The frame of the load: a link, or `tool` (default: the robot's tip)")
      .value("FRAME");
  command.flag("--static", options.still,
               "From poses at rest alone, each approached from both sides: mass and centre; without --unloaded the "
               "weight of the robot is that of its file");
  command.option("--rest-duration", options.rest_duration, "s that a rest has to last (default 0.4)").positive();
  command
      .option("--gain-deviation", options.gain_deviation,
              "Standard deviation of the torque gain that all joints share, as a share (default 0.01)")
      .between(0.0, 0.5);
  command.flag("--exact-gains", arguments->exact_gains,
               "The torques of all joints are in proportion: do not estimate factors between them");
  arguments->outputs.add_to(command, "--output", arguments->output, "Write the robot with this payload as YAML");
  arguments->outputs.add_to(command, "--report", arguments->report, "Write a report with plots, one HTML file");
  arguments->studio.add_to(command, arguments->outputs, arguments->report);
  command.flag("--no-rotor", arguments->no_rotor, "No rotor inertias");
  command.option("--smoothing", arguments->smoothing, "kalman (default), butterworth or none")
      .one_of({"kalman", "butterworth", "none"});
  command.option("--cutoff", arguments->cutoff, "Hz, of the smoothing (default: from the data)").positive();
  command
      .option("--rate", options.equations.equation_rate,
              "Equations a second (default: three times the cut-off, 50 at most)")
      .positive();
  command
      .option("--trim", options.equations.trim,
              "Seconds at both ends of a log that are not used (default: two periods of the cut-off)")
      .between(0.0, 1e6);
  command.option("--block", options.equations.block_length, "Equations in a block of time (default: from the data)");
  command.option("--threads", options.equations.threads, "How many to use (default: all cores)");
  arguments->gravity.add_to(command, "--gravity", "Free-fall acceleration in base axes, in place of the robot's");
  command.flag("--quiet", arguments->quiet, "No progress bar");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
