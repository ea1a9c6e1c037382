#pragma once

#include "torsor/core/numbers.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// A = L U in place, without pivoting: L has ones on its diagonal. For matrices that are nearly symmetric and positive
/// definite, once their rows are scaled.
template <Scalar S>
void factor_unsymmetric(MatrixView<S> A) {
  for (int k = 0; k < A.rows; ++k) {
    const S reciprocal = S(1.0) / A(k, k);
    for (int i = k + 1; i < A.rows; ++i) {
      const S a = A(i, k) * reciprocal;
      A(i, k) = a;
      for (int j = k + 1; j < A.rows; ++j) A(i, j) -= a * A(k, j);
    }
  }
}

/// x becomes the solution of L U y = x; entries of x are `stride` apart.
template <Scalar S>
void solve_unsymmetric(MatrixView<S> A, S* x, int stride) {
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j < i; ++j) x[i * stride] -= A(i, j) * x[j * stride];
  for (int i = A.rows - 1; i >= 0; --i) {
    for (int j = i + 1; j < A.rows; ++j) x[i * stride] -= A(i, j) * x[j * stride];
    x[i * stride] = x[i * stride] / A(i, i);
  }
}
template <Scalar S>
void solve_unsymmetric(MatrixView<S> A, Output<S> x) {
  solve_unsymmetric<S>(A, x.data(), 1);
}

}  // namespace torsor
