#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <optional>

#include "command.hpp"
#include "torsor/io/write_file.hpp"
#include "torsor/io/write_robot.hpp"

namespace torsor::cli {
namespace {

using io::RobotFormat;

struct Arguments {
  RobotArguments robot;
  std::string output, to;
  bool lossy = false, force = false;
};

RobotFormat format_of(const std::string& word) {
  return word == "yaml" ? RobotFormat::yaml : word == "urdf" ? RobotFormat::urdf : RobotFormat::mjcf;
}

/// What --to says, or else the ending of the file.
RobotFormat target(const Arguments& arguments) {
  if (!arguments.to.empty()) return format_of(arguments.to);
  const std::string ending = std::filesystem::path(arguments.output).extension().string();
  if (ending == ".yaml" || ending == ".yml") return RobotFormat::yaml;
  if (ending == ".urdf") return RobotFormat::urdf;
  if (ending == ".xml" || ending == ".mjcf") return RobotFormat::mjcf;
  throw UsageError("--to: expected yaml, urdf or mjcf, because " + in_quotes(arguments.output) +
                   " does not end in .yaml, .urdf or .xml; found nothing");
}

/// Nothing that is there is written over, least of all the robot itself.
void require_new(const Arguments& arguments) {
  if (arguments.force || arguments.output == "-") return;
  std::error_code ignored;
  if (std::filesystem::exists(arguments.output, ignored))
    throw UsageError(arguments.output + ": expected a file that is not there yet, found one; --force writes over it");
}

Json to_json(const std::vector<io::Loss>& losses) {
  Json list = Json::array();
  for (const io::Loss& loss : losses)
    list.push_back({{"element", loss.element}, {"what", loss.what}, {"why", loss.why}});
  return list;
}

std::string listed(const std::vector<io::Loss>& losses) {
  std::string lines;
  for (const io::Loss& loss : losses) lines += "  " + to_string(loss) + "\n";
  return lines;
}

void run(const Arguments& arguments) {
  const RobotFormat to = target(arguments);
  require_new(arguments);
  const Description robot = arguments.robot.load_description();
  const io::WrittenRobot written = io::write_robot(robot, to);
  const bool refused = !written.losses.empty() && !arguments.lossy;
  const bool to_output = arguments.output == "-";
  if (!refused && !to_output) io::write_file(arguments.output, written.text);
  Json answer{{"robot", robot.name},
              {"format", io::name_of(to)},
              {"output", arguments.output},
              {"written", !refused},
              {"lost", to_json(written.losses)}};
  if (!refused && to_output) answer["text"] = written.text;
  const std::string lost =
      fmt::format("{} cannot carry {} of {}", io::name_of(to),
                  written.losses.size() == 1 ? "1 thing" : fmt::format("{} things", written.losses.size()), robot.name);
  if (!answered(arguments.robot, answer)) {
    if (!refused && to_output) std::cout << written.text;
    if (!written.losses.empty()) (to_output ? std::cerr : std::cout) << lost << ":\n" << listed(written.losses);
  }
  (to_output ? std::cerr : std::cout).flush();
  if (refused) throw ComputationError(lost + ": nothing is written; --lossy writes the rest");
}

}  // namespace

void add_convert(CLI::App& app) {
  auto* command = app.add_subcommand("convert", "Write a robot as YAML, URDF or MJCF, and say what is lost");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(*command, RobotArguments::Use::description);
  command->add_option("OUT", arguments->output, "The file to write, or - for standard output")->required();
  command->add_option("--to", arguments->to, "yaml, urdf or mjcf (default: what the ending of OUT says)")
      ->check(CLI::IsMember({"yaml", "urdf", "mjcf"}));
  command->add_flag("--lossy", arguments->lossy, "Write also where the format cannot carry all of the robot");
  command->add_flag("--force", arguments->force, "Write over a file that is there");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
