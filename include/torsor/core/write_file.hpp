#pragma once

#include <string_view>

#include "torsor/core/output_file.hpp"

namespace torsor {

/// Writes a whole file or nothing (OutputFile).
void write_file(const std::filesystem::path& path, std::string_view text, Existing existing = Existing::replace);

}  // namespace torsor
