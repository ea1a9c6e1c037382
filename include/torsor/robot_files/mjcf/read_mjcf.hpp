#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "torsor/robot_files/reading.hpp"
#include "torsor/robot_files/xml/robot_options.hpp"

namespace torsor {

/// The text of an included file, or nothing where there is none.
using IncludeSource = std::function<std::optional<std::string>(const std::filesystem::path&)>;

/// A robot from the text of an MJCF file (docs/mjcf.md), with all that was found on the way. Throws nothing of its own:
/// what is wrong is a finding. Included files are looked for beside `file_name`.
Reading read_mjcf(std::string_view text, const std::string& file_name, const XmlRobotOptions& options = {});

/// The same, with includes taken from `source` and from nowhere else.
Reading read_mjcf(std::string_view text, const std::string& file_name, const XmlRobotOptions& options,
                  const IncludeSource& source);

}  // namespace torsor
