#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "torsor/log_health/log_health.hpp"

namespace {

/// One file that every input is written to.
const std::string& path() {
  static const std::string name =
      (std::filesystem::temp_directory_path() / ("torsor-fuzz-" + std::to_string(::getpid()) + ".log")).string();
  static const int registered = std::atexit([] { std::remove(path().c_str()); });
  (void)registered;
  return name;
}

}  // namespace

/// Any bytes are a mapping or refused with a place, and a log that can be examined or refused with its name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    torsor::read_log_mapping(text, "map.yaml");
  } catch (const torsor::FileError& error) {
    for (const torsor::Finding& finding : error.findings())
      if (finding.file != "map.yaml" || finding.where.line < 1 || finding.where.column < 1) std::abort();
  }
  std::ofstream(path(), std::ios::binary) << text;
  try {
    const auto log = torsor::open_log(path());
    const torsor::LogHealth health = torsor::examine_log(*log);
    for (const torsor::Finding& finding : health.findings)
      if (finding.code.empty() || finding.message.empty() || finding.where.line < 1) std::abort();
    if (health.sound_rows > log->row_count()) std::abort();
  } catch (const torsor::FileError& error) {
    if (error.file() != path()) std::abort();
  }
  return 0;
}
