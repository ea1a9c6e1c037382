#include "torsor/robot_files/load_robot.hpp"

#include <algorithm>

#include "robot_files/robot_options.hpp"
#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/read_file.hpp"
#include "torsor/core/text.hpp"
#include "torsor/robot_files/embedded_robots.hpp"

namespace torsor {
namespace {

/// Whether a name is meant as that of a file: one in a folder, or with an ending.
bool looks_like_a_file(const std::filesystem::path& name) { return name.has_parent_path() || name.has_extension(); }

[[noreturn]] void fail_unknown(std::string_view name) {
  if (looks_like_a_file(name)) require_readable(name, "a robot file");
  raise(UsageError("robot", "unknown robot " + in_quotes(name) + ": expected a built-in robot or a robot file" +
                                did_you_mean(name, builtin_robot_names())));
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

Description load_robot(const std::string& name_or_path, const Overrides& overrides, const XmlRobotOptions& options,
                       std::vector<Finding>* warnings) {
  const std::vector<std::string> names = builtin_robot_names();
  if (std::find(names.begin(), names.end(), name_or_path) != names.end()) {
    require_no_options(options, name_or_path);
    return read_builtin_robot(name_or_path, overrides);
  }
  if (std::error_code ignored; std::filesystem::exists(name_or_path, ignored))
    return read_robot_file(name_or_path, overrides, options, warnings);
  fail_unknown(name_or_path);
}

}  // namespace torsor
