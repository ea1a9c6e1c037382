#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "torsor/core/error.hpp"
#include "torsor/core/finding.hpp"
#include "torsor/model/description.hpp"
#include "torsor/robot_files/xml/robot_options.hpp"

namespace torsor {

/// New values for named parameters: name, expression. What is wrong with them is a UsageError of the option "set".
using Overrides = std::vector<std::pair<std::string, std::string>>;

/// A checked description from the text of a robot file in YAML (docs/robot-file.md). Throws FileError with all errors,
/// or UsageError for an override. `file_name` is only for messages.
Description read_robot(std::string_view text, const std::string& file_name, const Overrides& overrides = {});

/// The robot in a file: YAML, or what the root element says, such as URDF (docs/urdf.md). `options` are for XML, and a
/// UsageError with YAML. Warnings about an XML file are added to `warnings` where that is given; errors are all in the
/// FileError, a line each.
Description read_robot_file(const std::filesystem::path& path, const Overrides& overrides = {},
                            const XmlRobotOptions& options = {}, std::vector<Finding>* warnings = nullptr);

/// The text of a robot file. Throws UsageError when it cannot be read, FileError when it is too large.
std::string read_robot_text(const std::filesystem::path& path);

}  // namespace torsor
