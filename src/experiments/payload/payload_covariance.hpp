#pragma once

#include "experiments/payload/payload_fit.hpp"

namespace torsor::payload {

struct Covariance {
  Eigen::MatrixXd matrix;  // of the targets
  long blocks = 0;
};

/// Covariance of some linear functions of x and gamma, one a row of `targets`, for noise that is coloured and no
/// parameter of the model: sums over blocks of time, as in block_deviation, with the quantile of Student in place of
/// the normal one where blocks are few. `block_length` in equations; 0: by the correlation of the residuals.
Covariance block_covariance(const Problem& problem, const Fit& fit, const Eigen::MatrixXd& targets, long block_length);

}  // namespace torsor::payload
