#pragma once

#include "yaml/section.hpp"

namespace torsor {

struct DescriptionRead {
  Description robot;
  bool inertia_checked = true;  // false where the file says that its inertias may be those of no body
};

/// The robot in a YAML document, key by key (docs/robot-file.md). What a robot must be beyond its grammar is left to
/// check(). Throws FileError.
DescriptionRead read_description(const YAML::Node& root, const std::string& file_name);

/// The same from the text of a YAML file.
DescriptionRead parse_robot(std::string_view text, const std::string& file_name);

}  // namespace torsor
