#include "torsor/estimation/normal_equations.hpp"

#include <algorithm>

namespace torsor {

void NormalEquations::add(const Eigen::MatrixXd& W, const Eigen::VectorXd& y) {
  WtW.selfadjointView<Eigen::Lower>().rankUpdate(W.transpose());
  WtW.triangularView<Eigen::StrictlyUpper>() = WtW.transpose();
  Wty.noalias() += W.transpose() * y;
  yty += y.squaredNorm();
  rows += static_cast<double>(y.size());
}

void NormalEquations::add(const Eigen::MatrixXd& W, const Eigen::VectorXd& y, const Eigen::VectorXd& weights) {
  const Eigen::VectorXd root = weights.cwiseSqrt();  // a row times sqrt(w) has w times its square
  const double before = rows;
  add(root.asDiagonal() * W, root.cwiseProduct(y));
  rows = before + weights.sum();
}

NormalEquations& NormalEquations::operator+=(const NormalEquations& other) {
  if (WtW.size() == 0) return *this = other;
  WtW += other.WtW;
  Wty += other.Wty;
  yty += other.yty;
  rows += other.rows;
  return *this;
}

double NormalEquations::squared_residual(const Eigen::VectorXd& beta) const {
  return std::max(0.0, yty - 2 * beta.dot(Wty) + beta.dot(WtW * beta));
}

NormalEquations JointEquations::joint(int j, int without) const {
  NormalEquations sum(static_cast<Eigen::Index>(support[j].size()));
  for (int fold = 0; fold < folds(); ++fold)
    if (fold != without) sum += by_joint[fold][j];
  return sum;
}

NormalEquations JointEquations::total(const Eigen::VectorXd& weights, int without) const {
  NormalEquations sum(columns);
  for (int j = 0; j < joints(); ++j) {
    const NormalEquations one = joint(j, without);
    const std::vector<int>& at = support[j];
    for (std::size_t a = 0; a < at.size(); ++a) {
      sum.Wty[at[a]] += weights[j] * one.Wty[a];
      for (std::size_t b = 0; b < at.size(); ++b) sum.WtW(at[a], at[b]) += weights[j] * one.WtW(a, b);
    }
    sum.yty += weights[j] * one.yty;
    sum.rows += one.rows;
  }
  return sum;
}

Eigen::VectorXd JointEquations::felt(int j, const Eigen::VectorXd& beta) const {
  Eigen::VectorXd part(support[j].size());
  for (std::size_t a = 0; a < support[j].size(); ++a) part[a] = beta[support[j][a]];
  return part;
}

}  // namespace torsor
