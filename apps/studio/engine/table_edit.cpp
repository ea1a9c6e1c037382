#include "table_edit.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "output/evaluated_robot.hpp"

namespace torsor::studio {
namespace {

using described::Link;
using described::Quantity;

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Numbers in place of shapes, or of an inertia about another point.
void write_out(const Description& robot, described::MassProperties& mass) {
  const auto [m, com, I] = cli::EvaluatedRobot(robot).mass(mass);
  mass = {};
  mass.mass = m;
  mass.com = {com.x, com.y, com.z};
  mass.inertia = {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
}

/// Where a column of a link lies; nothing where the row has no such number.
Quantity* find(Link& link, Column column) {
  described::MassProperties& mass = link.mass;
  switch (column) {
    case Column::theta:
      return link.dh ? &link.dh->theta : nullptr;
    case Column::d:
      return link.dh ? &link.dh->d : nullptr;
    case Column::a:
      return link.dh ? &link.dh->a : nullptr;
    case Column::alpha:
      return link.dh ? &link.dh->alpha : nullptr;
    case Column::mass:
      return mass.shapes.size() == 1 && mass.shapes[0].mass ? &*mass.shapes[0].mass : &mass.mass;
    case Column::com_x:
    case Column::com_y:
    case Column::com_z:
      return &mass.com[static_cast<std::size_t>(column) - static_cast<std::size_t>(Column::com_x)];
    case Column::xx:
      return &mass.inertia[0];
    case Column::xy:
      return &mass.inertia[1];
    case Column::xz:
      return &mass.inertia[2];
    case Column::yy:
      return &mass.inertia[3];
    case Column::yz:
      return &mass.inertia[4];
    case Column::zz:
      return &mass.inertia[5];
    case Column::type:
    case Column::count:
      break;
  }
  return nullptr;
}

/// The names in an expression that the robot does not have.
std::string unknown_name(const Description& robot, const Expression& expression, std::size_t parameters) {
  std::set<std::string> known;
  for (std::size_t k = 0; k < parameters; ++k) known.insert(robot.parameters[k].name);
  for (const Expression::Step& step : expression.steps())
    if (step.operation == Expression::Operation::name && !known.contains(step.name)) return step.name;
  return {};
}

/// An expression of names that are known, or what is wrong with it.
std::string parse(const Description& robot, std::string_view text, Quantity& to, Location where) {
  auto parsed = parse_expression(trimmed(text));
  if (const auto* error = std::get_if<ExpressionError>(&parsed)) return error->message;
  const Expression& expression = std::get<Expression>(parsed);
  if (const std::string name = unknown_name(robot, expression, robot.parameters.size()); !name.empty())
    return "expected a number or a parameter, found the name " + name + ", which is not among the parameters";
  to = {expression, where};
  return {};
}

bool is_variable(std::string_view name) {
  for (const std::string_view letter : {"q", "theta"})
    if (name.starts_with(letter) &&
        name.substr(letter.size()).find_first_not_of("0123456789") == std::string_view::npos)
      return true;
  return false;
}

bool set_type(Link& link, std::string_view text) {
  const bool slides = text == "P" || text == "prismatic", turns = text == "R" || text == "revolute";
  if (slides) link.joint = JointType::prismatic;
  if (turns) link.joint = JointType::revolute;
  return slides || turns;
}

/// The column that an inertia which no body has is told at: a moment below 0, or else the largest.
int column_of_inertia(const Description& robot, const described::MassProperties& mass) {
  const Symmetric3<double> I = cli::EvaluatedRobot(robot).mass(mass).inertia;
  const std::array<std::pair<double, Column>, 3> moments{{{I.xx, Column::xx}, {I.yy, Column::yy}, {I.zz, Column::zz}}};
  const auto least = std::min_element(moments.begin(), moments.end()),
             most = std::max_element(moments.begin(), moments.end());
  return static_cast<int>(least->first < 0 ? least->second : most->second);
}

}  // namespace

std::vector<CellProblem> set_cell(Description& robot, int row, Column column, std::string_view text) {
  Link& link = robot.links[static_cast<std::size_t>(row)];
  const int at = static_cast<int>(column);
  if (column == Column::type)
    return set_type(link, trimmed(text))
               ? std::vector<CellProblem>()
               : std::vector<CellProblem>{{row, at, "expected R or P, found " + std::string(text)}};
  const bool one_shape = link.mass.shapes.size() == 1 && link.mass.shapes[0].mass;
  const bool as_written = link.mass.shapes.empty() && link.mass.about == ReferencePoint::center_of_mass;
  if (column >= Column::mass && !as_written && !(column == Column::mass && one_shape)) write_out(robot, link.mass);
  Quantity* cell = find(link, column);
  if (cell == nullptr) return {{row, at, "expected a row of a DH table, found a link that has none"}};
  if (std::string why = parse(robot, text, *cell, {row + 1, at + 1}); !why.empty()) return {{row, at, std::move(why)}};
  return {};
}

std::vector<CellProblem> set_parameters(Description& robot, std::string_view lines) {
  robot.parameters.clear();
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = trimmed(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.empty()) continue;
    const std::size_t sign = line.find_first_of("=:");
    if (sign == std::string_view::npos) return {{-1, -1, "expected name = value, found " + std::string(line)}};
    described::Parameter parameter;
    parameter.name = trimmed(line.substr(0, sign));
    if (std::string why = parse(robot, line.substr(sign + 1), parameter.value, {}); !why.empty())
      return {{-1, -1, parameter.name + ": " + why}};
    robot.parameters.push_back(std::move(parameter));
  }
  return {};
}

void add_parameters(Description& robot, std::string_view cells, const std::vector<described::Parameter>& known) {
  for (int column = 0; !cells.empty();) {
    const std::size_t end = std::min(cells.find_first_of("\t\n"), cells.size());
    const auto parsed = parse_expression(trimmed(cells.substr(0, end)));
    const bool is_type = column == static_cast<int>(Column::type);
    column = end < cells.size() && cells[end] == '\n' ? 0 : column + 1;
    cells.remove_prefix(std::min(end + 1, cells.size()));
    const auto* expression = std::get_if<Expression>(&parsed);
    while (expression != nullptr && !is_type) {
      const std::string name = unknown_name(robot, *expression, robot.parameters.size());
      if (name.empty() || is_variable(name)) break;
      const auto same = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.name == name; });
      robot.parameters.push_back(same != known.end() ? *same : described::Parameter{name, 1.0});
    }
  }
}

std::vector<CellProblem> set_gravity(Description& robot, std::string_view text) {
  described::Triple gravity;
  for (Quantity& number : gravity) {
    text = trimmed(text);
    const std::size_t end = std::min(text.find_first_of(", "), text.size());
    if (std::string why = parse(robot, text.substr(0, end), number, {}); !why.empty())
      return {{-1, -1, "gravity: " + why}};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!trimmed(text).empty()) return {{-1, -1, "gravity: expected three numbers, found more"}};
  robot.gravity = gravity;
  return {};
}

void add_row(Description& robot) {
  const std::string number = std::to_string(robot.links.size() + 1);
  Link link;
  const auto taken = [&](const std::string& name) {
    return std::any_of(robot.links.begin(), robot.links.end(), [&](const Link& other) { return other.name == name; });
  };
  for (link.name = "link" + number; taken(link.name);) link.name += "b";
  for (link.joint_name = "joint" + number; std::any_of(robot.links.begin(), robot.links.end(), [&](const Link& other) {
         return other.joint_name == link.joint_name;
       });)
    link.joint_name += "b";
  link.parent = robot.links.empty() ? robot.base_name : robot.links.back().name;
  link.dh.emplace();
  const bool standard = robot.dh == DhConvention::standard;
  link.dh->a = standard || !robot.links.empty() ? 1.0 : 0.0;
  link.mass.mass = 1.0;
  link.mass.com = {standard ? -0.5 : 0.5, 0.0, 0.0};
  const auto twelfth = std::get<Expression>(parse_expression("1/12"));
  link.mass.inertia = {0.0, 0.0, 0.0, Quantity(twelfth, {}), 0.0, Quantity(twelfth, {})};
  robot.links.push_back(std::move(link));
}

void remove_row(Description& robot, int row) {
  const std::string gone = robot.links[static_cast<std::size_t>(row)].name,
                    parent = robot.links[static_cast<std::size_t>(row)].parent;
  robot.links.erase(robot.links.begin() + row);
  for (Link& link : robot.links)
    if (link.parent == gone) link.parent = parent;
  if (robot.tool && robot.tool->link == gone) robot.tool->link = parent;
}

Description new_table(DhConvention convention, int rows) {
  Description robot;
  robot.name = "arm";
  robot.dh = convention;
  for (int row = 0; row < rows; ++row) {
    add_row(robot);
    robot.links.back().dh.emplace();
    robot.links.back().mass = {};
  }
  return robot;
}

std::vector<CellProblem> cell_problems(Description& robot) {
  for (std::size_t row = 0; row < robot.links.size(); ++row) {
    robot.links[row].where =
        robot.links[row].mass.where = {static_cast<int>(row) + 1, static_cast<int>(Column::mass) + 1};
    for (int column = 1; column < static_cast<int>(Column::count); ++column)
      if (Quantity* cell = find(robot.links[row], static_cast<Column>(column)))
        cell->where = {static_cast<int>(row) + 1, column + 1};
  }
  std::vector<CellProblem> problems;
  for (const Problem& problem : check(robot)) {
    const bool in_table = problem.where.line >= 1 && problem.where.line <= static_cast<int>(robot.links.size()) &&
                          problem.where.column <= static_cast<int>(Column::count);
    const int row = in_table ? problem.where.line - 1 : -1;
    int column = in_table ? problem.where.column - 1 : -1;
    if (in_table && problem.message.find(": no body has it") != std::string::npos)
      column = column_of_inertia(robot, robot.links[static_cast<std::size_t>(row)].mass);
    problems.push_back({row, column, problem.message});
  }
  return problems;
}

}  // namespace torsor::studio
