#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "torsor/robot_files/reading.hpp"
#include "torsor/robot_files/xml/robot_options.hpp"

namespace torsor::lint {

/// All that can be said about a robot file of any kind (YAML, URDF, MJCF), in the order of the places: what the reader
/// found, and what the numbers of the robot show (docs/lint.md). Throws nothing about the content.
std::vector<Finding> inspect(std::string_view text, const std::string& file_name, const XmlRobotOptions& options = {});

}  // namespace torsor::lint
