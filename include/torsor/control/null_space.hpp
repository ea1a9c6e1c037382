#pragma once

#include "torsor/control/tip_reference.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/ltdl.hpp"

namespace torsor {

/// A = L D L^T in place, for a matrix that may be singular: a row that follows from those before it has the pivot 0,
/// and solve_semidefinite then leaves its unknown at 0. D on the diagonal, L below. `rounding` is the share of the
/// diagonal below which a pivot counts as 0.
template <Scalar S>
void factor_semidefinite(MatrixView<S> A, double rounding = 1e-10) {
  for (int k = 0; k < A.rows; ++k) {
    const S whole = A(k, k);
    for (int j = 0; j < k; ++j) A(k, k) -= A(k, j) * A(k, j) * A(j, j);
    const S past = A(k, k) - S(rounding) * whole;
    const S reciprocal = select(past, S(1.0) / select(past, A(k, k), S(1.0)), S(0.0));
    A(k, k) = select(past, A(k, k), S(0.0));
    for (int i = k + 1; i < A.rows; ++i) {
      for (int j = 0; j < k; ++j) A(i, k) -= A(i, j) * A(k, j) * A(j, j);
      A(i, k) *= reciprocal;
    }
  }
}
template <Scalar S>
void solve_semidefinite(MatrixView<S> A, Output<S> x) {
  const int n = A.rows;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) x[i] -= A(i, j) * x[j];
  for (int i = 0; i < n; ++i) x[i] = select(A(i, i), x[i] / select(A(i, i), A(i, i), S(1.0)), S(0.0));
  for (int i = n - 1; i >= 0; --i)
    for (int j = i + 1; j < n; ++j) x[i] -= A(j, i) * x[j];
}

/// What the joints of an arm can do beside its tip: tau += (1 - J^T Lambda J B^-1) B y accelerates the joints by y as
/// far as the tip does not feel it. Directions in which the tip cannot move are left out. [Khatib 1987]
template <Scalar S>
class NullSpace {
 public:
  explicit NullSpace(const Model<S>& model)
      : composite_(model), B_(model.nv, model.nv), factors_(B_), mobility_(6, 6), column_(model.nv, S(0.0)) {}

  void add(const Model<S>& model, Input<S> q, const Matrix<S>& J, Input<S> y, Output<S> tau) {
    inertia_matrix<S>(model, q, composite_, B_.view());
    for (std::size_t k = 0; k < B_.data.size(); ++k) factors_.data[k] = B_.data[k];
    factor_ltdl<S>(model.velocity_parent, factors_.view());
    SixNumbers<S> force{};
    for (int a = 0; a < 6; ++a) {
      for (int v = 0; v < model.nv; ++v) column_[v] = J(a, v);
      solve_ltdl<S>(model.velocity_parent, factors_.view(), column_);
      for (int b = 0; b < 6; ++b) mobility_(b, a) = times_row(J, b, column_);
      force[static_cast<std::size_t>(a)] = times_row(J, a, y);
    }
    factor_semidefinite<S>(mobility_.view());
    solve_semidefinite<S>(mobility_.view(), force);  // Lambda J y
    for (int v = 0; v < model.nv; ++v) {
      tau[v] += times_row(B_, v, y);
      for (int a = 0; a < 6; ++a) tau[v] -= J(a, v) * force[static_cast<std::size_t>(a)];
    }
  }

 private:
  static S times_row(const Matrix<S>& A, int row, Input<S> x) {
    S sum(0.0);
    for (int v = 0; v < static_cast<int>(x.size()); ++v) sum += A(row, v) * x[v];
    return sum;
  }

  InertiaMatrixWorkspace<S> composite_;
  Matrix<S> B_, factors_, mobility_;
  std::vector<S> column_;
};

}  // namespace torsor
