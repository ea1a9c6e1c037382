#pragma once

#include <Eigen/Core>

namespace torsor {

/// P >= 0 of A^T P + P A - P G P + Q = 0 for which A - G P is stable; no rows where there is none. G = B R^-1 B^T and Q
/// are symmetric. By the sampled equation with the same P. [Chu, Fan, Lin 2005]
Eigen::MatrixXd continuous_riccati(const Eigen::MatrixXd& A, const Eigen::MatrixXd& G, const Eigen::MatrixXd& Q);

/// P >= 0 of P = A^T P (1 + G P)^-1 A + Q, the same from sample to sample, by doubling. [Chu, Fan, Lin, Wang 2004]
Eigen::MatrixXd discrete_riccati(const Eigen::MatrixXd& A, const Eigen::MatrixXd& G, const Eigen::MatrixXd& Q);

}  // namespace torsor
