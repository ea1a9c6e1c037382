#include "torsor/logs/log_mapping.hpp"
#include "torsor/core/ranges.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "torsor/core/counted.hpp"
#include "torsor/core/limits.hpp"
#include "torsor/core/read_file.hpp"
#include "torsor/model/compiled_expression.hpp"
#include "yaml/section.hpp"

namespace torsor {
namespace {

using yaml::Section;
using yaml::Value;

constexpr double pi = std::numbers::pi;

const std::map<std::string, double> time_units{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"min", 60}};
const std::map<std::string, double> position_units{{"rad", 1}, {"deg", pi / 180}, {"rev", 2 * pi},
                                                   {"m", 1},   {"mm", 1e-3},      {"counts", 1}};
const std::map<std::string, double> velocity_units{{"rad/s", 1},     {"deg/s", pi / 180}, {"rev/s", 2 * pi},
                                                   {"rpm", pi / 30}, {"m/s", 1},          {"mm/s", 1e-3},
                                                   {"counts/s", 1}};
const std::map<std::string, double> acceleration_units{{"rad/s^2", 1}, {"deg/s^2", pi / 180}, {"rev/s^2", 2 * pi},
                                                       {"m/s^2", 1},   {"mm/s^2", 1e-3},      {"counts/s^2", 1}};
const std::map<std::string, double> torque_units{{"Nm", 1},   {"Nmm", 1e-3}, {"mNm", 1e-3}, {"kNm", 1e3}, {"N", 1},
                                                 {"kN", 1e3}, {"A", 1},      {"mA", 1e-3},  {"counts", 1}};

/// A number without names in it. After an error it is 1, which can be divided by and counts as a row.
double number(const Value& value, const std::string& what) {
  const int before = value.report().errors();
  const Expression expression = value.quantity(what).expression;
  if (value.report().errors() > before) return 1;
  const auto is_name = [](const Expression::Step& step) { return step.operation == Expression::Operation::name; };
  if (std::any_of(expression.steps().begin(), expression.steps().end(), is_name)) {
    value.fail(what + ": expected a number such as 0.5, 90deg or 1798/7, found " + value.found());
    return 1;
  }
  const double result = evaluate<double>(expression, [](const std::string&) { return 0.0; });
  if (ranges::number.contains(result)) return result;
  value.fail(what + ": expected " + expected(ranges::number, result) + ", found " + value.found());
  return 1;
}

/// One number for all joints gives a list of one, which is stretched when their count is known.
std::vector<double> numbers(const Value& value, const std::string& what) {
  if (value.is_scalar()) return {number(value, what)};
  std::vector<double> result;
  for (const Value& item : value.list(what, "number")) result.push_back(number(item, what));
  return result;
}

/// Three numbers, which are `expected`.
std::optional<Vector3<double>> three(const Value& value, const std::string& what, const std::string& expected) {
  if (!value.is_list() || value.children().size() != 3) {
    value.fail(what + ": expected " + expected + ", found " + value.found());
    return {};
  }
  const std::vector<double> list = numbers(value, what);
  return Vector3<double>{list[0], list[1], list[2]};
}

/// "0.2ms", "5kHz": a number with a unit behind it. After an error it is 1.
double with_unit(const Value& value, const std::string& what, const std::map<std::string, double>& units) {
  const std::string text = value.text(what);
  if (text.empty()) return 1;
  const std::size_t end = text.find_last_of("0123456789.)") + 1;
  std::string unit = text.substr(end);
  unit.erase(0, std::min(unit.find_first_not_of(' '), unit.size()));
  const auto factor = units.find(unit);
  if (factor == units.end()) {
    std::string names;
    for (const auto& [name, size] : units) names += (names.empty() ? "" : ", ") + (name.empty() ? "nothing" : name);
    value.fail(what + ": expected a number with one of the units " + names + ", found " + value.found());
    return 1;
  }
  const yaml::Node plain{yaml::Node::Kind::scalar, value.where(), text.substr(0, end)};
  const double result = number(Value(plain, value.report()), what) * factor->second;
  if (result > 0) return result;
  value.fail(what + ": expected a positive number, found " + value.found());
  return 1;
}

void read_matrix(const Value& value, const std::string& what, Eigen::MatrixXd& matrix) {
  const std::size_t n = value.children().size();
  if (!value.is_list() || n == 0 || n > 1000)
    return value.fail(what + ": expected a row for each joint, found " + value.found());
  matrix.resize(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  Eigen::Index i = 0;
  for (const Value& row : value.list(what)) {
    if (!row.is_list() || row.children().size() != n)
      return row.fail(what + ": expected " + counted(static_cast<long>(n), "number") + ", found " + row.found());
    const std::vector<double> entries = numbers(row, what);
    matrix.row(i++) = Eigen::Map<const Eigen::RowVectorXd>(entries.data(), static_cast<Eigen::Index>(n));
  }
}

/// "2-7".
bool is_column_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  return dash != std::string_view::npos && digits(text.substr(0, dash)) && digits(text.substr(dash + 1));
}

/// A pattern has {} where the number of the joint stands.
void read_pattern(const Value& value, const std::string& what, const std::string& expected, LogChannel& channel) {
  channel.pattern = value.text(what);
  if (!channel.pattern.empty() && channel.pattern.find("{}") == std::string::npos)
    value.fail(what + ": expected " + expected + ", found " + value.found());
}

void read_columns(Section& section, const std::string& what, LogChannel& channel) {
  if (const auto columns = section.take("columns")) {
    const std::string columns_of = "columns of " + what;
    if (columns->is_scalar() && is_column_range(columns->scalar()))
      channel.columns.emplace_back(columns->scalar());
    else if (columns->is_scalar())
      read_pattern(*columns, columns_of, "a list of names, a range such as 2-7, or a pattern such as q{}", channel);
    else
      for (const Value& column : columns->list(columns_of, "name")) channel.columns.push_back(column.text(columns_of));
  }
  const auto pattern = section.take("pattern");
  if (pattern && !channel.columns.empty())
    pattern->fail("pattern of " + what + ": expected this or columns, found both");
  else if (pattern)
    read_pattern(*pattern, "pattern of " + what, "{} where the number of the joint stands", channel);
}

void read_factors(Section& section, const std::string& what, LogChannel& channel) {
  for (const auto& [key, target] :
       {std::pair{"scale", &channel.scale}, {"ratio", &channel.ratio}, {"offset", &channel.offset}})
    if (const auto list = section.take(key)) *target = numbers(*list, std::string(key) + " of " + what);
  const auto constants = what == "torque" ? section.take("constants") : std::nullopt;
  if (constants && !channel.scale.empty())
    constants->fail("constants of torque: expected these or scale, found both");
  else if (constants)
    channel.scale = numbers(*constants, "constants of torque");
  const auto matrix = section.take("matrix");
  if (matrix && !channel.ratio.empty())
    matrix->fail("matrix of " + what + ": expected this or ratio, found both");
  else if (matrix)
    read_matrix(*matrix, "matrix of " + what, channel.matrix);
  if (std::find(channel.ratio.begin(), channel.ratio.end(), 0.0) != channel.ratio.end())
    section.value().fail("ratio of " + what + ": expected other numbers than 0");
}

void read_channel(Section& mapping, const std::string& what, const std::map<std::string, double>& units,
                  LogChannel& channel) {
  const auto value = mapping.take(what);
  if (!value) return;
  channel.where = value->where();
  if (value->scalar() == "none") {
    channel.presence = LogChannel::Presence::absent;
    return;
  }
  Section section(*value, what);
  read_columns(section, what, channel);
  if (!channel.columns.empty() || !channel.pattern.empty()) channel.presence = LogChannel::Presence::given;
  section.read("file", channel.file);
  if (const auto unit = section.take("unit")) {
    channel.unit = unit->choice<double>("unit of " + what, units);
    channel.current = units.contains("A") && (unit->scalar().ends_with("A") || unit->scalar() == "counts");
  }
  read_factors(section, what, channel);
  section.finish();
}

void read_time(Section& mapping, LogMapping& result) {
  const auto value = mapping.take("time");
  if (!value) return;
  Section section(*value, "time");
  section.read("column", result.time_column);
  if (const auto unit = section.take("unit")) result.time_unit = unit->choice<double>("unit of time", time_units);
  const std::map<std::string, double> seconds{{"", 1}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
  if (const auto period = section.take("period")) result.period = with_unit(*period, "period of time", seconds);
  const auto rate = section.take("rate");
  if (rate && result.period > 0)
    rate->fail("rate of time: expected this or period, found both");
  else if (rate)
    result.period = 1 / with_unit(*rate, "rate of time", {{"", 1}, {"Hz", 1}, {"kHz", 1e3}});
  if (result.period > 0 && !result.time_column.empty())
    value->fail("time: expected a column, or a period or rate; found both");
  section.finish();
}

void read_gravity(Section& mapping, LogMapping& result) {
  const auto gravity = mapping.take("gravity"), mounting = mapping.take("mounting");
  if (gravity) result.gravity = three(*gravity, "gravity", "a list of 3 numbers");
  if (!mounting) return;
  if (gravity) return mounting->fail("mounting: expected this or gravity, found both");
  const auto rpy = three(*mounting, "mounting", "[roll, pitch, yaw] of the base");
  if (!rpy) return;
  // The third row of Rz(yaw) Ry(pitch) Rx(roll): the world's z in base axes.
  const auto [sr, cr] = exact_sincos(rpy->x);
  const auto [sp, cp] = exact_sincos(rpy->y);
  result.gravity = Vector3<double>{9.81 * sp, -9.81 * cp * sr, -9.81 * cp * cr};
}

void read_rows(Section& mapping, LogMapping& result) {
  const auto value = mapping.take("rows");
  if (!value) return;
  const std::size_t count = value->children().size();
  if (!value->is_list() || count < 1 || count > 2)
    return value->fail("rows: expected [first, last], found " + value->found());
  const int before = value->report().errors();
  std::vector<long> ends;
  for (const Value& end : value->list("rows")) {
    const double row = number(end, "rows");
    const bool whole = row >= 1 && row <= 1e15 && row == std::floor(row);
    if (!whole) end.fail("rows: expected numbers of rows, found " + end.found());
    ends.push_back(whole ? static_cast<long>(row) : 1);
  }
  result.first_row = ends[0];
  if (count == 2) result.last_row = ends[1];
  if (count == 2 && ends[1] < ends[0] && value->report().errors() == before)
    value->fail("rows: expected the first before the last");
}

void read_row_length(Section& mapping, LogMapping& result) {
  const auto value = mapping.take("row_length");
  if (!value) return;
  const double length = number(*value, "row_length");
  if (length >= 1 && length <= limits::log_columns && length == std::floor(length))
    result.row_length = static_cast<int>(length);
  else
    value->fail("row_length: expected how many numbers make a row, found " + value->found());
}

void read_window(Section& mapping, LogMapping& result) {
  const auto value = mapping.take("window");
  if (!value) return;
  if (const auto window = read_log_window(value->text("window")))
    result.window = *window;
  else
    value->fail("window: expected a stretch of time such as 12s:40s, 12s: or :40s, found " + value->found());
}

/// `other: {temperature: "motor temp [C]"}`: names that a formula can use, and whose columns they are.
void read_other(Section& mapping, LogMapping& result) {
  const auto value = mapping.take("other");
  if (!value) return;
  Section section(*value, "other");
  for (const auto& [key, column] : section.take_all()) {
    const std::string name(key.scalar());
    if (!names_in_formula(name).empty() && names_in_formula(name)[0] == name && !names_motion(name))
      result.other.push_back({name, column.text("other"), column.where()});
    else
      key.fail("other: expected a name of letters, digits and _ that means nothing else in a formula, found " +
               key.found());
  }
}

void read(const Value& document, LogMapping& result) {
  Section mapping(document, "mapping");
  read_time(mapping, result);
  read_channel(mapping, "position", position_units, result.position);
  read_channel(mapping, "velocity", velocity_units, result.velocity);
  read_channel(mapping, "acceleration", acceleration_units, result.acceleration);
  read_channel(mapping, "torque", torque_units, result.torque);
  read_channel(mapping, "reference", position_units, result.reference);
  read_other(mapping, result);
  read_gravity(mapping, result);
  read_rows(mapping, result);
  read_window(mapping, result);
  read_row_length(mapping, result);
  if (const auto delimiter = mapping.take("delimiter"))
    result.delimiter =
        delimiter->choice<char>("delimiter", {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"blank", ' '}});
  mapping.read("variable", result.variable);
  mapping.finish();
}

}  // namespace

bool names_motion(std::string_view name) {
  const std::size_t letters = std::min(name.find_first_of("0123456789"), name.size());
  const bool numbered =
      letters < name.size() && name.find_first_not_of("0123456789", letters) == std::string_view::npos;
  const std::string_view word = name.substr(0, letters);
  return name == "t" || (numbered && (word == "q" || word == "qd" || word == "qdd"));
}

LogMapping read_log_mapping(std::string_view text, const std::string& file_name) {
  LogMapping result;
  result.file = file_name;
  std::vector<Finding> findings;
  yaml::Report report(file_name, "log-mapping", findings);
  if (const auto document = yaml::parse(text, report)) read(Value(*document->root, report), result);
  report.sort();
  if (!findings.empty()) throw FileError(std::move(findings));
  return result;
}

LogMapping read_log_mapping_file(const std::filesystem::path& path) {
  return read_log_mapping(read_file(path, "a log mapping", limits::mapping_bytes, "log-mapping", Streams::passed_on),
                          path.string());
}

}  // namespace torsor
