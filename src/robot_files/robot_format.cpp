#include "torsor/robot_files/robot_format.hpp"

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

const char* name_of(RobotFormat format) {
  return format == RobotFormat::yaml ? "YAML" : format == RobotFormat::urdf ? "URDF" : "MJCF";
}

RobotFormat robot_format(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string_view::npos || text[first] != '<') return RobotFormat::yaml;
  return root_name(text) == "mujoco" ? RobotFormat::mjcf : RobotFormat::urdf;
}

RobotFormat robot_file_format(std::string_view text, const std::filesystem::path& path) {
  const RobotFormat found = robot_format(text);
  const bool named_xml = path.extension() == ".urdf" || path.extension() == ".xml";
  return found == RobotFormat::yaml && named_xml ? RobotFormat::urdf : found;
}

}  // namespace torsor
