#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "arguments/files.hpp"
#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "torsor/core/text.hpp"
#include "torsor/core/write_file.hpp"
#include "torsor/kinematics/dh_table.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/urdf/update_urdf.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::cli {
namespace {

struct Arguments {
  RobotArguments robot;
  std::string output, from, to, into, dh;
  bool lossy = false, force = false;
};

RobotFormat named(const std::string& word) {
  return word == "yaml" ? RobotFormat::yaml : word == "urdf" ? RobotFormat::urdf : RobotFormat::mjcf;
}

/// What --to says, or else the ending of the file.
RobotFormat target(const Arguments& arguments) {
  const std::string ending = std::filesystem::path(arguments.output).extension().string();
  if (!arguments.into.empty() && !arguments.to.empty() && arguments.to != "urdf")
    throw UsageError("--into: expected --to urdf or none, found --to " + arguments.to);
  if (!arguments.to.empty()) return named(arguments.to);
  if (!arguments.into.empty() || ending == ".urdf") return RobotFormat::urdf;
  if (ending == ".yaml" || ending == ".yml") return RobotFormat::yaml;
  if (ending == ".xml" || ending == ".mjcf") return RobotFormat::mjcf;
  const std::string why = arguments.output.empty()
                              ? "there is no --output whose ending says it"
                              : in_quotes(arguments.output) + " does not end in .yaml, .urdf or .xml";
  throw UsageError("--to: expected yaml, urdf or mjcf, because " + why + "; found nothing");
}

/// A file says by its content what it is; --from only says what it is expected to be.
void require_format(const std::string& robot, const std::string& from) {
  const std::vector<std::string> built_in = builtin_robot_names();
  const bool is_file = std::find(built_in.begin(), built_in.end(), robot) == built_in.end();
  const RobotFormat found = is_file ? robot_format(file_text(robot, "--from")) : RobotFormat::yaml;
  if (found != named(from))
    throw UsageError(
        fmt::format("--from: expected {}, found that {} is {}", name_of(named(from)), robot, name_of(found)));
}

/// Nothing that is there is written over, least of all the robot itself.
void require_new(const Arguments& arguments) {
  std::error_code ignored;
  if (!arguments.force && std::filesystem::exists(arguments.output, ignored))
    throw UsageError(arguments.output + ": expected a file that is not there yet, found one; --force writes over it");
}

UpdatedUrdf converted(const Arguments& arguments, const Description& robot, RobotFormat to) {
  if (!arguments.into.empty()) return update_urdf(file_text(arguments.into, "--into"), arguments.into, robot);
  WrittenRobot written = write_robot(robot, to);
  return {std::move(written.text), {}, std::move(written.losses)};
}

Json to_json(const std::vector<Loss>& losses) {
  Json list = Json::array();
  for (const Loss& loss : losses) list.push_back({{"element", loss.element}, {"what", loss.what}, {"why", loss.why}});
  return list;
}

/// What there is to say besides the file itself.
std::string report(const Arguments& arguments, const UpdatedUrdf& result, const std::string& lost) {
  std::string lines;
  if (!arguments.into.empty()) {
    lines = result.changed.empty() ? "nothing changes" : "new values:";
    for (const std::string& element : result.changed) lines += "\n  " + element;
    lines += '\n';
  }
  if (result.losses.empty()) return lines;
  lines += lost + ":\n";
  for (const Loss& loss : result.losses) lines += "  " + to_string(loss) + "\n";
  return lines;
}

/// The robot, as a DH table where --dh asks for one.
Description robot_of(const Arguments& arguments, RobotFormat to) {
  Description robot = arguments.robot.load_description();
  if (arguments.dh.empty()) return robot;
  if (to != RobotFormat::yaml || !arguments.into.empty())
    throw UsageError(std::string("--dh: expected YAML to write, found ") + name_of(to));
  DhOptions options;
  options.convention = arguments.dh == "standard" ? DhConvention::standard : DhConvention::modified;
  auto table = dh_table(robot, options);
  if (const auto* problem = std::get_if<Problem>(&table)) throw ComputationError("--dh: " + problem->message);
  for (const std::string& note : std::get<DhTable>(table).notes) std::cerr << "torsor: note: " << note << '\n';
  return std::move(std::get<DhTable>(table).robot);
}

void run(const Arguments& arguments) {
  const RobotFormat to = target(arguments);
  require_new(arguments);
  const Description robot = robot_of(arguments, to);
  const UpdatedUrdf result = converted(arguments, robot, to);
  const std::size_t count = result.losses.size();
  const bool refused = count > 0 && !arguments.lossy, to_output = arguments.output.empty();
  if (!refused && !to_output) write_file(arguments.output, result.text);
  Json answer{{"robot", robot.name},
              {"format", name_of(to)},
              {"output", to_output ? Json() : Json(arguments.output)},
              {"written", !refused},
              {"lost", to_json(result.losses)}};
  if (!arguments.into.empty()) answer["changed"] = result.changed;
  if (!refused && to_output) answer["text"] = result.text;
  const std::string lost =
      fmt::format("{} cannot carry {} thing{} of {}", name_of(to), count, count == 1 ? "" : "s", robot.name);
  if (!answered(arguments.robot, answer)) {
    if (!refused && to_output) std::cout << result.text << std::flush;
    (to_output ? std::cerr : std::cout) << report(arguments, result, lost) << std::flush;
  }
  std::cout.flush();
  if (refused) throw ComputationError(lost + ": nothing is written; --lossy writes the rest");
}

}  // namespace

void add_convert(CommandLine& tool) {
  Command command = tool.command("convert", "Write a robot as YAML, URDF or MJCF, and say what is lost");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::description);
  command.option("--output", arguments->output, "The file to write (default: standard output)").file();
  const std::vector<std::string> formats{"yaml", "urdf", "mjcf"};
  command.option("--from", arguments->from, "yaml, urdf or mjcf: what ROBOT has to be (default: what it is)")
      .one_of(formats);
  command.option("--to", arguments->to, "yaml, urdf or mjcf (default: what the ending of --output says)")
      .one_of(formats);
  command.option("--dh", arguments->dh, "standard or modified: write the chain to the tip as a DH table, in YAML")
      .one_of({"standard", "modified"});
  command
      .option("--into", arguments->into,
              "A URDF file: --output is a copy of it with the robot's masses, inertias, damping and friction")
      .file();
  command.flag("--lossy", arguments->lossy, "Write also where the format cannot carry all of the robot");
  command.flag("--force", arguments->force, "Write over a file that is there");
  command.on_run([arguments] {
    if (!arguments->from.empty()) require_format(arguments->robot.name(), arguments->from);
    run(*arguments);
  });
}

}  // namespace torsor::cli
