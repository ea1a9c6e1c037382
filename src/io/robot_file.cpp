#include "torsor/io/robot_file.hpp"

#include <fstream>

#include "robot_reader.hpp"
#include "yaml-cpp/depthguard.h"

namespace torsor::io {
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
    const auto first = static_cast<unsigned char>(text[k]);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xC2 && first < 0xE0 ? 2
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xF0 && first < 0xF5 ? 4
                                                               : 0;
    bool good = length > 0 && k + length <= text.size();
    for (std::size_t j = 1; good && j < length; ++j) good = (static_cast<unsigned char>(text[k + j]) & 0xC0u) == 0x80u;
    if (!good)
      throw FileError(file_name + ":" + std::to_string(line) + ":" + std::to_string(column) +
                      ": expected UTF-8 text, found a byte that is not");
    column = text[k] == '\n' ? 1 : column + 1;
    line += text[k] == '\n';
    k += length;
  }
}

/// All that check() has to say, a line each, or nothing.
std::string problems(const Description& robot, const std::string& file_name) {
  std::string message;
  for (const Problem& problem : check(robot))
    message += (message.empty() ? "" : "\n") + file_name + ":" + std::to_string(problem.where.line) + ":" +
               std::to_string(problem.where.column) + ": " + problem.message;
  return message;
}

}  // namespace

Description read_robot(std::string_view text, const std::string& file_name, const Overrides& overrides) {
  Description robot;
  require_utf8(text, file_name);
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
    const YAML::Node root = documents.empty() ? YAML::Node() : documents[0];
    if (documents.size() > 1)
      YamlValue(documents[1], &file_name).fail("expected one robot in a file, found a second document");
    robot = read_description(root, file_name);
  } catch (const YAML::DeepRecursion& problem) {
    throw FileError(file_name + ":" + std::to_string(problem.mark.line + 1) + ":" +
                    std::to_string(problem.mark.column + 1) + ": lists and maps are nested too deeply");
  } catch (const YAML::Exception& problem) {
    throw FileError(file_name + ":" + std::to_string(problem.mark.line + 1) + ":" +
                    std::to_string(problem.mark.column + 1) + ": " + problem.msg);
  }
  if (const std::string message = problems(robot, file_name); !message.empty()) throw FileError(message);
  if (overrides.empty()) return robot;
  apply(overrides, robot);
  if (const std::string message = problems(robot, file_name); !message.empty())
    throw UsageError("--set makes the robot impossible: " + message);
  return robot;
}

Description read_robot_file(const std::filesystem::path& path, const Overrides& overrides) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path))
    throw UsageError(path.string() + ": expected a file that can be read");
  std::string text(largest_file + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (file.bad()) throw UsageError(path.string() + ": the file cannot be read to its end");
  if (text.size() > largest_file)
    throw FileError(path.string() + ":1:1: expected a robot file of at most 16 MB, found more");
  return read_robot(text, path.string(), overrides);
}

}  // namespace torsor::io
