#include "robot_files/xml/robot.hpp"

#include "torsor/robot_files/mjcf/read_mjcf.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor {
namespace {

/// The name of the root element: what follows the first < that opens neither a comment nor a declaration.
std::string_view root_name(std::string_view text) {
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!--"))
      at = text.find("-->", at);
    else if (rest.starts_with("<?") || rest.starts_with("<!"))
      at = text.find('>', at);
    else
      return rest.substr(1, rest.find_first_of(" \t\r\n/>", 1) - 1);
  }
  return {};
}

}  // namespace

RobotFormat robot_format(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string_view::npos || text[first] != '<') return RobotFormat::yaml;
  return root_name(text) == "mujoco" ? RobotFormat::mjcf : RobotFormat::urdf;
}

bool is_xml_robot(std::string_view text, const std::filesystem::path& path) {
  if (robot_format(text) != RobotFormat::yaml) return true;
  return path.extension() == ".urdf" || path.extension() == ".xml";
}

Description read_xml_robot(std::string_view text, const std::string& file_name, const XmlRobotOptions& options,
                           std::vector<Finding>* warnings) {
  Reading reading = robot_format(text) == RobotFormat::mjcf ? read_mjcf(text, file_name, options)
                                                            : read_urdf(text, file_name, options);
  std::vector<Finding> errors;
  for (Finding& finding : reading.findings) {
    if (finding.severity == Severity::error) {
      errors.push_back(std::move(finding));
    } else if (finding.severity == Severity::warning && warnings != nullptr) {
      warnings->push_back(std::move(finding));
    }
  }
  if (!errors.empty()) throw FileError(std::move(errors));
  return std::move(reading.robot);
}

}  // namespace torsor
