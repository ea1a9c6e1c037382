#pragma once

#include <cstdint>

namespace torsor {

/// What random numbers are drawn for. Each has a stream of its own, so that switching one effect on leaves the others'
/// numbers as they are. The numbers are part of what a seed means: new kinds go to the end.
enum class NoiseKind : std::uint64_t {
  sample_jitter,
  stamp_jitter,
  position,
  torque,
  coloured,
  coloured_start,
  ripple_phase,
  dropped,
  garbage,
  garbage_value,
  stamp_delay,
  stamp_burst,
};

inline std::uint64_t stream_of(NoiseKind kind, int joint = 0) {
  return (static_cast<std::uint64_t>(joint + 1) << 8) + static_cast<std::uint64_t>(kind);
}

}  // namespace torsor
