#include "torsor/robot_files/robot_file.hpp"

#include <fstream>

#include "robot_files/robot_options.hpp"
#include "robot_files/yaml/problems.hpp"
#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/limits.hpp"
#include "torsor/core/read_file.hpp"
#include "torsor/robot_files/robot_findings.hpp"
#include "torsor/robot_files/robot_format.hpp"
#include "torsor/robot_files/yaml/read_yaml.hpp"

namespace torsor {
namespace {

void set_parameter(const std::string& name, const std::string& text, Description& robot) {
  const auto fail = [&](const std::string& why) { raise(UsageError("set", name + "=" + text + ": " + why)); };
  auto parsed = parse_expression(text);
  if (const auto* error = std::get_if<ExpressionError>(&parsed)) fail(error->message);
  std::string known;
  std::vector<std::string> names;
  for (described::Parameter& parameter : robot.parameters) {
    known += (known.empty() ? "" : ", ") + parameter.name;
    names.push_back(parameter.name);
    if (parameter.name != name) continue;
    parameter.value = {std::get<Expression>(std::move(parsed)), parameter.value.where};
    return;
  }
  fail(robot.name + " has no parameter '" + name + "'; " +
       (known.empty() ? "it names no parameters" : "expected one of " + known) + did_you_mean(name, names));
}

/// The robot with its new values, which have to leave it possible.
Description overridden(Reading reading, const std::string& file_name, const Overrides& overrides) {
  for (const auto& [name, text] : overrides) set_parameter(name, text, reading.robot);
  if (!overrides.empty())
    if (auto found = errors(yaml::problems(reading, file_name)); !found.empty())
      raise(UsageError("set", std::string("it makes the robot impossible: ") + FileError(std::move(found)).what()));
  return std::move(reading.robot);
}

}  // namespace

void require_no_options(const XmlRobotOptions& options, const std::string& robot) {
  const std::string message = "expected a robot in URDF or MJCF, found " + robot;
  if (options.free_mimic) raise(UsageError("free_mimic", message + ", which has no mimic joints"));
  if (options.free_base) raise(UsageError("free_base", message));
  if (options.ignore_geoms)
    raise(UsageError("ignore_geoms", "expected a robot in MJCF, found " + robot + ", which has no geoms"));
}

std::string read_robot_text(const std::filesystem::path& path) {
  return read_file(path, "a robot file", limits::robot_file_bytes, "robot-file", Streams::passed_on);
}

namespace {

/// Throws where a file that does not end as YAML does is none: an ending such as .c says more than how it is no YAML.
void require_yaml(std::string_view text, const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  if (ending.empty() || ending == ".yaml" || ending == ".yml" || ending == ".json") return;
  const std::vector<Finding> found = errors(read_yaml(text, path.string()).findings);
  if (found.empty()) return;
  raise(FileError(path.string(), found[0].where,
                  "expected a robot file in YAML, URDF or MJCF, found a file that ends in " + ending +
                      " and is none of these (as YAML: " + found[0].message + ")",
                  "robot-file"));
}

}  // namespace

Description read_robot(std::string_view text, const std::string& file_name, const Overrides& overrides) {
  Reading reading = read_yaml(text, file_name);
  if (!reading.sound()) raise(FileError(errors(reading.findings)));
  return overridden(std::move(reading), file_name, overrides);
}

Description read_robot_file(const std::filesystem::path& path, const Overrides& overrides,
                            const XmlRobotOptions& options, std::vector<Finding>* warnings) {
  const std::string text = read_robot_text(path);
  if (robot_file_format(text, path) == RobotFormat::yaml) {
    require_no_options(options, path.string());
    require_yaml(text, path);
    return read_robot(text, path.string(), overrides);
  }
  if (options.ignore_geoms && robot_file_format(text, path) == RobotFormat::urdf)
    raise(UsageError("ignore_geoms", "expected a robot in MJCF, found URDF in " + path.string()));
  Reading reading = read_robot_findings(text, path.string(), options);
  if (!reading.sound()) raise(FileError(errors(reading.findings)));
  for (const Finding& finding : reading.findings)
    if (finding.severity == Severity::warning && warnings != nullptr) warnings->push_back(finding);
  return overridden(std::move(reading), path.string(), overrides);
}

}  // namespace torsor
