#pragma once

#include <string>
#include <string_view>

#include "torsor/robot_files/reading.hpp"
#include "torsor/robot_files/xml/robot_options.hpp"

namespace torsor {

/// The robot in the text of a URDF file, and all that was found in it (docs/urdf.md). Throws nothing about the content:
/// what is wrong with it is a finding. `file_name` is only for messages.
Reading read_urdf(std::string_view text, const std::string& file_name, const XmlRobotOptions& options = {});

}  // namespace torsor
