#include "torsor/io/builtin_robots.hpp"

#include <algorithm>

#include "torsor/io/embedded_robots.hpp"

namespace torsor::io {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

[[noreturn]] void fail_unknown(std::string_view name) {
  const std::vector<std::string> names = builtin_robot_names();
  std::string nearest;
  std::size_t best = name.size() / 3 + 1;  // as many slips of the pen as a third of the letters
  for (const std::string& known : names) {
    const std::size_t distance = name.size() > 1 && known.starts_with(name) ? 0 : edit_distance(known, name);
    if (distance >= best) continue;
    best = distance;
    nearest = known;
  }
  std::string message = "unknown robot " + in_quotes(name) + ": expected a built-in robot or a robot file";
  if (!nearest.empty()) message += "; did you mean '" + nearest + "'?";
  throw UsageError(message + " (`torsor robots` lists the built-in ones)");
}

}  // namespace

std::vector<std::string> builtin_robot_names() {
  std::vector<std::string> names;
  names.reserve(embedded_robot_count);
  for (std::size_t i = 0; i < embedded_robot_count; ++i) names.emplace_back(embedded_robots[i].name);
  std::sort(names.begin(), names.end());
  return names;
}

std::string_view builtin_robot_text(std::string_view name) {
  for (std::size_t i = 0; i < embedded_robot_count; ++i)
    if (embedded_robots[i].name == name) return embedded_robots[i].text;
  fail_unknown(name);
}

Description read_builtin_robot(std::string_view name, const Overrides& overrides) {
  return read_robot(builtin_robot_text(name), "robots/" + std::string(name) + ".yaml", overrides);
}

Description load_robot(const std::string& name_or_path, const Overrides& overrides) {
  const std::vector<std::string> names = builtin_robot_names();
  if (std::find(names.begin(), names.end(), name_or_path) != names.end())
    return read_builtin_robot(name_or_path, overrides);
  if (std::error_code ignored; std::filesystem::exists(name_or_path, ignored))
    return read_robot_file(name_or_path, overrides);
  fail_unknown(name_or_path);
}

}  // namespace torsor::io
