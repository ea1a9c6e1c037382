#pragma once

#include <string>

#include "yaml/section.hpp"

namespace torsor {

/// The one document of a YAML text, or nothing in it. Throws FileError where there is a second one or something else
/// behind it, and YAML's own exceptions. (YAML::LoadAll would go on forever with a text such as ",".)
YAML::Node load_one_document(const std::string& text, const std::string& file_name);

}  // namespace torsor
