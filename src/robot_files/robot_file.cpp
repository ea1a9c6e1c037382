#include "torsor/robot_files/robot_file.hpp"

#include <fstream>

#include "torsor/core/text.hpp"
#include "robot_files/xml/robot.hpp"
#include "yaml/document.hpp"
#include "robot_files/yaml/read_yaml.hpp"
#include "torsor/robot_files/robot_findings.hpp"
#include "yaml-cpp/depthguard.h"

namespace torsor {
namespace {

constexpr std::size_t largest_file = 16u << 20u;

void apply(const Overrides& overrides, Description& robot) {
  for (const auto& [name, text] : overrides) {
    auto parsed = parse_expression(text);
    if (const auto* error = std::get_if<ExpressionError>(&parsed))
      throw UsageError("--set " + name + "=" + text + ": " + error->message);
    std::string known;
    bool found = false;
    for (described::Parameter& parameter : robot.parameters) {
      known += (known.empty() ? "" : ", ") + parameter.name;
      if (parameter.name != name) continue;
      parameter.value = {std::get<Expression>(std::move(parsed)), parameter.value.where};
      found = true;
      break;
    }
    if (!found)
      throw UsageError("--set " + name + "=" + text + ": " + robot.name + " has no parameter '" + name + "'; " +
                       (known.empty() ? "it names no parameters" : "expected one of " + known));
  }
}

/// Refuses text that is not UTF-8, where it stops being so.
void require_utf8(std::string_view text, const std::string& file_name) {
  int line = 1, column = 1;
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t length = utf8_character(text, k);
    if (length == 0)
      throw FileError(file_name, {line, column}, "expected UTF-8 text, found a byte that is not");
    column = text[k] == '\n' ? 1 : column + 1;
    line += text[k] == '\n';
    k += length;
  }
}

/// All that check() has to say.
std::vector<Finding> problems(const DescriptionRead& read, const std::string& file_name) {
  std::vector<Finding> findings;
  for (const Problem& problem : check(read.robot))
    if (read.inertia_checked || problem.code != "inertia-not-positive")
      findings.push_back({problem.code, Severity::error, file_name, problem.where, "", problem.message, ""});
  return findings;
}

}  // namespace

std::string read_robot_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path))
    throw UsageError(path.string() + ": expected a file that can be read");
  std::string text(largest_file + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (file.bad()) throw UsageError(path.string() + ": the file cannot be read to its end");
  if (text.size() > largest_file)
    throw FileError(path.string(), {1, 1}, "expected a robot file of at most 16 MB, found more");
  return text;
}

void require_no_options(const XmlRobotOptions& options, const std::string& robot) {
  if (options.free_mimic)
    throw UsageError("--free-mimic: expected a robot in URDF or MJCF, found " + robot + ", which has no mimic joints");
  if (options.free_base) throw UsageError("--free-base: expected a robot in URDF or MJCF, found " + robot);
}

DescriptionRead parse_robot(std::string_view text, const std::string& file_name) {
  require_utf8(text, file_name);
  try {
    return read_description(load_one_document(std::string(text), file_name), file_name);
  } catch (const YAML::DeepRecursion& problem) {
    throw FileError(file_name, {problem.mark.line + 1, problem.mark.column + 1},
                    "lists and maps are nested too deeply");
  } catch (const YAML::Exception& problem) {
    throw FileError(file_name, {problem.mark.line + 1, problem.mark.column + 1}, problem.msg);
  }
}

Description read_robot(std::string_view text, const std::string& file_name, const Overrides& overrides) {
  DescriptionRead read = parse_robot(text, file_name);
  if (auto found = problems(read, file_name); !found.empty()) throw FileError(std::move(found));
  if (overrides.empty()) return std::move(read.robot);
  apply(overrides, read.robot);
  if (auto found = problems(read, file_name); !found.empty())
    throw UsageError(std::string("--set makes the robot impossible: ") + FileError(std::move(found)).what());
  return std::move(read.robot);
}

Description read_robot_file(const std::filesystem::path& path, const Overrides& overrides,
                            const XmlRobotOptions& options, std::vector<Finding>* warnings) {
  const std::string text = read_robot_text(path);
  if (is_xml_robot(text, path)) {
    Description robot = read_xml_robot(text, path.string(), options, warnings);
    apply(overrides, robot);
    return robot;
  }
  require_no_options(options, path.string());
  return read_robot(text, path.string(), overrides);
}

}  // namespace torsor
