#pragma once

#include <filesystem>
#include <string>

namespace torsor {

/// What is read besides regular files. Opening a pipe may wait for ever, and a device may have no end.
enum class Streams {
  refused,
  passed_on,  // pipes that the program was given open: /dev/stdin, and /dev/fd/3 of a shell's <(command)
  taken,      // any pipe or device
};

/// Throws UsageError, before anything is opened, where there is nothing to be read at a path: "panda.csv: expected a
/// log, found no such file". `what` was expected, such as "a log".
void require_readable(const std::filesystem::path& path, const std::string& what, Streams streams = Streams::refused);

/// All bytes of a file. Throws UsageError as require_readable does, and FileError, with this code, where there are more
/// than `most`.
std::string read_file(const std::filesystem::path& path, const std::string& what, std::size_t most, const char* code,
                      Streams streams = Streams::refused);

}  // namespace torsor
