#include "commands/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "arguments/log_name.hpp"
#include "arguments/outputs.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/studio_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/exit_code.hpp"
#include "output/finding_output.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/logs/write_log.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/report/log_report.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::cli {
namespace log_command {

struct Arguments {
  std::vector<std::string> files;
  std::string robot, mapping, severity = "note", output, report;
  bool json = false, apply_proposals = false;
  VectorArgument gravity;
  Outputs outputs;
  StudioArguments studio;
};

/// Throws UsageError where the name of a robot stands among the logs, as for other commands.
void require_logs(const std::vector<std::string>& files) {
  const std::vector<std::string> robots = builtin_robot_names();
  std::error_code ignored;
  for (const std::string& name : files) {
    const std::filesystem::path path(log_path(name));
    const bool robot_file = path.extension() == ".yaml" || path.extension() == ".urdf" || path.extension() == ".xml";
    const bool built_in =
        !std::filesystem::exists(path, ignored) && std::find(robots.begin(), robots.end(), name) != robots.end();
    if (robot_file || built_in)
      throw UsageError(fmt::format("{}: expected a log, found a robot; did you mean --robot {}?", name, name));
  }
}

/// The robot of --robot, where one is given, and how logs of it are opened.
struct Robot {
  std::optional<Model<double>> model;
  CleanLogOptions opening;

  explicit Robot(const Arguments& arguments) {
    if (!arguments.mapping.empty()) opening.mapping = read_log_mapping_file(arguments.mapping);
    opening.apply_proposals = arguments.apply_proposals;
    if (arguments.robot.empty() && arguments.gravity.given())
      throw UsageError("--gravity: expected --robot beside it, found none");
    if (arguments.robot.empty()) return;
    const Description description = load_robot(arguments.robot);
    model = build_model<double>(description);
    require_simple_joints(*model, "a log");
    opening.robot = &*model;
    if (arguments.gravity.given()) opening.health.gravity = arguments.gravity.three();
    opening.health.limits = joint_limits(description);
  }
  Robot(const Robot&) = delete;
  Robot& operator=(const Robot&) = delete;
};

std::vector<Finding> told_of(const CleanLog& log, Severity least) {
  std::vector<Finding> findings = log.health().findings;
  std::erase_if(findings, [&](const Finding& finding) { return finding.severity < least; });
  return findings;
}

void write_files(Arguments& arguments, const CleanLog& log, const Robot& robot) {
  if (!arguments.output.empty())
    arguments.outputs.write_with(arguments.output, [&] {
      WriteLogOptions options;
      options.existing = arguments.outputs.existing();
      write_log(log.rows(), arguments.output, options);
    });
  LogHealth health = log.health();
  health.findings = with_flags(told_of(log, severity_of(arguments.severity)));
  const auto report = [&] {
    return html_report(health, log.file(),
                       {log.name(), log.file().columns_in_words(), log.joint_names(),
                        robot.model ? torque_units(*robot.model) : std::vector<std::string>{}});
  };
  arguments.studio.write(arguments.outputs, arguments.studio.made(report, [&](StudioContent& content) {
    put_robot(content, arguments.robot, load_robot(arguments.robot), arguments.json);
    if (log.health().usable()) put_log(content, log.rows(), log.name());
  }));
}

void run(Arguments& arguments) {
  require_logs(arguments.files);
  const Severity least = severity_of(arguments.severity);
  if (arguments.studio.wanted() && arguments.robot.empty())
    throw UsageError("--studio: expected --robot beside it, found none");
  for (const auto& [flag, path] : {std::pair("--output", arguments.output), std::pair("--report", arguments.report),
                                   std::pair("--studio", arguments.studio.path())})
    if (!path.empty() && arguments.files.size() > 1)
      throw UsageError(fmt::format("{}: expected one log, found {}", flag, arguments.files.size()));
  const Robot robot(arguments);
  Json list = Json::array();
  long bad = 0;
  for (const std::string& name : arguments.files) {  // one at a time: a log may be large
    const CleanLog log = open_log_named(name, "FILE", robot.opening);
    write_files(arguments, log, robot);
    if (!log.health().usable()) ++bad;
    if (arguments.json)
      list.push_back(to_json(log, told_of(log, least)));
    else
      print(log, told_of(log, least));
  }
  if (arguments.json) print({{"logs", list}});
  std::cout.flush();
  arguments.outputs.require_written();
  if (bad > 0)
    throw NotAcceptable(fmt::format("{} of {} of no use", bad,
                                    counted(static_cast<long>(arguments.files.size()), "log is", "logs are")));
}

}  // namespace log_command

void add_log(CommandLine& tool) {
  using namespace log_command;
  Command command = tool.command("log", "What a log of motion holds, what is wrong with it, and what is sound");
  auto arguments = std::make_shared<Arguments>();
  command.option("FILE", arguments->files, "Logs: CSV, NPY or MATLAB level 5").file().required();
  command.option("--robot", arguments->robot, "The robot that moved; its kinematics judge the torque").robot();
  arguments->gravity.add_to(command, "--gravity", "Free-fall acceleration in base axes, in place of the robot's");
  command.option("--mapping", arguments->mapping, "A YAML file that says which column is what, in which unit").file();
  command.option("--severity", arguments->severity, "The least severity shown: note (default), warning or error")
      .one_of({"note", "warning", "error"});
  arguments->outputs.add_to(command, "--output", arguments->output,
                            "Write the valid rows, joint side and SI, to this .csv or .npy");
  arguments->outputs.add_to(command, "--report", arguments->report, "Write a page with plots to this .html");
  arguments->studio.add_to(command, arguments->outputs, arguments->report);
  command.flag("--apply-proposals", arguments->apply_proposals,
               "Read the logs as their examination proposes: gravity, signs, zeros, gains, clock");
  command.flag("--json", arguments->json, "Print JSON");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
