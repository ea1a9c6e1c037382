#include "torsor/dynamics/operational_space.hpp"

#include <fmt/format.h>

#include <algorithm>
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
#include "torsor/core/text.hpp"
#include "torsor/dynamics/independent_rows.hpp"
#include "torsor/dynamics/singular_inertia.hpp"
#include "torsor/kinematics/singular_values.hpp"

namespace torsor::cli {
namespace operational_space_command {

const std::vector<std::string> row_names{"vx", "vy", "vz", "wx", "wy", "wz"};

struct Arguments {
  RobotArguments robot;
  VectorArgument q, qd, gravity;
  std::string rows = "vx,vy,vz,wx,wy,wz";

  void add_to(Command& command);
};

void Arguments::add_to(Command& command) {
  robot.add_to(command);
  q.add_to(command, "--q", "Joint positions", true);
  qd.add_to(command, "--qd", "Joint velocities (default 0)");
  gravity.add_to(command, "--gravity", "Free-fall acceleration x,y,z in base axes (default: the robot's)");
  command.option("--rows", rows, "Which of vx,vy,vz,wx,wy,wz of the tip, in base axes (default: all)")
      .list_of(row_names);
}

std::vector<int> read_rows(const std::string& text) {
  std::vector<int> rows;
  for (const std::string& name : words_in(text)) {
    const int row = static_cast<int>(std::find(row_names.begin(), row_names.end(), name) - row_names.begin());
    if (std::find(rows.begin(), rows.end(), row) != rows.end()) throw UsageError("--rows: " + name + " is named twice");
    rows.push_back(row);
  }
  return rows;
}

std::vector<std::string> names_of(const std::vector<int>& rows) {
  std::vector<std::string> names(rows.size());
  std::transform(rows.begin(), rows.end(), names.begin(), [](int row) { return row_names[row]; });
  return names;
}

double smallest_singular_value(const Matrix<double>& J, const std::vector<int>& rows) {
  Matrix<double> selected(static_cast<int>(rows.size()), J.columns);
  for (int a = 0; a < selected.rows; ++a)
    for (int j = 0; j < J.columns; ++j) selected(a, j) = J(rows[static_cast<std::size_t>(a)], j);
  return selected.rows > selected.columns ? 0 : singular_values(selected).back();
}

void require_regular(const Model<double>& model, const Vector& q, int tip, const std::vector<int>& rows,
                     const OperationalSpace& found) {
  if (found.singular == OperationalSpace::Singular::inertia_matrix)
    throw ComputationError(singular_inertia(model, q) + ": the operational space has no inertia");
  if (found.singular == OperationalSpace::Singular::nowhere) return;
  const double sigma = smallest_singular_value(jacobian(model, q, tip), rows);
  const std::vector<int> kept = independent_rows(model, q, tip, rows);
  throw ComputationError(fmt::format(
      "the Jacobian of {} is singular in the rows {} (smallest singular value {:.3g}, reciprocal condition of the "
      "mobility {:.3g}): {}",
      model.frames[tip].name, fmt::join(names_of(rows), ","), sigma < 1e-14 ? 0.0 : sigma, found.reciprocal_condition,
      kept.empty() ? "it cannot move in any of them; choose others with --rows"
                   : fmt::format("choose fewer rows, such as --rows {}", fmt::join(names_of(kept), ","))));
}

void print_text(const std::string& tip, const std::vector<std::string>& names, const OperationalSpace& found) {
  std::cout << "operational space of " << tip << ", base axes: F = Lambda xdd + mu + p, without friction and springs\n";
  std::cout << "\ninertia Lambda\n";
  print_symmetric(names, found.inertia);
  std::cout << "\nmobility J B^-1 J^T\n";
  print_symmetric(names, found.mobility);
  std::cout << "\nforces\n";
  Table table({"row", "bias mu", "gravity p"});
  const auto largest = [](const Vector& values) {
    double result = 0;
    for (const double value : values) result = std::max(result, std::abs(value));
    return result;
  };
  for (std::size_t a = 0; a < names.size(); ++a)
    table.add({names[a], shown_beside(found.bias[a], largest(found.bias)),
               shown_beside(found.gravity[a], largest(found.gravity))});
  table.print();
  std::cout << "\nreciprocal condition " << shown(found.reciprocal_condition) << '\n';
}

void report(const Arguments& arguments) {
  const Model<double> model = arguments.robot.load();
  const int tip = arguments.robot.tip(model);
  const Vector q = positions(arguments.q, arguments.robot, model), qd = arguments.qd.velocities(model);
  const Vector3<double> gravity = arguments.gravity.given() ? arguments.gravity.three() : model.gravity;
  const std::vector<int> rows = read_rows(arguments.rows);
  const OperationalSpace found = operational_space(model, q, qd, gravity, tip, rows);
  require_regular(model, q, tip, rows, found);
  const std::vector<std::string> names = names_of(rows);
  if (answered(arguments.robot, {{"tip", model.frames[tip].name},
                                 {"rows", names},
                                 {"inertia", to_json(found.inertia)},
                                 {"mobility", to_json(found.mobility)},
                                 {"bias_force", found.bias},
                                 {"gravity_force", found.gravity},
                                 {"reciprocal_condition", found.reciprocal_condition}}))
    return;
  print_text(model.frames[tip].name, names, found);
}

}  // namespace operational_space_command

void add_operational_space(CommandLine& tool) {
  using namespace operational_space_command;
  Command command = tool.command("operational-space", "The equations of motion seen from the tip");
  auto arguments = std::make_shared<Arguments>();
  arguments->add_to(command);
  command.on_run([arguments] { report(*arguments); });
}

}  // namespace torsor::cli
