#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "command.hpp"
#include "torsor/io/urdf_update.hpp"
#include "torsor/io/write_file.hpp"

namespace torsor::cli {
namespace {

using io::RobotFormat;

struct Arguments {
  RobotArguments robot;
  std::string output, to, into;
  bool lossy = false, force = false;
};

/// What --to says, or else the ending of the file.
RobotFormat target(const Arguments& arguments) {
  const std::string ending = std::filesystem::path(arguments.output).extension().string();
  const std::string& to = arguments.to;
  const bool asked = !to.empty(), update = !arguments.into.empty();
  if (update && asked && to != "urdf") throw UsageError("--into: expected --to urdf or none, found --to " + to);
  if (update || to == "urdf" || (!asked && ending == ".urdf")) return RobotFormat::urdf;
  if (to == "yaml" || (!asked && (ending == ".yaml" || ending == ".yml"))) return RobotFormat::yaml;
  if (to == "mjcf" || (!asked && (ending == ".xml" || ending == ".mjcf"))) return RobotFormat::mjcf;
  throw UsageError("--to: expected yaml, urdf or mjcf, because " + in_quotes(arguments.output) +
                   " does not end in .yaml, .urdf or .xml; found nothing");
}

/// Nothing that is there is written over, least of all the robot itself.
void require_new(const Arguments& arguments) {
  std::error_code ignored;
  if (!arguments.force && arguments.output != "-" && std::filesystem::exists(arguments.output, ignored))
    throw UsageError(arguments.output + ": expected a file that is not there yet, found one; --force writes over it");
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file || std::filesystem::is_directory(path)) throw UsageError("--into: " + path + " cannot be read");
  return text;
}

io::UpdatedUrdf converted(const Arguments& arguments, const Description& robot, RobotFormat to) {
  if (!arguments.into.empty()) return io::update_urdf(contents(arguments.into), arguments.into, robot);
  io::WrittenRobot written = io::write_robot(robot, to);
  return {std::move(written.text), {}, std::move(written.losses)};
}

Json to_json(const std::vector<io::Loss>& losses) {
  Json list = Json::array();
  for (const io::Loss& loss : losses)
    list.push_back({{"element", loss.element}, {"what", loss.what}, {"why", loss.why}});
  return list;
}

/// What there is to say besides the file itself.
std::string report(const Arguments& arguments, const io::UpdatedUrdf& result, const std::string& lost) {
  std::string lines;
  if (!arguments.into.empty()) {
    lines = result.changed.empty() ? "nothing changes" : "new values:";
    for (const std::string& element : result.changed) lines += "\n  " + element;
    lines += '\n';
  }
  if (result.losses.empty()) return lines;
  lines += lost + ":\n";
  for (const io::Loss& loss : result.losses) lines += "  " + to_string(loss) + "\n";
  return lines;
}

void run(const Arguments& arguments) {
  const RobotFormat to = target(arguments);
  require_new(arguments);
  const Description robot = arguments.robot.load_description();
  const io::UpdatedUrdf result = converted(arguments, robot, to);
  const std::size_t count = result.losses.size();
  const bool refused = count > 0 && !arguments.lossy, to_output = arguments.output == "-";
  if (!refused && !to_output) io::write_file(arguments.output, result.text);
  Json answer{{"robot", robot.name},
              {"format", io::name_of(to)},
              {"output", arguments.output},
              {"written", !refused},
              {"lost", to_json(result.losses)}};
  if (!arguments.into.empty()) answer["changed"] = result.changed;
  if (!refused && to_output) answer["text"] = result.text;
  const std::string lost =
      fmt::format("{} cannot carry {} thing{} of {}", io::name_of(to), count, count == 1 ? "" : "s", robot.name);
  if (!answered(arguments.robot, answer)) {
    if (!refused && to_output) std::cout << result.text << std::flush;
    (to_output ? std::cerr : std::cout) << report(arguments, result, lost) << std::flush;
  }
  std::cout.flush();
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
  command->add_option("--into", arguments->into,
                      "A URDF file: OUT is a copy of it with the robot's masses, inertias, damping and friction");
  command->add_flag("--lossy", arguments->lossy, "Write also where the format cannot carry all of the robot");
  command->add_flag("--force", arguments->force, "Write over a file that is there");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
