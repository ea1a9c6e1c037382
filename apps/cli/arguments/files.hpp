#pragma once

#include <string>

namespace torsor::cli {

/// All of a file that a flag names; throws UsageError where it cannot be read.
std::string file_text(const std::string& path, const std::string& flag);

}  // namespace torsor::cli
