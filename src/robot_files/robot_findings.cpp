#include "torsor/robot_files/robot_findings.hpp"

#include "robot_files/xml/robot.hpp"
#include "robot_files/yaml/read_yaml.hpp"
#include "torsor/robot_files/mjcf/read_mjcf.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"

namespace torsor {
namespace {

Reading read_yaml(std::string_view text, const std::string& file_name) {
  Reading reading;
  bool inertia_checked = true;
  try {
    DescriptionRead read = parse_robot(text, file_name);
    reading.robot = std::move(read.robot);
    inertia_checked = read.inertia_checked;
  } catch (const FileError& error) {
    reading.findings = error.findings();
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

}  // namespace torsor
