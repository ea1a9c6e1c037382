#include "torsor/robot_files/load_robot.hpp"

#include <algorithm>

#include "robot_files/robot_options.hpp"
#include "torsor/core/text.hpp"
#include "torsor/robot_files/embedded_robots.hpp"

namespace torsor {
namespace {

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
  raise(UsageError("robot", message));
}

/// A maker's family stands for the member of it that is built in.
std::string_view full_name(std::string_view name) { return name == "ur" ? "ur10" : name == "iiwa" ? "iiwa14" : name; }

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
    if (embedded_robots[i].name == full_name(name)) return embedded_robots[i].text;
  fail_unknown(name);
}

Description read_builtin_robot(std::string_view name, const Overrides& overrides) {
  return read_robot(builtin_robot_text(name), "robots/" + std::string(full_name(name)) + ".yaml", overrides);
}

Description load_robot(const std::string& name_or_path, const Overrides& overrides, const XmlRobotOptions& options,
                       std::vector<Finding>* warnings) {
  const std::vector<std::string> names = builtin_robot_names();
  if (std::find(names.begin(), names.end(), full_name(name_or_path)) != names.end()) {
    require_no_options(options, name_or_path);
    return read_builtin_robot(name_or_path, overrides);
  }
  if (std::error_code ignored; std::filesystem::exists(name_or_path, ignored))
    return read_robot_file(name_or_path, overrides, options, warnings);
  fail_unknown(name_or_path);
}

}  // namespace torsor
