#pragma once

#include <string>
#include <string_view>

#include "torsor/robot_files/reading.hpp"
#include "torsor/robot_files/xml/robot_options.hpp"

namespace torsor {

/// The robot in a text of any format, and all that was found in it. Throws nothing about the content. The options are
/// for XML.
Reading read_robot_findings(std::string_view text, const std::string& file_name, const XmlRobotOptions& options = {});

}  // namespace torsor
