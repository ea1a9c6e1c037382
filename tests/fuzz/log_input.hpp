#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "torsor/log_health/log_health.hpp"
#include "torsor/logs/state_file.hpp"

namespace torsor::fuzz {

/// One file that every input of this program is written to.
inline const std::string& log_path(const char* ending) {
  static const std::string name =
      (std::filesystem::temp_directory_path() / ("torsor-fuzz-" + std::to_string(::getpid()) + ending)).string();
  static const int registered = std::atexit([] { std::remove(log_path("").c_str()); });
  (void)registered;
  return name;
}

/// All numbers of a file of states, read in pieces of some size; nothing where it is refused.
inline std::vector<double> states_of(const std::string& path, int joints, std::size_t piece_bytes) {
  StateFileOptions options;
  options.positions = options.velocities = joints;
  options.piece_bytes = piece_bytes;
  std::vector<double> all;
  try {
    const StateFile file(path, options);
    StateRows rows;
    for (long k = 0; k < file.piece_count(); ++k) {
      file.read(k, rows);
      for (const std::vector<double>& vector : rows.vectors) all.insert(all.end(), vector.begin(), vector.end());
      if (rows.count * static_cast<std::size_t>(joints) != rows.of(StateVector::q).size()) std::abort();
    }
  } catch (const FileError& error) {
    if (error.file() != path) std::abort();
    return {};
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// Any bytes are a log that can be examined, or refused with their name.
inline int examine(const std::uint8_t* data, std::size_t size, const char* ending) {
  const std::string& path = log_path(ending);
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  for (const int joints : {1, 2})
    if (states_of(path, joints, 13) != states_of(path, joints, std::size_t{1} << 18u)) std::abort();
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
