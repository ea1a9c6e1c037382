#pragma once

#include "torsor/robot_files/robot_file.hpp"

namespace torsor {

/// The robots that come with the library, in alphabetical order.
std::vector<std::string> builtin_robot_names();

/// The text of a built-in robot's file; throws UsageError for another name.
std::string_view builtin_robot_text(std::string_view name);

Description read_builtin_robot(std::string_view name, const Overrides& overrides = {});

/// A built-in robot by name, or else the robot in the file of that path (read_robot_file).
Description load_robot(const std::string& name_or_path, const Overrides& overrides = {},
                       const XmlRobotOptions& options = {}, std::vector<Finding>* warnings = nullptr);

}  // namespace torsor
