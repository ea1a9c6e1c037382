#pragma once

#include <filesystem>
#include <string_view>

namespace torsor {

enum class RobotFormat { yaml, urdf, mjcf };

/// "YAML", "URDF" or "MJCF".
const char* name_of(RobotFormat format);

/// The format of a robot file, by its content: XML is MJCF or URDF, by its root element, and all else is YAML.
RobotFormat robot_format(std::string_view text);

/// What the text of a file is read as: the same, but that a file which is named as XML is not taken for YAML.
RobotFormat robot_file_format(std::string_view text, const std::filesystem::path& path);

}  // namespace torsor
