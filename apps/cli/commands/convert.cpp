#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "arguments/files.hpp"
#include "arguments/outputs.hpp"
#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/remark.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"
#include "torsor/kinematics/dh_table.hpp"
#include "torsor/model/change_description.hpp"
#include "torsor/model/tip.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/mesh_paths.hpp"
#include "torsor/robot_files/urdf/update_urdf.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::cli {
namespace convert_command {

struct Arguments {
  RobotArguments robot;
  std::string output, out, from, to, into, dh, tip;
  bool lossy = false, no_visuals = false, no_friction = false, no_rotor = false;
  Outputs outputs;
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

UpdatedUrdf converted(const Arguments& arguments, const Description& robot, RobotFormat to) {
  if (!arguments.into.empty()) return update_urdf(file_text(arguments.into, "--into"), arguments.into, robot);
  WrittenRobot written = write_robot(robot, to);
  return {std::move(written.text), {}, std::move(written.losses)};
}

Json to_json(const std::vector<Loss>& losses) {
  Json list = Json::array();
  for (const Loss& loss : losses)
    list.push_back(
        {{"element", loss.element}, {"what", loss.what}, {"why", loss.why}, {"changes_motion", loss.changes_motion}});
  return list;
}

/// The losses that change how the robot moves, or the others, a line each.
std::string listed(const std::vector<Loss>& losses, bool changes_motion, const char* title) {
  std::string lines;
  for (const Loss& loss : summed_up(losses))
    if (loss.changes_motion == changes_motion) lines += "  " + to_string(loss) + "\n";
  return lines.empty() ? lines : title + lines;
}

/// What there is to say besides the file itself.
std::string report(const Arguments& arguments, const UpdatedUrdf& result, const std::string& format) {
  std::string lines;
  if (!arguments.into.empty()) {
    lines = result.changed.empty() ? "nothing changes" : "new values:";
    for (const std::string& element : result.changed) lines += "\n  " + element;
    lines += '\n';
  }
  lines += listed(result.losses, true, ("lost in " + format + ", and the robot moves differently:\n").c_str());
  lines +=
      listed(result.losses, false, ("lost or doubtful in " + format + ", and the robot moves the same:\n").c_str());
  return lines;
}

/// "wrote arm.urdf: URDF, 8 links, 7 joints"
std::string wrote(const std::string& file, const Description& robot, RobotFormat format) {
  const auto joints = std::count_if(robot.links.begin(), robot.links.end(),
                                    [](const described::Link& link) { return link.joint != JointType::fixed; });
  return fmt::format("wrote {}: {}, {}, {}\n", file, name_of(format),
                     counted(static_cast<long>(robot.links.size()), "link"), counted(joints, "joint"));
}

/// The robot with --tip as its tip, which is what its tool is then.
void choose_tip(const std::string& tip, Description& robot) {
  if (tip.empty() || (tip == "tool" && robot.tool)) return;
  std::string names;
  bool known = false;
  for (const described::Link& link : robot.links) {
    known = known || link.name == tip;
    names += (names.empty() ? "" : ", ") + link.name;
  }
  if (!known) throw UsageError("--tip: expected one of " + names + "; found " + in_quotes(tip));
  if (robot.payload && robot.payload->at == "tool")
    throw UsageError("--tip: expected none, because the robot has a payload in its tool; found " + in_quotes(tip));
  const bool own = !robot.tool && tip_names(robot) == std::vector{tip};
  if (!own) robot.tool = described::Tool{tip, {}, {}};
}

/// The robot, as a DH table where --dh asks for one.
Description robot_of(const Arguments& arguments, RobotFormat to) {
  Description robot = arguments.robot.load_description();
  if (arguments.no_friction) robot = without_friction(std::move(robot));
  if (arguments.no_rotor) robot = without_rotors(std::move(robot));
  if (arguments.dh.empty()) {
    choose_tip(arguments.tip, robot);
    if (arguments.output != "-")
      move_mesh_paths(robot, std::filesystem::path(arguments.robot.name()).parent_path(),
                      std::filesystem::path(arguments.output).parent_path());
    return robot;
  }
  if (to != RobotFormat::yaml || !arguments.into.empty())
    throw UsageError(std::string("--dh: expected YAML to write, found ") + name_of(to));
  DhOptions options;
  options.convention = arguments.dh == "standard" ? DhConvention::standard : DhConvention::modified;
  options.tip = arguments.tip;
  auto table = dh_table(robot, options);
  if (const auto* problem = std::get_if<Problem>(&table)) {
    if (problem->message.starts_with("tip: ")) throw UsageError("--" + problem->message);
    throw ComputationError("--dh: " + problem->message);
  }
  for (const std::string& note : std::get<DhTable>(table).notes) remark(Severity::note, note, arguments.robot.json());
  return std::move(std::get<DhTable>(table).robot);
}

void run(Arguments& arguments) {
  const RobotFormat to = target(arguments);
  const Description robot = robot_of(arguments, to);
  const UpdatedUrdf result = converted(arguments, robot, to);
  const auto count =
      std::count_if(result.losses.begin(), result.losses.end(), [](const Loss& loss) { return loss.changes_motion; });
  const bool refused = count > 0 && !arguments.lossy, to_output = arguments.output.empty();
  if (!refused && !to_output) {
    arguments.outputs.write(arguments.output, result.text);
    arguments.outputs.require_written();
  }
  Json answer{{"robot", robot.name},
              {"format", name_of(to)},
              {"output", to_output ? Json() : Json(arguments.output)},
              {"written", !refused},
              {"lost", to_json(result.losses)}};
  if (!arguments.into.empty()) answer["changed"] = result.changed;
  if (!refused && to_output) answer["text"] = result.text;
  if (!answered(arguments.robot, answer)) {
    if (!refused && to_output) std::cout << result.text << std::flush;
    if (!refused && !to_output) std::cout << wrote(arguments.output, robot, to);
    (to_output ? std::cerr : std::cout) << report(arguments, result, name_of(to)) << std::flush;
  }
  std::cout.flush();
  if (refused)
    throw ComputationError(fmt::format("{} would move differently as {}: nothing is written; --lossy writes the rest",
                                       robot.name, name_of(to)));
}

}  // namespace convert_command

void add_convert(CommandLine& tool) {
  using namespace convert_command;
  Command command = tool.command("convert", "Write a robot as YAML, URDF or MJCF, and say what is lost");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::description);
  arguments->robot.loops_are_held();
  const Option out =
      arguments->outputs.add_to(command, "OUT", arguments->out, "The same as --output; - is standard output");
  arguments->outputs.add_to(command, "--output", arguments->output, "The file to write (default: standard output)")
      .excludes({out});
  const std::vector<std::string> formats{"yaml", "urdf", "mjcf"};
  command.option("--from", arguments->from, "yaml, urdf or mjcf: what ROBOT has to be (default: what it is)")
      .one_of(formats);
  command.option("--to", arguments->to, "yaml, urdf or mjcf (default: what the ending of --output says)")
      .one_of(formats);
  command.option("--dh", arguments->dh, "standard or modified: write the chain to the tip as a DH table, in YAML")
      .one_of({"standard", "modified"});
  command.option("--tip", arguments->tip,
                 "A link, or `tool`: the tip of the robot that is written, and where a DH table ends");
  command
      .option("--into", arguments->into,
              "A URDF file: --output is a copy of it with the robot's masses, inertias, damping and friction")
      .file();
  command.flag("--lossy", arguments->lossy, "Write also where the format cannot carry all of the robot");
  command.flag("--no-friction", arguments->no_friction, "Leave out friction and dampers");
  command.flag("--no-rotor", arguments->no_rotor, "Leave out rotor inertia");
  command.flag("--no-visuals", arguments->no_visuals, "Leave out shapes and meshes that the robot is drawn with");
  command.on_run([arguments] {
    if (arguments->output.empty()) arguments->output = arguments->out;
    if (arguments->output == "-") arguments->output.clear();
    arguments->robot.keep_visuals(!arguments->no_visuals && arguments->into.empty());
    if (!arguments->from.empty()) require_format(arguments->robot.name(), arguments->from);
    run(*arguments);
  });
}

}  // namespace torsor::cli
