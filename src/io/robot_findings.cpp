#include "torsor/io/robot_findings.hpp"

#include <charconv>

#include "io/xml_robot.hpp"
#include "robot_reader.hpp"
#include "torsor/io/mjcf_file.hpp"
#include "torsor/io/urdf_file.hpp"

namespace torsor::io {
namespace {

/// The place at the front of "line:column: message", which is taken off.
Location take_place(std::string_view& message) {
  Location where;
  const char *begin = message.data(), *end = begin + message.size();
  const auto line = std::from_chars(begin, end, where.line);
  if (line.ec != std::errc{} || line.ptr == end || *line.ptr != ':') return {};
  const auto column = std::from_chars(line.ptr + 1, end, where.column);
  if (column.ec != std::errc{} || !std::string_view(column.ptr, end).starts_with(": ")) return {};
  message = std::string_view(column.ptr + 2, end);
  return where;
}

Reading read_yaml(std::string_view text, const std::string& file_name) {
  Reading reading;
  bool inertia_checked = true;
  try {
    DescriptionRead read = parse_robot(text, file_name);
    reading.robot = std::move(read.robot);
    inertia_checked = read.inertia_checked;
  } catch (const FileError& error) {
    std::string_view message = error.what();
    if (message.starts_with(file_name + ":")) message.remove_prefix(file_name.size() + 1);
    const Location where = take_place(message);
    reading.findings.push_back({"robot-file", Severity::error, file_name, where, "", std::string(message), ""});
    return reading;
  }
  for (Problem& problem : check(reading.robot)) {
    const bool told = !inertia_checked && problem.code == "inertia-not-positive";  // the file says that it knows
    reading.findings.push_back({std::move(problem.code), told ? Severity::warning : Severity::error, file_name,
                                problem.where, "", std::move(problem.message), ""});
  }
  return reading;
}

}  // namespace

RobotFormat robot_file_format(std::string_view text, const std::string& file_name) {
  if (!is_xml_robot(text, file_name)) return RobotFormat::yaml;
  return robot_format(text) == RobotFormat::mjcf ? RobotFormat::mjcf : RobotFormat::urdf;
}

Reading read_robot_findings(std::string_view text, const std::string& file_name, const XmlRobotOptions& options) {
  switch (robot_file_format(text, file_name)) {
    case RobotFormat::urdf:
      return read_urdf(text, file_name, options);
    case RobotFormat::mjcf:
      return read_mjcf(text, file_name, options);
    case RobotFormat::yaml:
      break;
  }
  return read_yaml(text, file_name);
}

}  // namespace torsor::io
