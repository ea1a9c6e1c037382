#pragma once

#include "torsor/experiments/excitation_problem.hpp"

namespace torsor {

/// The slacks s_i of a motion and their derivatives by its coefficients, in units of ExcitationProblem::scale. A number
/// for each slack, such as its multiplier, has the shape of the slacks.
class LinearisedLimits {
 public:
  LinearisedLimits(const ExcitationProblem& problem, const Eigen::MatrixXd& coefficients, LimitSlacks slacks);

  const LimitSlacks& slacks() const { return slacks_; }
  /// sum of w_i ds_i/dx
  Eigen::VectorXd push(const LimitSlacks& w) const { return push(w, true); }
  /// The same over the slacks that are not linear, whose slopes change.
  Eigen::VectorXd push_of_nonlinear(const LimitSlacks& w) const { return push(w, false); }
  /// sum of w_i ds_i/dx ds_i/dx^T; of slacks that are not linear, those with the least weights are left out.
  Eigen::MatrixXd gram(const LimitSlacks& w) const;
  /// By slack: how it changes along a step.
  LimitSlacks along(const Eigen::MatrixXd& step) const;

 private:
  Eigen::VectorXd push(const LimitSlacks& w, bool linear_too) const;
  void add_linear(const LimitSlacks& w, Eigen::MatrixXd& H) const;
  Eigen::MatrixXd weighted_rows(const LimitSlacks& w) const;

  const ExcitationProblem* problem_;
  LimitSlacks slacks_;
  std::vector<LimitSlopes> slopes_;
};

}  // namespace torsor
