#include "experiments/result_comparison_width.hpp"

#include <cmath>

#include "torsor/estimation/friction_shape.hpp"

namespace torsor::experiments {
namespace {

using Eigen::Index, Eigen::MatrixXd;

/// Of the grid, from the width of the first to that of the last; 0 where friction jumps and has no width.
double steps_between(const ComparableResult& first, const ComparableResult& last, Index joint) {
  const double ratio = last.coulomb_width[joint] / first.coulomb_width[joint];
  return ratio > 0 && std::isfinite(ratio) ? std::log(ratio) / std::log(width_search_step) : 0;
}

MatrixXd sensitivity_of(const ComparableResult& result) {
  if (result.width_sensitivity.rows() > 0) return result.width_sensitivity;
  return MatrixXd::Zero(result.value.size(), static_cast<Index>(result.joints.size()));
}

}  // namespace

Difference difference_of(const ComparableResult& first, const ComparableResult& last) {
  Difference difference{last.value - first.value, first.covariance + last.covariance};
  const MatrixXd before = sensitivity_of(first), after = sensitivity_of(last);
  const MatrixXd common = 0.5 * (after - before);
  MatrixXd between = 0.5 * (before + after);
  for (Index j = 0; j < between.cols(); ++j) between.col(j) *= 0.5 * steps_between(first, last, j);
  difference.covariance.noalias() += common * common.transpose();
  difference.covariance.noalias() += between * between.transpose();
  return difference;
}

}  // namespace torsor::experiments
