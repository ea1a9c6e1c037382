#pragma once

#include "torsor/experiments/padded_matrix.hpp"
#include "torsor/scalar/pack.hpp"

/// What the sources of on-line identification have in common that run in the copy for this processor.
/// (docs/decisions/0026)
namespace torsor::experiments {

inline constexpr int most_rows = 8;  // that a kernel takes at once: as many as stay in registers

/// Calls action(count) with the count, 1 to most_rows, as a constant.
template <int count = most_rows, class Action>
void with_count(int asked, const Action& action) {
  if constexpr (count > 1)
    if (asked < count) return with_count<count - 1>(asked, action);
  action(std::integral_constant<int, count>());
}

template <class P>
double sum_of(const P& pack) {
  double sum = 0;
  for (int k = 0; k < P::size; ++k) sum += pack[k];
  return sum;
}

/// The sum of products from `first` to `end`, rounded down and up to whole packs.
template <class P>
double dot(const double* x, const double* y, int first, int end) {
  P even, odd;
  int c = first / P::size * P::size;
  for (; c + P::size < end; c += 2 * P::size) {
    even += P::load(x + c) * P::load(y + c);
    odd += P::load(x + c + P::size) * P::load(y + c + P::size);
  }
  if (c < end) even += P::load(x + c) * P::load(y + c);
  return sum_of(even + odd);
}

}  // namespace torsor::experiments
