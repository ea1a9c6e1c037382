#include <zlib.h>

#include <cstring>
#include <random>
#include <vector>

#include "fuzz/log_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return torsor::fuzz::examine(data, size, "log.mat");
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

constexpr std::size_t header = 128, tag = 8;
constexpr std::uint32_t compressed = 15;

std::uint32_t word(const std::uint8_t* at) {
  std::uint32_t value = 0;
  std::memcpy(&value, at, sizeof value);
  return value;
}
void put(std::uint32_t value, std::uint8_t* at) { std::memcpy(at, &value, sizeof value); }

/// Changes what is inside the first compressed variable: random bytes do not get past zlib's checksum.
std::size_t mutate_inside(std::uint8_t* data, std::size_t size, std::size_t max_size) {
  if (size < header + tag || word(data + header) != compressed) return 0;
  const std::size_t length = word(data + header + 4);
  if (length > size - header - tag) return 0;
  std::vector<std::uint8_t> inside(std::size_t{1} << 16U);
  uLongf unpacked = inside.size() / 2;
  if (uncompress(inside.data(), &unpacked, data + header + tag, length) != Z_OK) return 0;
  const std::size_t changed = LLVMFuzzerMutate(inside.data(), unpacked, inside.size());
  uLongf packed = max_size - header - tag;
  if (max_size <= header + tag || compress(data + header + tag, &packed, inside.data(), changed) != Z_OK) return 0;
  put(static_cast<std::uint32_t>(packed), data + header + 4);
  return header + tag + packed;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  std::vector<std::uint8_t> copy(data, data + size);
  if (seed % 2 == 0) {
    if (const std::size_t changed = mutate_inside(data, size, max_size)) return changed;
    std::copy(copy.begin(), copy.end(), data);
  }
  return LLVMFuzzerMutate(data, size, max_size);
}
