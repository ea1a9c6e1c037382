#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "torsor/log_health/log_health.hpp"

namespace torsor::fuzz {

/// One file that every input of this program is written to.
inline const std::string& log_path(const char* ending) {
  static const std::string name =
      (std::filesystem::temp_directory_path() / ("torsor-fuzz-" + std::to_string(::getpid()) + ending)).string();
  static const int registered = std::atexit([] { std::remove(log_path("").c_str()); });
  (void)registered;
  return name;
}

/// Any bytes are a log that can be examined, or refused with their name.
inline int examine(const std::uint8_t* data, std::size_t size, const char* ending) {
  const std::string& path = log_path(ending);
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    const auto log = open_log(path);
    const LogHealth health = examine_log(*log);
    for (const Finding& finding : health.findings)
      if (finding.code.empty() || finding.message.empty() || finding.where.line < 1) std::abort();
    if (health.sound_rows > log->row_count()) std::abort();
  } catch (const FileError& error) {
    if (error.file() != path) std::abort();
  }
  return 0;
}

}  // namespace torsor::fuzz
