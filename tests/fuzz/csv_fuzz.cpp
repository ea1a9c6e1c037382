#include "fuzz/log_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return torsor::fuzz::examine(data, size, "log.csv");
}
