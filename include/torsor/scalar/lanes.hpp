#pragma once

#include "torsor/scalar/pack.hpp"

namespace torsor {

// Algorithms that take several numbers of one state side by side are templates on `P`: the scalar itself, or a pack of
// doubles as wide as an instruction.

/// How many numbers a P holds.
template <class P>
inline constexpr int lane_count = 1;
template <class T, int N>
inline constexpr int lane_count<Pack<T, N>> = N;

template <class P, Scalar S>
P load_lanes(const S* from) {
  if constexpr (lane_count<P> == 1)
    return *from;
  else
    return P::load(from);
}
template <class P, Scalar S>
void store_lanes(const P& value, S* to) {
  if constexpr (lane_count<P> == 1)
    *to = value;
  else
    value.store(to);
}

/// Kernel::run<P> on as many numbers as an instruction of this processor takes; only doubles are worth it.
template <Scalar S, class Kernel, class... Arguments>
void run_with_lanes(Arguments&... arguments) {
  if constexpr (!std::same_as<S, double>) {
    Kernel::template run<S>(arguments...);
  } else {
#if defined(__x86_64__) && defined(__GNUC__)
    if (instruction_set == InstructionSet::avx512)
      return run_with_avx512<&Kernel::template run<Pack<double, 8>, Arguments...>>(arguments...);
    if (instruction_set == InstructionSet::avx2)
      return run_with_avx2<&Kernel::template run<Pack<double, 4>, Arguments...>>(arguments...);
#endif
    run_with_baseline<&Kernel::template run<Pack<double, 2>, Arguments...>>(arguments...);
  }
}

}  // namespace torsor
