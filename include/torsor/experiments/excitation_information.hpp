#pragma once

#include "torsor/dynamics/regressor_slope.hpp"
#include "torsor/estimation/equations.hpp"
#include "torsor/experiments/excitation_series.hpp"

namespace torsor {

/// What is made small, or great, by an exciting motion.
enum class ExcitationCriterion { d_optimal, condition };

/// What some torques, each with white noise, tell of the base parameters: the information matrix
///   M = sum over samples of Y_b^T Sigma^-1 Y_b
/// whose inverse is the covariance of the weighted estimate. [Swevers et al. 1997]
class ExcitationInformation {
 public:
  /// `noise` (by joint, Nm or N) is the standard deviation of the torque of one of `samples` measurements in a period;
  /// `before` is what earlier logs have told, or has no rows.
  ExcitationInformation(Unknowns unknowns, const std::vector<double>& noise, double samples, Eigen::MatrixXd before);

  const Unknowns& unknowns() const { return unknowns_; }
  int size() const { return unknowns_.base.count(); }
  /// M of a motion whose samples stand for the whole period.
  Eigen::MatrixXd matrix(const SeriesMotion& motion) const;
  /// M, and the derivative of <weight, M> by the motion; `weight` (symmetric) is a function of M.
  template <class Weight>
  Eigen::MatrixXd matrix(const SeriesMotion& motion, const Weight& weight, SeriesMotion& slope) const;

  /// M from regressors that were computed, by joint: samples x what the joint feels.
  Eigen::MatrixXd sum(const std::vector<Eigen::MatrixXd>& W) const;
  std::vector<Eigen::MatrixXd> regressors(const SeriesMotion& motion) const;
  void slopes(const SeriesMotion& motion, const std::vector<Eigen::MatrixXd>& W, const Eigen::MatrixXd& weight,
              SeriesMotion& slope) const;

 private:
  double row_weight(std::size_t joint, long samples) const;

  Unknowns unknowns_;
  std::vector<std::vector<int>> support_;
  std::vector<double> noise_;
  double samples_;
  Eigen::MatrixXd before_;
};

template <class Weight>
Eigen::MatrixXd ExcitationInformation::matrix(const SeriesMotion& motion, const Weight& weight,
                                              SeriesMotion& slope) const {
  const std::vector<Eigen::MatrixXd> W = regressors(motion);
  Eigen::MatrixXd M = sum(W);
  slopes(motion, W, weight(M), slope);
  return M;
}

/// A criterion of an information matrix, the smaller the better, and its derivative by the entries of the matrix.
struct CriterionValue {
  double value = 0;         // infinite where M is singular
  Eigen::MatrixXd slope{};  // no rows where M is singular
};

/// d_optimal: -log det M. condition: the logarithm of the condition number of the weighted regressor with columns of
/// unit length, both extreme singular values as a mean of high power over all, which has a derivative everywhere.
CriterionValue criterion_value(ExcitationCriterion criterion, const Eigen::MatrixXd& M);

/// The condition number itself, as identify reports it.
double condition_number(const Eigen::MatrixXd& M);

}  // namespace torsor
