#pragma once

#include <span>

#include "torsor/core/numbers.hpp"
#include "torsor/scalar/pack.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// Whether each velocity is carried by the one before it, so that B has no zeros.
inline bool without_branches(std::span<const int> velocity_parent) {
  for (int k = 0; k < static_cast<int>(velocity_parent.size()); ++k)
    if (velocity_parent[k] != k - 1) return false;
  return true;
}

/// factor_ltdl of a matrix without zeros whose rows are whole packs: what is behind the diagonal changes as well.
template <class P>
void factor_full_ltdl(MatrixView<double> B) {
  for (int k = B.rows - 1; k >= 0; --k) {
    double* const row_k = &B(k, 0);
    const double pivot = row_k[k], reciprocal = 1.0 / pivot;
    for (int i = k - 1; i >= 0; --i) {
      double* const row_i = &B(i, 0);
      const P a(row_k[i] * reciprocal);
      for (int j = 0; j <= i; j += P::size) (P::load(row_i + j) - a * P::load(row_k + j)).store(row_i + j);
    }
    for (int j = 0; j < k; j += P::size) (P(reciprocal) * P::load(row_k + j)).store(row_k + j);
    row_k[k] = pivot;
  }
}

/// B = L^T D L in place, without pivoting and without filling the zeros that branches leave: D on the diagonal, L
/// below. B is positive definite just when every pivot in D is positive. [Featherstone 2008, Table 6.3]
template <Scalar S>
void factor_ltdl(std::span<const int> velocity_parent, MatrixView<S> B) {
  if constexpr (std::same_as<S, double>)
    if (B.columns % 4 == 0 && without_branches(velocity_parent))
      return with_lanes([&](auto width) { factor_full_ltdl<Pack<double, width>>(B); });
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

/// solve_ltdl without zeros. A sum takes the entry last that was computed last, and not from memory: nothing else waits
/// for it.
inline void solve_full_ltdl(MatrixView<double> B, Output<double> x) {
  const int n = B.rows;
  double last = x[n - 1];
  for (int j = n - 2; j >= 0; --j) {
    double sum = x[j];
    for (int i = n - 1; i > j + 1; --i) sum -= B(i, j) * x[i];
    last = x[j] = sum - B(j + 1, j) * last;
  }
  last = x[0] = x[0] / B(0, 0);
  for (int i = 1; i < n; ++i) {
    const double* row = &B(i, 0);
    double sum = x[i] / row[i];
    for (int j = 0; j < i - 1; ++j) sum -= row[j] * x[j];
    last = x[i] = sum - row[i - 1] * last;
  }
}

/// x becomes the solution of L^T D L y = x.
template <Scalar S>
void solve_ltdl(std::span<const int> velocity_parent, MatrixView<S> B, Output<S> x) {
  if constexpr (std::same_as<S, double>)
    if (B.rows > 0 && without_branches(velocity_parent)) return solve_full_ltdl(B, x);
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
