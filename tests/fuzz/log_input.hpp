#pragma once

#include "fuzz/state_input.hpp"
#include "torsor/log_health/log_health.hpp"

namespace torsor::fuzz {

/// Any bytes are a log that can be examined, or refused with their name.
inline int examine(const std::uint8_t* data, std::size_t size, const char* name) {
  const std::string path = write_scratch(name, bytes_of(data, size));
  for (const int joints : {1, 2}) {
    StateFileOptions options;
    options.positions = options.velocities = joints;
    compare_pieces(path, options);
  }
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
