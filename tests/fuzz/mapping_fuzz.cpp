#include <cstdint>
#include <cstdlib>
#include <string>

#include "torsor/core/error.hpp"
#include "torsor/logs/log_mapping.hpp"

/// Any bytes are a mapping, or refused with a place.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    torsor::read_log_mapping(std::string(data, data + size), "map.yaml");
  } catch (const torsor::FileError& error) {
    for (const torsor::Finding& finding : error.findings())
      if (finding.file != "map.yaml" || finding.where.line < 1 || finding.where.column < 1) std::abort();
  }
  return 0;
}
