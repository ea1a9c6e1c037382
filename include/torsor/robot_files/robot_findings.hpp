#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "torsor/robot_files/reading.hpp"
#include "torsor/robot_files/write_robot.hpp"
#include "torsor/robot_files/xml/robot_options.hpp"

namespace torsor {

/// What a text is read as: XML by its beginning or, failing that, by its name; MJCF by its root element.
RobotFormat robot_file_format(std::string_view text, const std::string& file_name);

/// The text of a robot file. Throws UsageError when it cannot be read, FileError when it is too large.
std::string read_robot_text(const std::filesystem::path& path);

/// The robot in a text of any kind, and all that was found in it. Throws nothing about the content. The options are
/// for XML.
Reading read_robot_findings(std::string_view text, const std::string& file_name, const XmlRobotOptions& options = {});

}  // namespace torsor
