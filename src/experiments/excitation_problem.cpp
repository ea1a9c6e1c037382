#include "torsor/experiments/excitation_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace torsor {

using Eigen::MatrixXd;

ExcitationProblem::ExcitationProblem(const SeriesAtRest& series, ExcitationCriterion criterion,
                                     const ExcitationInformation& information, const LimitFunctions& limits)
    : series_(series), criterion_(criterion), information_(&information), limits_(&limits),
      grid_(series.grid(samples_for_criterion * series.harmonics())),
      limit_grid_(series.grid(samples_for_limits * series.harmonics())), scale_(limits.model().nv) {
  const double w = 2 * std::numbers::pi / series.period();  // amplitudes are counted so that all harmonics are as fast
  for (long j = 0; j < scale_.size(); ++j) {
    const JointLimits& joint = limits.limits().joints[j];
    scale_[j] = std::min((joint.position_high - joint.position_low) / 2, joint.velocity / w);
  }
}

double ExcitationProblem::value(const MatrixXd& coefficients) const {
  const double value = criterion_value(criterion_, information_->matrix(motion(grid_, coefficients))).value;
  return std::isfinite(value) ? value : std::numeric_limits<double>::infinity();
}

double ExcitationProblem::value(const MatrixXd& coefficients, MatrixXd& slope) const {
  const SeriesMotion at = motion(grid_, coefficients);
  const std::vector<MatrixXd> W = information_->regressors(at);
  const CriterionValue criterion = criterion_value(criterion_, information_->sum(W));
  if (criterion.slope.rows() == 0) return std::numeric_limits<double>::infinity();
  SeriesMotion by_motion;
  information_->slopes(at, W, criterion.slope, by_motion);
  slope = pulled_back(grid_, by_motion);
  return criterion.value;
}

LimitSlacks ExcitationProblem::slacks(const MatrixXd& coefficients) const {
  return limits_->slacks(motion(limit_grid_, coefficients));
}

MatrixXd pulled_back(const SeriesGrid& grid, const SeriesMotion& slope) {
  return grid.q.transpose() * slope.q.transpose() + grid.qd.transpose() * slope.qd.transpose() +
         grid.qdd.transpose() * slope.qdd.transpose();
}

}  // namespace torsor
