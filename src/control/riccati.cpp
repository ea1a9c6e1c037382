#include "torsor/control/riccati.hpp"

#include <cmath>

#include "torsor/core/linear_algebra.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;
using linear_algebra::solve_square, linear_algebra::least_squares;

/// sign(H) by Newton's iteration, scaled by norms; no rows where it does not settle.
MatrixXd matrix_sign(MatrixXd H) {
  const MatrixXd one = MatrixXd::Identity(H.rows(), H.cols());
  for (int turn = 0; turn < 100; ++turn) {
    const MatrixXd inverse = solve_square(H, one);
    if (inverse.rows() == 0 || !inverse.allFinite()) return {};
    const double scale = turn < 20 ? std::sqrt(inverse.norm() / H.norm()) : 1;
    const MatrixXd next = (scale * H + inverse / scale) / 2;
    const double change = (next - H).norm();
    H = next;
    if (change <= 1e-13 * H.norm()) return H;
    if (turn > 20 && change <= 1e-9 * H.norm()) return H;
  }
  return {};
}

/// X of F^T X + X F = -W, as one system of equations for the entries of X.
MatrixXd lyapunov(const MatrixXd& F, const MatrixXd& W) {
  const Eigen::Index n = F.rows();
  MatrixXd system = MatrixXd::Zero(n * n, n * n);
  for (Eigen::Index j = 0; j < n; ++j)
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index k = 0; k < n; ++k) {
        system(i + n * j, k + n * j) += F(k, i);
        system(i + n * j, i + n * k) += F(k, j);
      }
  const MatrixXd right = -W;
  const MatrixXd x = solve_square(system, Eigen::Map<const MatrixXd>(right.data(), n * n, 1));
  if (x.rows() == 0) return {};
  const MatrixXd X = Eigen::Map<const MatrixXd>(x.data(), n, n);
  return (X + X.transpose()) / 2;
}

}  // namespace

MatrixXd continuous_riccati(const MatrixXd& A, const MatrixXd& G, const MatrixXd& Q) {
  const Eigen::Index n = A.rows();
  MatrixXd H(2 * n, 2 * n);
  H << A, -G, -Q, -A.transpose();
  const MatrixXd W = matrix_sign(H);
  if (W.rows() == 0) return {};
  // (W + 1) [1; P] = 0: P of least squares, a column at a time.
  MatrixXd left(2 * n, n), right(2 * n, n);
  left << W.topRightCorner(n, n), W.bottomRightCorner(n, n) + MatrixXd::Identity(n, n);
  right << -(W.topLeftCorner(n, n) + MatrixXd::Identity(n, n)), -W.bottomLeftCorner(n, n);
  MatrixXd P(n, n);
  for (Eigen::Index j = 0; j < n; ++j) P.col(j) = least_squares(left, right.col(j));
  P = (P + P.transpose()).eval() / 2;
  for (int turn = 0; turn < 2; ++turn) {  // (A - G P)^T X + X (A - G P) + Q + P G P = 0
    const MatrixXd next = lyapunov(A - G * P, Q + P * G * P);
    if (next.rows() == 0 || !next.allFinite()) return {};
    P = next;
  }
  const MatrixXd sign = matrix_sign(A - G * P);  // -1 where all of it is stable
  return sign.rows() != 0 && (sign + MatrixXd::Identity(n, n)).norm() < 1e-6 ? P : MatrixXd{};
}

MatrixXd discrete_riccati(const MatrixXd& A0, const MatrixXd& G0, const MatrixXd& Q) {
  const MatrixXd one = MatrixXd::Identity(A0.rows(), A0.cols());
  MatrixXd A = A0, G = G0, H = Q;
  for (int turn = 0; turn < 60; ++turn) {
    const MatrixXd by = solve_square(one + G * H, one);
    if (by.rows() == 0 || !by.allFinite()) return {};
    const MatrixXd add = A.transpose() * H * by * A;
    G += A * by * G * A.transpose();
    A = (A * by * A).eval();
    H += add;
    H = (H + H.transpose()).eval() / 2, G = (G + G.transpose()).eval() / 2;
    if (!H.allFinite()) return {};
    if (add.norm() <= 1e-15 * H.norm()) return H;
  }
  return {};
}

}  // namespace torsor
