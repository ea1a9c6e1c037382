#pragma once

#include <filesystem>

/// The files that a signal has to remove: in memory that a signal handler may read.
namespace torsor::unfinished_files {

/// The place of the file in the list, or -1 where the list is full.
int add(const std::filesystem::path& path);
void forget(int slot);

}  // namespace torsor::unfinished_files
