#include "torsor/control/riccati.hpp"

#include "torsor/core/linear_algebra.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd;
using linear_algebra::solve_square;

MatrixXd symmetric(const MatrixXd& X) { return (X + X.transpose()) / 2; }
MatrixXd inverse(const MatrixXd& X) { return solve_square(X, MatrixXd::Identity(X.rows(), X.cols())); }

/// A turn of Cayley's maps the left half plane into the unit circle, g to its middle: the same P solves a sampled
/// equation with these matrices. [Chu, Fan, Lin 2005, (2.5)]
struct Sampled {
  MatrixXd A, G, Q;

  Sampled(const MatrixXd& A0, const MatrixXd& G0, const MatrixXd& Q0, double g) {
    const MatrixXd one = MatrixXd::Identity(A0.rows(), A0.cols());
    const MatrixXd moved = inverse(A0 - g * one);
    if (moved.rows() == 0) return;
    const MatrixXd W = inverse((A0 - g * one).transpose() + Q0 * moved * G0);
    if (W.rows() == 0) return;
    A = one + 2 * g * W.transpose();
    G = symmetric(2 * g * moved * G0 * W);
    Q = symmetric(2 * g * W * Q0 * moved);
  }
};

}  // namespace

MatrixXd continuous_riccati(const MatrixXd& A, const MatrixXd& G, const MatrixXd& Q) {
  MatrixXd best;
  double least = 1e-8 * Q.norm();                                   // of what is left of the equation
  for (const double g : {0.1, 1.0, 10.0, 30.0, 100.0, 1e3, 1e4}) {  // 1/s: that nearest to the closed loop rounds least
    const Sampled sampled(A, G, Q, g);
    if (sampled.Q.rows() == 0) continue;
    const MatrixXd P = discrete_riccati(sampled.A, sampled.G, sampled.Q);
    if (P.rows() == 0) continue;
    const double left = (A.transpose() * P + P * A - P * G * P + Q).norm();
    if (left < least) best = P, least = left;
  }
  return best;
}

MatrixXd discrete_riccati(const MatrixXd& A0, const MatrixXd& G0, const MatrixXd& Q) {
  const MatrixXd one = MatrixXd::Identity(A0.rows(), A0.cols());
  MatrixXd A = A0, G = G0, H = Q;
  for (int turn = 0; turn < 60; ++turn) {
    const MatrixXd by = inverse(one + G * H);
    if (by.rows() == 0 || !by.allFinite()) return {};
    const MatrixXd add = A.transpose() * H * by * A;
    G += A * by * G * A.transpose();
    A = (A * by * A).eval();  // that of the closed loop over 2^turn samples
    H += add;
    H = symmetric(H), G = symmetric(G);
    if (!H.allFinite()) return {};
    if (add.norm() <= 1e-15 * H.norm()) return A.norm() < 1e-3 * one.norm() ? H : MatrixXd{};
  }
  return {};
}

}  // namespace torsor
