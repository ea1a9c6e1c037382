#pragma once

#include "yaml_section.hpp"

namespace torsor::io {

/// The robot in a YAML document, key by key (docs/robot-file.md). What a robot must be beyond its grammar is left to
/// check(). Throws FileError.
Description read_description(const YAML::Node& root, const std::string& file_name);

/// The same from the text of a YAML file.
Description parse_robot(std::string_view text, const std::string& file_name);

}  // namespace torsor::io
