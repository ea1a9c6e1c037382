#pragma once

#include "torsor/robot_files/reading.hpp"

namespace torsor::yaml {

/// What check() says about a robot from YAML. A file that says that its inertias are not checked is only warned of
/// them.
std::vector<Finding> problems(const Reading& reading, const std::string& file_name);

}  // namespace torsor::yaml
