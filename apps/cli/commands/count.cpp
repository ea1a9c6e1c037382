#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/table.hpp"
#include "torsor/codegen/customised_count.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/dynamics/operation_count.hpp"
#include "torsor/model/build_model.hpp"

namespace torsor::cli {
namespace count_command {

struct Arguments {
  RobotArguments robot;
  bool rotors = false, symbolic = false;
};

Json to_json(const Operations& cost) {
  return {{"multiplications", cost.multiplications},
          {"additions", cost.additions},
          {"divisions", cost.divisions},
          {"trigonometric", cost.trigonometric}};
}

void add_rows(Table& table, const std::vector<OperationCount>& counts) {
  for (const auto& [name, cost] : counts)
    table.add({name, std::to_string(cost.multiplications), std::to_string(cost.additions),
               cost.divisions == 0 ? "" : std::to_string(cost.divisions), std::to_string(cost.trigonometric)});
}

void run_symbolic(const Arguments& arguments) {
  const Model<double> model = arguments.robot.load();
  require_simple_joints(model, "--symbolic");
  const CustomisedCount count = customised_count(model);
  const std::vector<std::pair<std::string, Operations>> rows{{"inverse_dynamics", count.inverse_dynamics},
                                                             {"inertia_matrix", count.inertia_matrix},
                                                             {"bias_torque", count.bias_torque},
                                                             {"forward_dynamics", count.forward_dynamics},
                                                             {"regressor", count.regressor}};
  Json json{{"robot", model.name}, {"joints", model.nv}, {"base_parameters", count.base_parameters}};
  for (const auto& [name, cost] : rows) json["customised"][name] = to_json(cost);
  if (answered(arguments.robot, json)) return;
  Table table({fmt::format("{}, {}", model.name, counted(count.base_parameters, "base parameter")), "multiplications",
               "additions", "divisions", "sines and cosines"});
  for (const auto& [name, cost] : rows) {
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    add_rows(table, {{words, cost}});
  }
  table.print();
}

void run(const Arguments& arguments) {
  if (arguments.symbolic) return run_symbolic(arguments);
  Model<Count> model = build_model<Count>(arguments.robot.load_description());
  if (!arguments.rotors) model = without_rotors(model);
  const std::vector<OperationCount> own = count_operations(model), general = count_operations(general_arm(model.nv));
  const std::vector<PublishedCount> published = published_counts(model.nv);
  Json json{{"robot", model.name}, {"joints", model.nv}, {"rotors", arguments.rotors}};
  for (const auto& [name, cost] : own) json["counts"].push_back({{"name", name}, {"operations", to_json(cost)}});
  for (const auto& [name, cost] : general)
    json["general_arm"].push_back({{"name", name}, {"operations", to_json(cost)}});
  for (const auto& [name, multiplications, additions] : published)
    json["published"].push_back({{"name", name}, {"multiplications", multiplications}, {"additions", additions}});
  if (answered(arguments.robot, json)) return;
  Table table({fmt::format("{}, {}", model.name, counted(model.nv, "joint")), "multiplications", "additions",
               "divisions", "sines and cosines"});
  add_rows(table, own);
  table.add({""});
  table.add({"any arm of " + counted(model.nv, "revolute joint")});
  add_rows(table, general);
  table.add({""});
  table.add({"published for inverse dynamics"});
  for (const auto& [name, multiplications, additions] : published)
    table.add({name, fmt::format("{:.0f}", multiplications), fmt::format("{:.0f}", additions)});
  table.print();
}

}  // namespace count_command

void add_count(CommandLine& tool) {
  using namespace count_command;
  Command command = tool.command(
      "count", "Multiplications, additions, sines and cosines of each formulation, beside the published figures");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::description);
  const Option rotors =
      command.flag("--rotors", arguments->rotors, "With the rotors of the robot; published figures have none");
  command
      .flag("--symbolic", arguments->symbolic,
            "Of kernels written for this robot's geometry alone, lengths and base parameters as symbols")
      .excludes({rotors});
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
