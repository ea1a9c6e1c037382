#include "torsor/robot_files/robot_findings.hpp"

#include "torsor/robot_files/mjcf/read_mjcf.hpp"
#include "torsor/robot_files/robot_format.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"
#include "torsor/robot_files/yaml/read_yaml.hpp"

namespace torsor {

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
