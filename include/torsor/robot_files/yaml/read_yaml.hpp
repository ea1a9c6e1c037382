#pragma once

#include <string>
#include <string_view>

#include "torsor/robot_files/reading.hpp"

namespace torsor {

/// The robot in the text of a robot file in YAML, and all that was found in it (docs/robot-file.md). Throws nothing
/// about the content: what is wrong with it is a finding. `file_name` is only for messages.
Reading read_yaml(std::string_view text, const std::string& file_name);

}  // namespace torsor
