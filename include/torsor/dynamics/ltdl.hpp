#pragma once

#include <span>

#include "torsor/core/numbers.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// B = L^T D L in place, without pivoting and without filling the zeros that branches leave: D on the diagonal, L
/// below. B is positive definite just when every pivot in D is positive. [Featherstone 2008, Table 6.3]
template <Scalar S>
void factor_ltdl(std::span<const int> velocity_parent, MatrixView<S> B) {
  const int* parent = velocity_parent.data();
  for (int k = B.rows - 1; k >= 0; --k) {
    S* const row_k = &B(k, 0);
    const S reciprocal = S(1.0) / row_k[k];
    for (int i = parent[k]; i >= 0; i = parent[i]) {
      S* const row_i = &B(i, 0);
      const S a = row_k[i] * reciprocal;
      for (int j = i; j >= 0; j = parent[j]) row_i[j] -= a * row_k[j];
      row_k[i] = a;
    }
  }
}

/// x becomes the solution of L^T D L y = x.
template <Scalar S>
void solve_ltdl(std::span<const int> velocity_parent, MatrixView<S> B, Output<S> x) {
  const int* parent = velocity_parent.data();
  for (int i = B.rows - 1; i >= 0; --i) {
    const S* row = &B(i, 0);
    const S x_i = x[i];
    for (int j = parent[i]; j >= 0; j = parent[j]) x[j] -= row[j] * x_i;
  }
  for (int i = 0; i < B.rows; ++i) {
    const S* row = &B(i, 0);
    S sum = x[i] / row[i];
    for (int j = parent[i]; j >= 0; j = parent[j]) sum -= row[j] * x[j];
    x[i] = sum;
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
