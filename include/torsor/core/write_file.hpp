#pragma once

#include <filesystem>
#include <string_view>

namespace torsor {

/// Writes a whole file or nothing: the text goes to a new file beside it, which then takes its place.
/// Throws UsageError where that cannot be done.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace torsor
