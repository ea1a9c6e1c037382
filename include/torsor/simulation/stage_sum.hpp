#pragma once

#include <cstddef>

namespace torsor {

/// A slope and its weight in a stage of a Runge-Kutta method.
struct StageTerm {
  double weight;
  const double* slope;
};

/// to = y + h (sum of weight slope), each of n numbers; `to` overlaps none of the others. Plain pointers and a list
/// that the compiler knows, so that it becomes one loop on vectors: with a robot's few joints, such sums are most of
/// what a step costs beside its evaluations.
template <class... Terms>
void stage_sum(std::size_t n, const double* y, double h, double* __restrict to, const Terms&... term) {
  for (std::size_t i = 0; i < n; ++i) to[i] = y[i] + h * (... + (term.weight * term.slope[i]));
}

}  // namespace torsor
