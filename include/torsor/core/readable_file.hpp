#pragma once

#include <filesystem>
#include <string>

namespace torsor {

/// Throws UsageError where there is no file to be read at a path: "panda.csv: expected a log, found no such file".
/// `what` was expected, such as "a log".
void require_readable(const std::filesystem::path& path, const std::string& what);

}  // namespace torsor
