#include "commands/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "arguments/files.hpp"
#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/finding_output.hpp"
#include "torsor/core/text.hpp"
#include "torsor/core/write_file.hpp"
#include "torsor/logs/write_log.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/report/log_report.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::cli {
namespace {

struct Arguments {
  std::vector<std::string> files;
  std::string robot, mapping, severity = "note", write, report;
  bool json = false, force = false;
};

Severity least_severity(const std::string& name) {
  for (const Severity severity : {Severity::note, Severity::warning, Severity::error})
    if (name == word(severity)) return severity;
  throw UsageError("--severity: expected note, warning or error, found " + in_quotes(name));
}

/// The robot of --robot, where one is given.
struct Robot {
  std::optional<Model<double>> model;
  LogHealthOptions options;

  explicit Robot(const std::string& name) {
    if (name.empty()) return;
    const Description description = load_robot(name);
    model = build_model<double>(description);
    require_simple_joints(*model, "a log");
    options.limits = joint_limits(description);
    options.joint_names = velocity_names(*model);
  }
};

/// N for joints that slide; none where the robot is not known.
std::vector<std::string> torque_units(const std::optional<Model<double>>& model) {
  std::vector<std::string> units;
  for (int v = 0; model && v < model->nv; ++v)
    units.emplace_back(body_of_velocity(*model, v).joint == JointType::prismatic ? "N" : "Nm");
  return units;
}

ExaminedLog examine(const std::string& name, const Arguments& arguments, const LogMapping& mapping,
                    const Robot& robot) {
  const auto log = open_log(name, mapping, robot.model ? robot.model->nv : 0);
  ExaminedLog result{name, log->columns_in_words(), robot.options.joint_names, log->file_row_count(), {}, true};
  for (int j = static_cast<int>(result.joints.size()); j < log->joint_count(); ++j)
    result.joints.push_back(std::to_string(j + 1));
  result.health = examine_log(*log, robot.model ? &*robot.model : nullptr, robot.options);
  result.usable = result.health.usable();
  if (!arguments.write.empty()) write_log(SoundLog(*log, result.health), arguments.write);
  const Severity least = least_severity(arguments.severity);
  std::erase_if(result.health.findings, [&](const Finding& finding) { return finding.severity < least; });
  if (!arguments.report.empty())
    write_file(arguments.report,
               html_report(result.health, *log, {name, result.columns, result.joints, torque_units(robot.model)}));
  return result;
}

void run(const Arguments& arguments) {
  least_severity(arguments.severity);
  for (const auto& [flag, path] : {std::pair("--write", arguments.write), std::pair("--report", arguments.report)})
    if (!path.empty() && arguments.files.size() > 1)
      throw UsageError(fmt::format("{}: expected one log, found {}", flag, arguments.files.size()));
  std::vector<std::string> inputs = arguments.files;
  inputs.push_back(arguments.mapping);
  require_writable({{"--write", arguments.write}, {"--report", arguments.report}}, inputs, arguments.force);
  const LogMapping mapping = arguments.mapping.empty() ? LogMapping{} : read_log_mapping_file(arguments.mapping);
  const Robot robot(arguments.robot);
  std::vector<ExaminedLog> logs;
  logs.reserve(arguments.files.size());
  for (const std::string& name : arguments.files) logs.push_back(examine(name, arguments, mapping, robot));
  if (arguments.json) {
    Json list = Json::array();
    for (const ExaminedLog& log : logs) list.push_back(to_json(log));
    print({{"logs", list}});
  } else {
    for (const ExaminedLog& log : logs) print(log);
  }
  std::cout.flush();
  const auto bad = std::count_if(logs.begin(), logs.end(), [](const ExaminedLog& log) { return !log.usable; });
  if (bad > 0)
    throw ComputationError(
        fmt::format("{} of {} {} of no use", bad, logs.size(), logs.size() == 1 ? "log is" : "logs are"));
}

}  // namespace

void add_log(CommandLine& tool) {
  Command command = tool.command("log", "What a log of motion holds, what is wrong with it, and what is sound");
  auto arguments = std::make_shared<Arguments>();
  command.option("FILE", arguments->files, "Logs: CSV, NPY or MATLAB level 5").required();
  command.option("--robot", arguments->robot, "The robot that moved; its kinematics judge the torque");
  command.option("--mapping", arguments->mapping, "A YAML file that says which column is what, in which unit");
  command.option("--severity", arguments->severity, "The least severity told: note (default), warning or error");
  command.option("--write", arguments->write, "Write the sound rows, joint side and SI, to this .csv or .npy");
  command.option("--report", arguments->report, "Write a page with plots to this .html");
  command.flag("--force", arguments->force, "Write over files that are there");
  command.flag("--json", arguments->json, "Print JSON");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
