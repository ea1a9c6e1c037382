#pragma once

#include "torsor/experiments/excitation_information.hpp"
#include "torsor/experiments/excitation_limits.hpp"

namespace torsor {

/// The search for the coefficients of a series as an optimisation: what is made small, and where it may go. It is only
/// read, so that several searches can share it.
class ExcitationProblem {
 public:
  ExcitationProblem(const SeriesAtRest& series, ExcitationCriterion criterion, const ExcitationInformation& information,
                    const LimitFunctions& limits);

  const SeriesAtRest& series() const { return series_; }
  const ExcitationInformation& information() const { return *information_; }
  const LimitFunctions& limits() const { return *limits_; }
  const SeriesGrid& limit_grid() const { return limit_grid_; }
  long joints() const { return limits_->model().nv; }
  /// By joint: the size of its coefficients.
  const Eigen::VectorXd& scale() const { return scale_; }

  /// The criterion; infinite where parameters cannot be told at all.
  double value(const Eigen::MatrixXd& coefficients) const;
  /// The same with its derivative by the coefficients.
  double value(const Eigen::MatrixXd& coefficients, Eigen::MatrixXd& slope) const;
  LimitSlacks slacks(const Eigen::MatrixXd& coefficients) const;

 private:
  SeriesAtRest series_;
  ExcitationCriterion criterion_;
  const ExcitationInformation* information_;
  const LimitFunctions* limits_;
  SeriesGrid grid_, limit_grid_;
  Eigen::VectorXd scale_;
};

/// Derivatives by the coefficients from those by the motion.
Eigen::MatrixXd pulled_back(const SeriesGrid& grid, const SeriesMotion& slope);

/// Samples of the criterion, and of limits, in one period of the highest harmonic.
constexpr long samples_for_criterion = 20, samples_for_limits = 40;

}  // namespace torsor
