#pragma once

#include <Eigen/Core>
#include <vector>

namespace torsor {

/// W^T W, W^T y and y^T y of rows y = W beta + noise: all that a linear estimator needs of them.
struct NormalEquations {
  Eigen::MatrixXd WtW;
  Eigen::VectorXd Wty;
  double yty = 0;
  double rows = 0;

  NormalEquations() = default;
  explicit NormalEquations(Eigen::Index columns)
      : WtW(Eigen::MatrixXd::Zero(columns, columns)), Wty(Eigen::VectorXd::Zero(columns)) {}

  void add(const Eigen::MatrixXd& W, const Eigen::VectorXd& y);
  /// Each row with its own weight, which multiplies its square: w (y - W beta)^2.
  void add(const Eigen::MatrixXd& W, const Eigen::VectorXd& y, const Eigen::VectorXd& weights);
  NormalEquations& operator+=(const NormalEquations& other);
  /// |y - W beta|^2
  double squared_residual(const Eigen::VectorXd& beta) const;
};

/// The equations of a robot: those of each joint on their own, in the columns that this joint feels, and separately for
/// a few parts of the log (folds), so that weights of joints and cross-validation need no further pass over the data.
struct JointEquations {
  int columns = 0;
  std::vector<std::vector<int>> support;               // by joint: the columns it feels
  std::vector<std::vector<NormalEquations>> by_joint;  // [fold][joint]

  int joints() const { return static_cast<int>(support.size()); }
  int folds() const { return static_cast<int>(by_joint.size()); }
  /// One joint, all folds but `without`.
  NormalEquations joint(int j, int without = -1) const;
  /// sum over joints of weight_j * (normal equations of j) in all columns, from all folds but `without`.
  NormalEquations total(const Eigen::VectorXd& weights, int without = -1) const;
  /// The parameters that joint j feels.
  Eigen::VectorXd felt(int j, const Eigen::VectorXd& beta) const;
};

}  // namespace torsor
