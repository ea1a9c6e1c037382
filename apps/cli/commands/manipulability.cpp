#include "torsor/kinematics/manipulability.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <memory>

#include "arguments/position_limits.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/value_checks.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/kinematics/jacobian_axes.hpp"

namespace torsor::cli {
namespace manipulability_command {

const std::vector<std::string> motion_names{"vx", "vy", "vz", "wx", "wy", "wz"};

struct Arguments {
  RobotArguments robot;
  VectorArgument q;
  std::string frame = "base", rows;
};

/// Some rows of the Jacobian, and what they are called.
struct Part {
  std::string name;
  std::vector<int> rows;
  Ellipsoid found;
};

std::vector<Part> parts_of(const Arguments& arguments, const Matrix<double>& J) {
  std::vector<Part> parts{{"linear", {0, 1, 2}, {}}, {"angular", {3, 4, 5}, {}}};
  if (!arguments.rows.empty()) {
    parts = {{"rows", {}, {}}};
    for (const std::string& name : words_in(arguments.rows)) {
      const auto row =
          static_cast<int>(std::find(motion_names.begin(), motion_names.end(), name) - motion_names.begin());
      std::vector<int>& rows = parts[0].rows;
      if (std::find(rows.begin(), rows.end(), row) != rows.end())
        throw UsageError("--rows: " + name + " is named twice");
      rows.push_back(row);
    }
  }
  for (Part& part : parts) part.found = velocity_ellipsoid(J, part.rows);
  return parts;
}

std::vector<std::string> names_of(const std::vector<int>& rows) {
  std::vector<std::string> names;
  names.reserve(rows.size());
  for (const int row : rows) names.push_back(motion_names[static_cast<std::size_t>(row)]);
  return names;
}

Json json_of(const Part& part) {
  Json axes = Json::array();
  for (std::size_t k = 0; k < part.found.sigma.size(); ++k) {
    std::vector<double> direction;
    direction.reserve(static_cast<std::size_t>(part.found.axes.rows));
    for (int a = 0; a < part.found.axes.rows; ++a) direction.push_back(part.found.axes(a, static_cast<int>(k)));
    axes.push_back(
        {{"velocity", part.found.sigma[k]}, {"force", to_json_or_null(part.found.force(k))}, {"direction", direction}});
  }
  return {{"rows", names_of(part.rows)},
          {"axes", axes},
          {"manipulability", part.found.manipulability()},
          {"condition_number", to_json_or_null(part.found.condition_number())},
          {"isotropy", part.found.isotropy()}};
}

void print(const Part& part) {
  const Ellipsoid& found = part.found;
  std::vector<std::string> header{"axis", "velocity", "force"};
  for (const std::string& name : names_of(part.rows)) header.push_back(name);
  Table table(header);
  const double largest = found.sigma.empty() ? 0 : found.sigma.front();
  for (std::size_t k = 0; k < found.sigma.size(); ++k) {
    const bool moves = found.sigma[k] > 1e-9 * largest;
    std::vector<std::string> row{std::to_string(k + 1), shown_beside(found.sigma[k], largest),
                                 moves ? shown(found.force(k)) : "-"};
    for (int a = 0; a < found.axes.rows; ++a)
      row.push_back(fmt::format("{:.4f}", found.axes(a, static_cast<int>(k)) + 0.0));
    table.add(row);
  }
  table.print();
  const double condition = found.condition_number();
  std::cout << "manipulability " << shown_beside(found.manipulability(), std::pow(largest, found.sigma.size()))
            << ", condition number " << (condition < 1e9 ? shown(condition) : "-") << ", isotropy "
            << shown_beside(found.isotropy(), 1) << '\n';
}

void report(const Arguments& arguments) {
  const Model<double> model = arguments.robot.load();
  const int tip = arguments.robot.tip(model);
  const Vector q = positions(arguments.q, arguments.robot, model);
  Matrix<double> J = jacobian(model, q, tip);
  if (arguments.frame == "tip") {
    const std::vector<Transform<double>> poses = forward_kinematics(model, q);
    J = in_axes_of(frame_pose<double>(model, poses, tip).R, J);
  }
  const std::vector<Part> parts = parts_of(arguments, J);
  Json answer{{"tip", model.frames[tip].name}, {"frame", arguments.frame}};
  for (const Part& part : parts) answer[part.name] = json_of(part);
  if (answered(arguments.robot, answer)) return;
  bool first = true;
  for (const Part& part : parts) {
    std::cout << (first ? "" : "\n") << "ellipsoids of " << model.frames[tip].name << ", "
              << (part.name == "linear"    ? "linear velocity and force"
                  : part.name == "angular" ? "angular velocity and moment"
                                           : arguments.rows)
              << ", " << arguments.frame << " axes\n";
    print(part);
    first = false;
  }
}

}  // namespace manipulability_command

void add_manipulability(CommandLine& tool) {
  using namespace manipulability_command;
  Command command =
      tool.command("manipulability", "Velocity and force ellipsoids of the tip, and how far it is from a singularity");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::kinematics);
  arguments->q.add_to(command, "--q", "Joint positions", true);
  command.option("--frame", arguments->frame, "Axes: base (default) or tip").one_of({"base", "tip"});
  command.option("--rows", arguments->rows, "One ellipsoid of some of vx,vy,vz,wx,wy,wz (default: linear and angular)")
      .list_of(motion_names);
  command.on_run([arguments] { report(*arguments); });
}

}  // namespace torsor::cli
