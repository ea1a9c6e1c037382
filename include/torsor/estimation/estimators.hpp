#pragma once

#include <optional>
#include <string>
#include <vector>

#include "torsor/estimation/identification.hpp"
#include "torsor/estimation/normal_equations.hpp"

/// Estimators that need the normal equations only. `beta` is empty where there is no answer, and `note` says why.
namespace torsor {

struct LinearEstimate {
  Eigen::VectorXd beta{};
  Eigen::VectorXd naive_deviation{};  // as if the noise were white; empty where there is no such formula
  std::string note{};
  std::optional<StandardEstimate> standard{};  // the full parameters, where the estimator finds them
};

/// Standard deviation of the residual of every joint, with the degrees of freedom that the fit took shared out by rows.
Eigen::VectorXd residual_deviation(const JointEquations& equations, const Eigen::VectorXd& beta);
/// 1 / deviation^2, the weights of joints.
Eigen::VectorXd weights_of(const Eigen::VectorXd& deviation);

/// The sum of squares of all joints alike.
LinearEstimate least_squares(const JointEquations& equations);
/// Each joint by the noise of its own residual, until that settles. [Gautier 1997]
LinearEstimate weighted_least_squares(const JointEquations& equations);
/// A pull towards `centre` on columns of unit length; the strength with the least cross-validated residual.
LinearEstimate ridge(const JointEquations& equations, const Eigen::VectorXd& weights, const Eigen::VectorXd& centre);
/// The same with absolute values: parameters that the data do not need stay at `centre`. [Tibshirani 1996]
LinearEstimate lasso(const JointEquations& equations, const Eigen::VectorXd& weights, const Eigen::VectorXd& centre);
/// Joint by joint from the tip inwards, each fixing the parameters that no joint after it feels. [notes 001; Siciliano
/// et al. 2009, 7.4]
LinearEstimate sequential(const JointEquations& equations);
/// Noise in the regressor as in the torque, columns at unit length. [Van Huffel and Vandewalle 1991]
LinearEstimate total_least_squares(const JointEquations& equations, const Eigen::VectorXd& weights);

/// By how much the sum of squares is expected to be larger at the true parameters than at their estimate `beta`, as a
/// part of that at the estimate: what the noise of the estimate amounts to. Noise may be coloured, as long as the folds
/// are independent of each other; white noise gives parameters / equations. At most 1. [White 1980, for folds]
double expected_increase(const JointEquations& equations, const Eigen::VectorXd& weights, const Eigen::VectorXd& beta);

/// How well the data determine the parameters: the singular values, descending, of the weighted regressor with columns
/// of unit length, and its directions, one a column.
struct Conditioning {
  Eigen::VectorXd singular_values;
  Eigen::MatrixXd directions;

  /// Infinite where a column is zero or depends on others.
  double number() const;
};
Conditioning conditioning(const NormalEquations& weighted);

}  // namespace torsor
