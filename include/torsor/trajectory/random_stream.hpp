#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace torsor {

/// Random numbers that are a function of a seed, a stream and an index: any of them can be had without those before it,
/// so that a log made in pieces is the log made at once. The bits are the same on every machine, which those of
/// std::normal_distribution are not. [Steele, Lea, Flood 2014: SplitMix64]
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t stream) : key_(mixed(mixed(seed + step) ^ mixed(stream * step + 1))) {}

  std::uint64_t bits(std::int64_t index) const { return mixed(key_ + static_cast<std::uint64_t>(index) * step); }
  /// Between 0 and 1, never one of them.
  double uniform(std::int64_t index) const { return (static_cast<double>(bits(index) >> 11) + 0.5) * 0x1p-53; }
  /// Mean 0, standard deviation 1. [Box, Muller 1958]
  double normal(std::int64_t index) const {
    return std::sqrt(-2 * std::log(uniform(2 * index))) * std::cos(2 * std::numbers::pi * uniform(2 * index + 1));
  }
  /// Mean 0, standard deviation 1, never beyond sqrt(3).
  double bounded(std::int64_t index) const { return std::numbers::sqrt3 * (2 * uniform(index) - 1); }

 private:
  static constexpr std::uint64_t step = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio, odd

  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
  }

  std::uint64_t key_;
};

}  // namespace torsor
