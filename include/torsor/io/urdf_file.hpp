#pragma once

#include <string>
#include <string_view>

#include "torsor/io/finding.hpp"
#include "torsor/io/xml_robot_options.hpp"

namespace torsor::io {

/// The robot in the text of a URDF file, and all that was found in it (docs/urdf.md). Throws nothing about the content:
/// what is wrong with it is a finding. `file_name` is only for messages.
Reading read_urdf(std::string_view text, const std::string& file_name, const XmlRobotOptions& options = {});

}  // namespace torsor::io
