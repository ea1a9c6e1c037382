#include "torsor/kinematics/workspace.hpp"

#include <cmath>
#include <iostream>
#include <memory>

#include "arguments/outputs.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/studio_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/model/position.hpp"
#include "torsor/report/workspace_report.hpp"

namespace torsor::cli {
namespace workspace_command {

struct Arguments {
  RobotArguments robot;
  WorkspaceOptions options;
  Outputs outputs;
  StudioArguments studio;
  std::string output, report;
};

std::vector<JointRange> ranges_of(const Arguments& arguments, const Model<double>& model) {
  require_simple_joints(model, "workspace");
  const std::vector<JointRange> ranges = sampled_ranges(model, arguments.robot.limits());
  for (std::size_t j = 0; j < ranges.size(); ++j)
    if (!std::isfinite(ranges[j].high - ranges[j].low))
      throw ComputationError(velocity_names(model)[j] + " slides and has no limits of position: its reach is infinite");
  return ranges;
}

void print_text(const Model<double>& model, int tip, const Workspace& found) {
  std::cout << "reach of " << model.frames[tip].name << ", base axes: " << counted(found.samples, "sample") << '\n';
  Table extents({"", "from", "to"});
  const auto add = [&](const char* name, double low, double high) {
    const double size = std::max(std::abs(low), std::abs(high));
    extents.add({name, shown_beside(low, size), shown_beside(high, size)});
  };
  add("x", found.low.x, found.high.x), add("y", found.low.y, found.high.y), add("z", found.low.z, found.high.z);
  add("distance from the z axis", found.least_radius, found.largest_radius);
  add("distance from the base", found.nearest, found.farthest);
  extents.print();
  if (found.is_flat())
    std::cout << "\narea of the rings that are reached " << shown(found.area()) << " m^2, all at one height\n";
  else
    std::cout << "\nvolume of the bins that are reached " << shown(found.volume()) << " m^3\n";
  std::cout << "manipulability (linear): mean " << shown(found.mean_manipulability) << ", best "
            << shown(found.best_manipulability) << " at " << shown_configuration(model, found.best_q) << '\n';
}

Json json_of(const Model<double>& model, int tip, const Workspace& found) {
  Json bins = Json::array();
  for (std::size_t r = 0; r + 1 < found.radii.size(); ++r)
    for (std::size_t z = 0; z + 1 < found.heights.size(); ++z)
      if (const WorkspaceBin& bin = found.bin(r, z); bin.count > 0)
        bins.push_back({{"r", {found.radii[r], found.radii[r + 1]}},
                        {"z", {found.heights[z], found.heights[z + 1]}},
                        {"count", bin.count},
                        {"best_manipulability", bin.best},
                        {"mean_manipulability", bin.mean}});
  return {{"tip", model.frames[tip].name},
          {"samples", found.samples},
          {"low", entries_json(found.low)},
          {"high", entries_json(found.high)},
          {"radius", {found.least_radius, found.largest_radius}},
          {"distance", {found.nearest, found.farthest}},
          {"volume", found.volume()},
          {"area", found.is_flat() ? Json(found.area()) : Json()},
          {"mean_manipulability", found.mean_manipulability},
          {"best_manipulability", found.best_manipulability},
          {"best_q", found.best_q},
          {"bins", bins}};
}

void run(Arguments& arguments) {
  const Model<double> model = arguments.robot.load();
  const int tip = arguments.robot.tip(model);
  const Workspace found = workspace(model, tip, ranges_of(arguments, model), arguments.options);
  if (arguments.output != "-" && !arguments.output.empty())
    arguments.outputs.write(arguments.output, workspace_csv(found));
  const auto report = [&] { return html_report(found, {model.name, model.frames[tip].name}); };
  arguments.studio.write(arguments.outputs, arguments.studio.made(report, [&](StudioContent& content) {
    put_robot(content, arguments.robot);
  }));
  if (arguments.output == "-") {
    std::cout << workspace_csv(found);
  } else if (!answered(arguments.robot, json_of(model, tip, found))) {
    print_text(model, tip, found);
    for (const std::string& path : arguments.outputs.written()) std::cout << "wrote " << path << '\n';
  }
  std::cout.flush();
  arguments.outputs.require_written();
}

}  // namespace workspace_command

void add_workspace(CommandLine& tool) {
  using namespace workspace_command;
  Command command = tool.command("workspace", "Where the tip can be, and how well it moves there");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::kinematics);
  command.option("--samples", arguments->options.samples, "Positions of the joints that are tried, 100 to 10000000")
      .between(100, 10'000'000)
      .show_default();
  arguments->outputs.add_to(command, "--output", arguments->output,
                            "Write the table over radius and height to this CSV; - prints it");
  arguments->outputs.add_to(command, "--report", arguments->report,
                            "Write a page with maps of the reach, one HTML file");
  arguments->studio.add_to(command, arguments->outputs, arguments->report);
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
