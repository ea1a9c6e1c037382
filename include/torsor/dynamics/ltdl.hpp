#pragma once

#include <span>

#include "torsor/core/numbers.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// B = L^T D L in place, without pivoting and without filling the zeros that branches leave: D on the diagonal, L
/// below. B is positive definite just when every pivot in D is positive. [Featherstone 2008, Table 6.3]
template <Scalar S>
void factor_ltdl(std::span<const int> velocity_parent, MatrixView<S> B) {
  for (int k = B.rows - 1; k >= 0; --k) {
    const S reciprocal = S(1.0) / B(k, k);
    for (int i = velocity_parent[k]; i >= 0; i = velocity_parent[i]) {
      const S a = B(k, i) * reciprocal;
      for (int j = i; j >= 0; j = velocity_parent[j]) B(i, j) -= a * B(k, j);
      B(k, i) = a;
    }
  }
}

/// x becomes the solution of L^T D L y = x.
template <Scalar S>
void solve_ltdl(std::span<const int> velocity_parent, MatrixView<S> B, Output<S> x) {
  for (int i = B.rows - 1; i >= 0; --i)
    for (int j = velocity_parent[i]; j >= 0; j = velocity_parent[j]) x[j] -= B(i, j) * x[i];
  for (int i = 0; i < B.rows; ++i) {
    x[i] = x[i] / B(i, i);
    for (int j = velocity_parent[i]; j >= 0; j = velocity_parent[j]) x[i] -= B(i, j) * x[j];
  }
}

/// The first row, from the tips inwards, whose pivot is lost against the diagonal of B that it came from, or -1: there
/// B is singular to working precision. A lost pivot spoils those after it, which lie towards the base.
inline int lost_pivot(const Matrix<double>& B, Input<double> pivots) {
  for (int i = B.rows - 1; i >= 0; --i)
    if (!(pivots[i] > 1e-13 * B(i, i))) return i;
  return -1;
}

}  // namespace torsor
