#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "torsor/io/error.hpp"
#include "torsor/model/description.hpp"

namespace torsor::io {

/// New values for named parameters, as `--set m2=4` gives them: name, expression.
using Overrides = std::vector<std::pair<std::string, std::string>>;

/// A checked description from the text of a robot file (docs/robot-file.md). Throws FileError, or UsageError for an
/// override. `file_name` is only for messages.
Description read_robot(std::string_view text, const std::string& file_name, const Overrides& overrides = {});

Description read_robot_file(const std::filesystem::path& path, const Overrides& overrides = {});

}  // namespace torsor::io
