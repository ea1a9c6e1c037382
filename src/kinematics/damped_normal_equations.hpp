#pragma once

#include <algorithm>

#include "kinematics/pose_descent.hpp"

namespace torsor::pose_search {

/// x becomes A^-1 x for a positive definite A of six rows, of which only the lower triangle is read: L D L^T.
inline void solve_six(double (&A)[6][6], double (&x)[6]) {
  double inverse[6];
  for (int j = 0; j < 6; ++j) {
    double scaled[6] = {};
    double d = A[j][j];
    for (int k = 0; k < j; ++k) {
      scaled[k] = A[j][k] * A[k][k];
      d -= A[j][k] * scaled[k];
    }
    A[j][j] = d;
    inverse[j] = 1 / d;
    for (int i = j + 1; i < 6; ++i) {
      double sum = A[i][j];
      for (int k = 0; k < j; ++k) sum -= A[i][k] * scaled[k];
      A[i][j] = sum * inverse[j];
    }
    for (int k = 0; k < j; ++k) x[j] -= A[j][k] * x[k];
  }
  for (int j = 0; j < 6; ++j) x[j] *= inverse[j];
  for (int j = 5; j >= 0; --j)
    for (int i = j + 1; i < 6; ++i) x[j] -= A[i][j] * x[i];
}

inline double times(const double* column, const double (&e)[6]) {
  double sum = 0;
  for (int i = 0; i < 6; ++i) sum += column[i] * e[i];
  return sum;
}

/// y = (sum of c c^T over joints that are not held + lambda 1)^-1 y. The sum is positive definite but for rounding, and
/// `lambda` is well above that.
inline void solve_damped(const Descent& d, double lambda, double (&y)[6]) {
  double A[6][6] = {};
  for (int k = 0; k < d.count(); ++k) {
    if (d.held[k] != 0) continue;
    const double* c = d.column(k);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) A[i][j] += c[i] * c[j];
  }
  for (int i = 0; i < 6; ++i) A[i][i] += lambda;
  solve_six(A, y);
}

/// Where the step leads, within limits: `trial`.
inline void take_step(Descent& d) {
  std::copy(d.q.begin(), d.q.end(), d.trial.begin());
  for (int k = 0; k < d.count(); ++k) {
    const double to = d.q[d.coordinates[k].q] + d.step[k];
    d.trial[d.coordinates[k].q] = std::min(std::max(to, d.low(k)), d.high(k));
  }
}

}  // namespace torsor::pose_search
