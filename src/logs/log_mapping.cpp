#include "torsor/logs/log_mapping.hpp"

#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>

#include <yaml-cpp/depthguard.h>

#include "torsor/core/text.hpp"
#include "yaml/document.hpp"
#include "yaml/section.hpp"

namespace torsor {
namespace {

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

double number(const YamlValue& value, const std::string& what) {
  const Expression expression = value.quantity(what).expression;
  for (const Expression::Step& step : expression.steps())
    if (step.operation == Expression::Operation::name)
      value.fail(what + ": expected a number such as 0.5, 90deg or 1798/7, found " + value.found());
  const double result = evaluate<double>(expression, [](const std::string&) { return 0.0; });
  if (!std::isfinite(result)) value.fail(what + ": expected a finite number, found " + value.found());
  return result;
}

/// One number for all joints gives a list of one, which is stretched when their count is known.
std::vector<double> numbers(const YamlValue& value, const std::string& what) {
  if (value.node().IsScalar()) return {number(value, what)};
  std::vector<double> result;
  for (const YamlValue& item : value.list(what)) result.push_back(number(item, what));
  if (result.empty()) value.fail(what + ": expected at least one number, found none");
  return result;
}

/// "0.2ms", "5kHz": a number with a unit behind it.
double with_unit(const YamlValue& value, const std::string& what, const std::map<std::string, double>& units) {
  const std::string text = value.text(what);
  const std::size_t end = text.find_last_of("0123456789.)") + 1;
  std::string unit = text.substr(end);
  unit.erase(0, std::min(unit.find_first_not_of(' '), unit.size()));
  const auto factor = units.find(unit);
  if (factor == units.end()) {
    std::string names;
    for (const auto& [name, size] : units) names += (names.empty() ? "" : ", ") + (name.empty() ? "nothing" : name);
    value.fail(what + ": expected a number with one of the units " + names + ", found " + value.found());
  }
  YAML::Node plain(text.substr(0, end));
  const double result = number(YamlValue(plain, value), what) * factor->second;
  if (!(result > 0)) value.fail(what + ": expected a positive number, found " + value.found());
  return result;
}

void read_matrix(const YamlValue& value, const std::string& what, Eigen::MatrixXd& matrix) {
  const std::vector<YamlValue> rows = value.list(what);
  const auto n = static_cast<Eigen::Index>(rows.size());
  if (n == 0 || n > 1000) value.fail(what + ": expected a row for each joint, found " + value.found());
  matrix.resize(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const YamlValue& row = rows[static_cast<std::size_t>(i)];
    const std::vector<YamlValue> entries = row.list(what);
    if (static_cast<Eigen::Index>(entries.size()) != n)
      row.fail(what + ": expected " + std::to_string(n) + " numbers, found " + row.found());
    for (Eigen::Index j = 0; j < n; ++j) matrix(i, j) = number(entries[static_cast<std::size_t>(j)], what);
  }
}

void read_columns(YamlSection& section, const std::string& what, LogChannel& channel) {
  if (const auto columns = section.take("columns")) {
    if (columns->node().IsScalar()) {
      channel.pattern = columns->text("columns of " + what);
      if (channel.pattern.find("{}") == std::string::npos)
        columns->fail("columns of " + what + ": expected a list of names, or a pattern such as q{}, found " +
                      columns->found());
    } else {
      for (const YamlValue& column : columns->list("columns of " + what))
        channel.columns.push_back(column.text("columns of " + what));
      if (channel.columns.empty()) columns->fail("columns of " + what + ": expected at least one, found none");
    }
  }
  if (const auto pattern = section.take("pattern")) {
    channel.pattern = pattern->text("pattern of " + what);
    if (!channel.columns.empty()) pattern->fail("pattern of " + what + ": expected this or columns, found both");
    if (channel.pattern.find("{}") == std::string::npos)
      pattern->fail("pattern of " + what + ": expected {} where the number of the joint stands, found " +
                    pattern->found());
  }
}

void read_channel(YamlSection& mapping, const std::string& what, const std::map<std::string, double>& units,
                  LogChannel& channel) {
  const auto value = mapping.take(what);
  if (!value) return;
  channel.where = value->where();
  if (value->node().IsScalar() && value->node().Scalar() == "none") {
    channel.presence = LogChannel::Presence::absent;
    return;
  }
  YamlSection section(*value, what);
  read_columns(section, what, channel);
  if (!channel.columns.empty() || !channel.pattern.empty()) channel.presence = LogChannel::Presence::given;
  section.read("file", channel.file);
  if (const auto unit = section.take("unit")) {
    channel.unit = unit->choice<double>("unit of " + what, units);
    channel.current =
        units.contains("A") && (unit->node().Scalar().ends_with("A") || unit->node().Scalar() == "counts");
  }
  for (const auto& [key, target] :
       {std::pair{"scale", &channel.scale}, {"ratio", &channel.ratio}, {"offset", &channel.offset}})
    if (const auto list = section.take(key)) *target = numbers(*list, std::string(key) + " of " + what);
  if (what == "torque")
    if (const auto constants = section.take("constants")) {
      if (!channel.scale.empty()) constants->fail("constants of torque: expected these or scale, found both");
      channel.scale = numbers(*constants, "constants of torque");
    }
  if (const auto matrix = section.take("matrix")) {
    if (!channel.ratio.empty()) matrix->fail("matrix of " + what + ": expected this or ratio, found both");
    read_matrix(*matrix, "matrix of " + what, channel.matrix);
  }
  for (const double ratio : channel.ratio)
    if (ratio == 0) value->fail("ratio of " + what + ": expected other numbers than 0");
  section.finish();
}

void read_time(YamlSection& mapping, LogMapping& result) {
  const auto value = mapping.take("time");
  if (!value) return;
  YamlSection section(*value, "time");
  section.read("column", result.time_column);
  if (const auto unit = section.take("unit")) result.time_unit = unit->choice<double>("unit of time", time_units);
  const std::map<std::string, double> seconds{{"", 1}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
  if (const auto period = section.take("period")) result.period = with_unit(*period, "period of time", seconds);
  if (const auto rate = section.take("rate")) {
    if (result.period > 0) rate->fail("rate of time: expected this or period, found both");
    result.period = 1 / with_unit(*rate, "rate of time", {{"", 1}, {"Hz", 1}, {"kHz", 1e3}});
  }
  if (result.period > 0 && !result.time_column.empty())
    value->fail("time: expected a column, or a period or rate; found both");
  section.finish();
}

void read_gravity(YamlSection& mapping, LogMapping& result) {
  const auto gravity = mapping.take("gravity"), mounting = mapping.take("mounting");
  if (gravity) {
    const std::vector<double> g = numbers(*gravity, "gravity");
    if (g.size() != 3) gravity->fail("gravity: expected a list of 3 numbers, found " + gravity->found());
    result.gravity = Vector3<double>{g[0], g[1], g[2]};
  }
  if (!mounting) return;
  if (gravity) mounting->fail("mounting: expected this or gravity, found both");
  const std::vector<double> rpy = numbers(*mounting, "mounting");
  if (rpy.size() != 3) mounting->fail("mounting: expected [roll, pitch, yaw] of the base, found " + mounting->found());
  // The third row of Rz(yaw) Ry(pitch) Rx(roll): the world's z in base axes.
  const auto [sr, cr] = exact_sincos(rpy[0]);
  const auto [sp, cp] = exact_sincos(rpy[1]);
  result.gravity = Vector3<double>{9.81 * sp, -9.81 * cp * sr, -9.81 * cp * cr};
}

void read_rows(YamlSection& mapping, LogMapping& result) {
  const auto value = mapping.take("rows");
  if (!value) return;
  const std::vector<YamlValue> ends = value->list("rows");
  const auto whole = [&](const YamlValue& end) {
    const double row = number(end, "rows");
    if (!(row >= 1 && row <= 1e15) || row != std::floor(row))
      end.fail("rows: expected numbers of rows, found " + end.found());
    return static_cast<long>(row);
  };
  if (ends.empty() || ends.size() > 2) value->fail("rows: expected [first, last], found " + value->found());
  result.first_row = whole(ends[0]);
  if (ends.size() == 2) result.last_row = whole(ends[1]);
  if (ends.size() == 2 && result.last_row < result.first_row) value->fail("rows: expected the first before the last");
}

LogMapping read(const YamlValue& document) {
  YamlSection mapping(document, "mapping");
  LogMapping result;
  result.file = *document.file();
  read_time(mapping, result);
  read_channel(mapping, "position", position_units, result.position);
  read_channel(mapping, "velocity", velocity_units, result.velocity);
  read_channel(mapping, "acceleration", acceleration_units, result.acceleration);
  read_channel(mapping, "torque", torque_units, result.torque);
  read_channel(mapping, "reference", position_units, result.reference);
  read_gravity(mapping, result);
  read_rows(mapping, result);
  if (const auto delimiter = mapping.take("delimiter"))
    result.delimiter =
        delimiter->choice<char>("delimiter", {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"blank", ' '}});
  mapping.read("variable", result.variable);
  mapping.finish();
  return result;
}

}  // namespace

LogMapping read_log_mapping(std::string_view text, const std::string& file_name) {
  if (!is_utf8(text)) throw FileError(file_name, {1, 1}, "expected UTF-8, found another encoding");
  const auto place = [&](const YAML::Mark& mark) {
    return Location{std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1};
  };
  try {
    return read(YamlValue(load_one_document(std::string(text), file_name), &file_name));
  } catch (const YAML::DeepRecursion& problem) {
    throw FileError(file_name, place(problem.mark), "lists and maps are nested too deeply");
  } catch (const YAML::Exception& problem) {
    throw FileError(file_name, place(problem.mark), problem.msg);
  }
}

LogMapping read_log_mapping_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || !std::filesystem::is_regular_file(path))
    throw UsageError(path.string() + ": expected a file that can be read");
  if (std::filesystem::file_size(path) > 1000000) throw FileError(path.string(), {1, 1}, "expected at most 1 MB");
  return read_log_mapping(std::string(std::istreambuf_iterator<char>(file), {}), path.string());
}

}  // namespace torsor
