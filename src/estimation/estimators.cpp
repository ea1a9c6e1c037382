#include "torsor/estimation/estimators.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "torsor/core/counted.hpp"
#include "torsor/core/linear_algebra.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;
using linear_algebra::ScaledFactor, linear_algebra::unit_scale;

LinearEstimate no_answer() { return {{}, {}, "the log does not determine all parameters"}; }

std::string strength_note(double strength) {
  char text[64];
  std::snprintf(text, sizeof text, "strength %.2g by cross-validation", strength);
  return text;
}

/// Residual of the folds that were left out, for the estimate without them.
template <class Estimator>
double cross_validated(const JointEquations& equations, const VectorXd& weights, const Estimator& estimate) {
  double sum = 0;
  for (int fold = 0; fold < equations.folds(); ++fold) {
    const NormalEquations others = equations.total(weights, fold);
    const VectorXd beta = estimate(others);
    if (beta.size() == 0) return std::numeric_limits<double>::infinity();
    for (int j = 0; j < equations.joints(); ++j)
      sum += weights[j] * equations.by_joint[fold][j].squared_residual(equations.felt(j, beta));
  }
  return sum;
}

/// The strength with the least cross-validated residual, four to a decade.
template <class Estimator>
double best_strength(const JointEquations& equations, const VectorXd& weights, double weakest, double strongest,
                     const Estimator& estimate) {
  double best = weakest, least = std::numeric_limits<double>::infinity();
  for (double strength = strongest; strength > weakest; strength /= std::pow(10.0, 0.25)) {
    const double residual =
        cross_validated(equations, weights, [&](const NormalEquations& sums) { return estimate(sums, strength); });
    if (residual < least) best = strength, least = residual;
  }
  return best;
}

NormalEquations centred(NormalEquations sums, const VectorXd& centre) {
  sums.Wty -= sums.WtW * centre;  // the equations of beta - centre
  return sums;
}

/// Coordinate descent on  |y - W x|^2 / 2 + strength * largest * sum of |x_i| * length of column i.
VectorXd lasso_solution(const NormalEquations& sums, double strength) {
  const VectorXd scale = unit_scale(sums.WtW);
  const MatrixXd A = scale.asDiagonal() * sums.WtW * scale.asDiagonal();
  const VectorXd b = scale.cwiseProduct(sums.Wty);
  const double threshold = strength * b.cwiseAbs().maxCoeff();
  VectorXd x = VectorXd::Zero(b.size()), Ax = x;
  for (int sweep = 0; sweep < 2000; ++sweep) {
    double change = 0;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      if (A(i, i) <= 0) continue;
      const double gradient = b[i] - Ax[i] + A(i, i) * x[i];
      const double value = std::copysign(std::max(0.0, std::abs(gradient) - threshold), gradient) / A(i, i);
      const double step = value - x[i];
      if (step == 0) continue;
      Ax += step * A.col(i);
      x[i] = value;
      change = std::max(change, std::abs(step));
    }
    if (change <= 1e-7 * x.cwiseAbs().maxCoeff()) break;
  }
  return scale.cwiseProduct(x);
}

}  // namespace

VectorXd residual_deviation(const JointEquations& equations, const VectorXd& beta) {
  VectorXd deviation(equations.joints());
  double rows = 0;
  for (int j = 0; j < equations.joints(); ++j) rows += equations.joint(j).rows;
  const double left = std::max(0.1, 1 - equations.columns / std::max(rows, 1.0));
  for (int j = 0; j < equations.joints(); ++j) {
    const NormalEquations one = equations.joint(j);
    const double mean = one.squared_residual(equations.felt(j, beta)) / std::max(1.0, one.rows * left);
    const double floor = 1e-24 * one.yty / std::max(1.0, one.rows);  // a log without noise
    deviation[j] = std::sqrt(std::max({mean, floor, 1e-300}));
  }
  return deviation;
}

VectorXd weights_of(const VectorXd& deviation) { return deviation.array().square().inverse(); }

LinearEstimate least_squares(const JointEquations& equations) {
  const NormalEquations sums = equations.total(VectorXd::Ones(equations.joints()));
  const ScaledFactor factor(sums.WtW);
  if (!factor.full_rank()) return no_answer();
  const VectorXd beta = factor.solve(sums.Wty);
  const double noise = sums.squared_residual(beta) / std::max(1.0, sums.rows - equations.columns);
  return {beta, (noise * factor.inverse().diagonal()).cwiseSqrt(), ""};
}

LinearEstimate weighted_least_squares(const JointEquations& equations) {
  LinearEstimate estimate = least_squares(equations);
  for (int pass = 0; pass < 10 && estimate.beta.size() > 0; ++pass) {
    const NormalEquations sums = equations.total(weights_of(residual_deviation(equations, estimate.beta)));
    const ScaledFactor factor(sums.WtW);
    if (!factor.full_rank()) return no_answer();
    estimate = {factor.solve(sums.Wty), factor.inverse().diagonal().cwiseSqrt(), ""};
  }
  return estimate;
}

LinearEstimate ridge(const JointEquations& equations, const VectorXd& weights, const VectorXd& centre) {
  const auto estimate = [&](const NormalEquations& sums, double strength) -> VectorXd {
    const NormalEquations moved = centred(sums, centre);
    const ScaledFactor factor(moved.WtW, strength);
    return factor.full_rank() ? VectorXd(centre + factor.solve(moved.Wty)) : VectorXd();
  };
  const double strength = best_strength(equations, weights, 1e-8, 1e2, estimate);
  const VectorXd beta = estimate(equations.total(weights), strength);
  return beta.size() == 0 ? no_answer() : LinearEstimate{beta, {}, strength_note(strength)};
}

LinearEstimate lasso(const JointEquations& equations, const VectorXd& weights, const VectorXd& centre) {
  const auto estimate = [&](const NormalEquations& sums, double strength) -> VectorXd {
    return centre + lasso_solution(centred(sums, centre), strength);
  };
  const double strength = best_strength(equations, weights, 1e-6, 1, estimate);
  const VectorXd beta = estimate(equations.total(weights), strength);
  const auto moved = ((beta - centre).array() != 0).count();
  return {beta, {}, strength_note(strength) + ", " + counted(moved, "parameter") + " needed"};
}

LinearEstimate sequential(const JointEquations& equations) {
  VectorXd beta = VectorXd::Zero(equations.columns);
  std::vector<bool> known(equations.columns, false);
  for (int j = equations.joints() - 1; j >= 0; --j) {
    const NormalEquations one = equations.joint(j);
    const std::vector<int>& at = equations.support[j];
    std::vector<int> fresh;
    for (std::size_t a = 0; a < at.size(); ++a)
      if (!known[at[a]]) fresh.push_back(static_cast<int>(a));
    const VectorXd left = one.Wty - one.WtW * equations.felt(j, beta);
    const ScaledFactor factor(one.WtW(fresh, fresh));
    if (!factor.full_rank())
      return {{}, {}, "joint " + std::to_string(j + 1) + " alone does not determine its own parameters"};
    const VectorXd found = factor.solve(left(fresh));
    for (std::size_t k = 0; k < fresh.size(); ++k) {
      beta[at[fresh[k]]] = found[k];
      known[at[fresh[k]]] = true;
    }
  }
  return {beta, {}, "errors of the outer joints propagate inwards"};
}

LinearEstimate total_least_squares(const JointEquations& equations, const VectorXd& weights) {
  const NormalEquations sums = equations.total(weights);
  const Eigen::Index p = equations.columns;
  const VectorXd scale = unit_scale(sums.WtW);
  const double scale_y = 1 / std::sqrt(std::max(sums.yty, 1e-300));
  MatrixXd A(p + 1, p + 1);
  A.topLeftCorner(p, p) = scale.asDiagonal() * sums.WtW * scale.asDiagonal();
  A.topRightCorner(p, 1) = scale.cwiseProduct(sums.Wty) * scale_y;
  A.bottomLeftCorner(1, p) = A.topRightCorner(p, 1).transpose();
  A(p, p) = 1;
  const linear_algebra::SymmetricEigen eigen = linear_algebra::symmetric_eigen(A);
  const VectorXd v = eigen.vectors.col(0);
  if (!(std::abs(v[p]) >= 1e-9)) return {{}, {}, "the weakest direction of the regressor does not involve the torque"};
  return {scale.cwiseProduct(v.head(p)) / (-v[p] * scale_y), {}, ""};
}

double expected_increase(const JointEquations& equations, const VectorXd& weights, const VectorXd& beta) {
  const NormalEquations all = equations.total(weights);
  const ScaledFactor factor(all.WtW);
  const double squares = all.squared_residual(beta);
  if (!factor.full_rank() || !(squares > 0)) return 1;
  double sum = 0;
  for (int fold = 0; fold < equations.folds(); ++fold) {
    const NormalEquations others = equations.total(weights, fold);
    const VectorXd slope = all.Wty - others.Wty - (all.WtW - others.WtW) * beta;  // W^T (y - W beta) of this fold
    const VectorXd step = factor.solve(slope);
    sum += slope.dot(step);
  }
  // The slopes of all folds add up to zero, which takes one of them away.
  return std::min(1.0, sum * equations.folds() / std::max(1, equations.folds() - 1) / squares);
}

double Conditioning::number() const {
  const double least = singular_values.size() == 0 ? 0 : singular_values.minCoeff();
  return least > 0 ? singular_values.maxCoeff() / least : std::numeric_limits<double>::infinity();
}

Conditioning conditioning(const NormalEquations& weighted) {
  const VectorXd scale = unit_scale(weighted.WtW);
  const linear_algebra::SymmetricEigen eigen =
      linear_algebra::symmetric_eigen(scale.asDiagonal() * weighted.WtW * scale.asDiagonal());
  return {eigen.values.reverse().cwiseMax(0.0).cwiseSqrt(), eigen.vectors.rowwise().reverse()};
}

}  // namespace torsor
