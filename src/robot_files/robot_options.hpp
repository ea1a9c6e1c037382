#pragma once

#include <string>

#include "torsor/robot_files/xml/robot_options.hpp"

namespace torsor {

/// Throws a UsageError when an option for XML is set for a robot that is none.
void require_no_options(const XmlRobotOptions& options, const std::string& robot);

}  // namespace torsor
