#include "torsor/control/lqr.hpp"

#include "torsor/control/riccati.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/spatial/eigen.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

struct Costs {
  MatrixXd Q, R;

  Costs(const LqrWeights& weights, int nv) : Q(MatrixXd::Zero(2 * nv, 2 * nv)), R(MatrixXd::Zero(nv, nv)) {
    for (int v = 0; v < nv; ++v) {
      const auto k = static_cast<std::size_t>(v);
      Q(v, v) = weights.position[k], Q(nv + v, nv + v) = weights.velocity[k], R(v, v) = weights.torque[k];
    }
  }
};

Lqr result(const MatrixXd& K, const MatrixXd& P) {
  Lqr found{Matrix<double>(static_cast<int>(K.rows()), static_cast<int>(K.cols())),
            Matrix<double>(static_cast<int>(P.rows()), static_cast<int>(P.cols())), true};
  for (Eigen::Index i = 0; i < K.rows(); ++i)
    for (Eigen::Index j = 0; j < K.cols(); ++j) found.K(static_cast<int>(i), static_cast<int>(j)) = K(i, j);
  for (Eigen::Index i = 0; i < P.rows(); ++i)
    for (Eigen::Index j = 0; j < P.cols(); ++j) found.P(static_cast<int>(i), static_cast<int>(j)) = P(i, j);
  return found;
}

Lqr none(int nv) { return {Matrix<double>(nv, 2 * nv), Matrix<double>(2 * nv, 2 * nv), false}; }

}  // namespace

Lqr lqr(const StateSpace& continuous, const LqrWeights& weights) {
  const int nv = continuous.B.columns;
  const Costs cost(weights, nv);
  const MatrixXd A = eigen(continuous.A), B = eigen(continuous.B);
  const MatrixXd Rinv_Bt = linear_algebra::solve_square(cost.R, B.transpose());
  const MatrixXd P = continuous_riccati(A, B * Rinv_Bt, cost.Q);
  return P.rows() == 0 ? none(nv) : result(Rinv_Bt * P, P);
}

Lqr sampled_lqr(const StateSpace& continuous, const LqrWeights& weights, double sample_time) {
  const int nv = continuous.B.columns;
  const Costs cost(weights, nv);
  const StateSpace sampled = discretised(continuous, sample_time);
  const MatrixXd A = eigen(sampled.A), B = eigen(sampled.B);
  const MatrixXd P = discrete_riccati(A, B * linear_algebra::solve_square(cost.R, B.transpose()), cost.Q);
  if (P.rows() == 0) return none(nv);
  return result(linear_algebra::solve_square(cost.R + B.transpose() * P * B, B.transpose() * P * A), P);
}

}  // namespace torsor
