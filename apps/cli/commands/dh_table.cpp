#include "torsor/kinematics/dh_table.hpp"
#include "arguments/outputs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/joint_name.hpp"
#include "torsor/model/number_list.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::cli {
namespace dh_table_command {

using described::Link;
using described::Quantity;

constexpr double usual_snap = 2e-3;  // takes 3.14 for 180 degrees
constexpr double degrees = 180 / 3.141592653589793;

struct Arguments {
  RobotArguments robot;
  std::string convention, snap, tip, farthest, output;
  bool kinematics_only = false;
  Option snap_option, farthest_option;
  Outputs outputs;
};

/// A table has plain numbers only.
double number(const Quantity& quantity) {
  return evaluate<double>(quantity.expression, [](const std::string&) { return 0.0; });
}
Vector3<double> vector(const described::Triple& t) { return {number(t[0]), number(t[1]), number(t[2])}; }

double positive_number(const std::string& text, const std::string& flag) {
  const Vector numbers = parse_numbers(text, flag);
  if (numbers.size() != 1 || !(numbers[0] > 0))
    throw UsageError(flag + ": expected a number above 0, found " + in_quotes(text));
  return numbers[0];
}

DhOptions options(const Arguments& arguments, const Description& description) {
  DhOptions result;
  result.tip = arguments.tip;
  result.kinematics_only = arguments.kinematics_only;
  result.convention = arguments.convention == "modified" ? DhConvention::modified : DhConvention::standard;
  if (arguments.convention.empty()) result.convention = description.dh;
  if (arguments.snap_option.given())
    result.snap = arguments.snap.empty() ? usual_snap : positive_number(arguments.snap, "--snap");
  if (arguments.farthest_option.given())
    result.farthest_normal = positive_number(arguments.farthest, "--farthest-normal");
  return result;
}

/// `90deg` where that is exact, and degrees otherwise.
std::string angle(const Quantity& quantity) {
  const double radians = number(quantity);
  if (radians == 0) return "0";
  const std::string text = quantity.expression.text();
  return text.ends_with("deg") ? text : fmt::format("{:.12g}deg", radians * degrees);
}
std::string length(const Quantity& quantity) { return shown(number(quantity)); }

Json to_json(const DhDeviation& deviation) { return {{"length", deviation.length}, {"angle", deviation.angle}}; }
Json to_json(const described::Pose& pose) {
  return {{"xyz", cli::entries_json(vector(pose.xyz))}, {"rpy", cli::entries_json(vector(pose.rpy))}};
}

Json to_json(const DhTable& table, const DhOptions& options) {
  Json rows = Json::array();
  for (std::size_t k = 0; k < table.robot.links.size(); ++k) {
    const Link& link = table.robot.links[k];
    rows.push_back({{"joint", link.joint_name},
                    {"link", link.name},
                    {"type", name_of(link.joint)},
                    {"theta", number(link.dh->theta)},
                    {"d", number(link.dh->d)},
                    {"a", number(link.dh->a)},
                    {"alpha", number(link.dh->alpha)},
                    {"offset", number(link.dh->offset)},
                    {"deviation", to_json(table.rows[k])}});
  }
  Json deviation = to_json(table.tip);
  deviation["configurations"] = table.configurations;
  return {{"robot", table.robot.name},
          {"convention", options.convention == DhConvention::standard ? "standard" : "modified"},
          {"snap", options.snap ? Json(*options.snap) : Json()},
          {"rows", rows},
          {"base", to_json(table.robot.base)},
          {"tool", to_json(table.robot.tool ? table.robot.tool->pose : described::Pose{})},
          {"deviation", deviation},
          {"notes", table.notes}};
}

std::string told(const DhDeviation& deviation) {
  const auto told = [](double x) { return x < 1e-13 ? "0" : fmt::format("{:.1e}", x); };  // below it is rounding
  return fmt::format("{} m, {} rad", told(deviation.length), told(deviation.angle));
}
std::string told(const described::Pose& pose) {
  const auto angles = [&](int k) { return angle(pose.rpy[k]); };
  return fmt::format("xyz {}, rpy {} {} {}", shown(vector(pose.xyz)), angles(0), angles(1), angles(2));
}

void print(const DhTable& table, const DhOptions& options) {
  const bool standard = options.convention == DhConvention::standard;
  std::cout << fmt::format("{}, {} DH, metres; q adds to the offset\n", table.robot.name,
                           standard ? "standard" : "modified");
  std::vector<std::string> header{"", "joint", "theta", "d", "a", "alpha", "offset"};
  if (!standard) header = {"", "joint", "alpha", "a", "theta", "d", "offset"};
  if (options.snap) header.emplace_back("deviation");
  Table text(header);
  int index = 0;
  for (std::size_t k = 0; k < table.robot.links.size(); ++k) {
    const Link& link = table.robot.links[k];
    const bool turns = torsor::turns(link.joint), slides = torsor::slides(link.joint);
    const std::string q = turns || slides ? std::to_string(++index) : "";
    const std::string theta = turns ? "q" + q : angle(link.dh->theta), d = slides ? "q" + q : length(link.dh->d);
    const std::string a = length(link.dh->a), alpha = angle(link.dh->alpha);
    const std::string offset = turns ? angle(link.dh->offset) : slides ? length(link.dh->offset) : "fixed";
    std::vector<std::string> row{q, link.joint_name};
    if (standard)
      row.insert(row.end(), {theta, d, a, alpha, offset});
    else
      row.insert(row.end(), {alpha, a, theta, d, offset});
    if (options.snap) row.push_back(told(table.rows[k]));
    text.add(row);
  }
  text.print(2);
  std::cout << "base: " << told(table.robot.base) << '\n';
  std::cout << "tool: " << told(table.robot.tool ? table.robot.tool->pose : described::Pose{}) << '\n';
  std::cout << fmt::format("largest deviation of the tip at {} random configurations: {}\n", table.configurations,
                           told(table.tip));
  for (const std::string& note : table.notes) std::cout << "note: " << note << '\n';
}

void run(Arguments& arguments) {
  const Description description = arguments.robot.load_description();
  const DhOptions chosen = options(arguments, description);
  const std::variant<DhTable, Problem> result = dh_table(description, chosen);
  if (const auto* problem = std::get_if<Problem>(&result)) {
    const bool unknown_tip = problem->message.starts_with("tip: ");
    if (unknown_tip) throw UsageError("--" + problem->message);
    throw ComputationError(description.name + ": " + problem->message);
  }
  const auto& table = std::get<DhTable>(result);
  if (!arguments.output.empty()) arguments.outputs.write(arguments.output, write_yaml(table.robot).text);
  if (!answered(arguments.robot, to_json(table, chosen))) print(table, chosen);
  std::cout.flush();
  arguments.outputs.require_written();
}

}  // namespace dh_table_command

void add_dh_table(CommandLine& tool) {
  using namespace dh_table_command;
  Command command = tool.command("dh-table", "The DH table of any chain of joints, standard or modified");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::description);
  command.option("--convention", arguments->convention, "standard or modified (default: the robot's, or standard)")
      .one_of({"standard", "modified"});
  arguments->snap_option =
      command
          .option("--snap", arguments->snap,
                  "Take angles within TOL of multiples of 30 and 45 degrees, and nearly parallel and nearly "
                  "intersecting axes, as meant so (default 2e-3 rad; a tenth of it in metres for lengths)")
          .value_optional();
  command.option("--tip", arguments->tip, "A link, or `tool`: where the chain ends (default: the robot's tip)");
  arguments->farthest_option =
      command.option("--farthest-normal", arguments->farthest,
                     "Axes whose common normal is farther away than this get a fixed row between them (default 100 m)");
  command.flag("--kinematics-only", arguments->kinematics_only,
               "Leave out masses and all else that makes torques, and side branches with mass");
  arguments->outputs.add_to(command, "--output", arguments->output,
                            "Write the robot with its new table to this YAML file");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
