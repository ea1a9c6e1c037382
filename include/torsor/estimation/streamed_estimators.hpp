#pragma once

#include "torsor/estimation/equations.hpp"
#include "torsor/estimation/estimators.hpp"

/// Estimators that go over the equations again.
namespace torsor {

/// Rows whose residual is beyond 1.345 deviations count less: w = 1.345 deviation / |residual|. [Huber 1964]
LinearEstimate huber(const Equations& equations, const LinearEstimate& start);

/// Each equation by the noise of its joint and by what the uncertainty of the smoothed accelerations makes of it:
/// 1 / (deviation_j^2 + sum over k of B_jk^2 variance(qdd_k)), with B of `start`. Only the Kalman smoother knows the
/// latter.
LinearEstimate covariance_weighted(const Equations& equations, const LinearEstimate& start,
                                   const Eigen::VectorXd& deviation);

/// Solves Z^T y = Z^T W beta: `instruments` are equations of the same motion whose noise is independent of the other's,
/// such as those of every other sample, so that noise in W leaves no bias. [Janot 2014]
LinearEstimate instrumental_variable(const Equations& equations, const Equations& instruments,
                                     const Eigen::VectorXd& weights);

/// Standard deviations that allow for coloured noise: the limit of the wild block bootstrap, in which all rows of a
/// block keep their residuals but for one random sign, for infinitely many draws. [Shao 2010] The bias from residuals
/// that the fit has shrunk is taken out as it would be for white noise [Bell and McCaffrey 2002], and the scatter that
/// comes from the limited number of blocks is reduced [Smyth 2004].
struct BlockDeviation {
  Eigen::VectorXd deviation;  // by parameter
  Eigen::MatrixXd covariance;
  Eigen::MatrixXd white;  // the covariance that noise without colour would give
  long blocks = 0;
  double degrees_of_freedom = 0;  // of Student's distribution, for intervals with these deviations
};
BlockDeviation block_deviation(const Equations& equations, const Eigen::VectorXd& beta, const Eigen::VectorXd& weights,
                               long block_length);

}  // namespace torsor
