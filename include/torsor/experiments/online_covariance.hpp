#pragma once

#include "torsor/experiments/padded_matrix.hpp"

namespace torsor {

/// The Kalman form of recursive least squares: unknowns that wander, each by a random walk of its own, their estimate
/// and its covariance. [Kalman 1960] Nothing but the constructor and the calls that say so allocate.
/// (docs/algorithms/online_estimator.md)
class OnlineCovariance {
 public:
  /// For up to so many equations at a time.
  OnlineCovariance(const Eigen::VectorXd& start, const Eigen::VectorXd& deviations, int rows);

  auto beta() const { return Eigen::VectorXd::Map(beta_.data(), P_.rows()); }
  auto covariance() const { return P_.view(); }
  /// `variances` by unknown, for each second.
  void wander(const Eigen::VectorXd& variances, double seconds) { P_.view().diagonal() += seconds * variances; }
  /// Where the next equations are written: a row for each, w beta = y.
  PaddedMatrix& rows() { return rows_; }
  /// Takes the rows one after the other, with noise of these variances; those without one (0) say nothing.
  void take(const Eigen::VectorXd& y, const Eigen::VectorXd& variances);
  /// P B, for eight columns.
  void multiply(const PaddedMatrix& B, PaddedMatrix& product) const;
  /// The unknowns may have changed by `directions` times numbers of these standard deviations. Allocates.
  void loosen(const Eigen::MatrixXd& directions, const Eigen::VectorXd& deviations);

 private:
  PaddedMatrix P_, rows_;
  PaddedMatrix beta_;   // one row
  PaddedMatrix gains_;  // P w / sqrt(w^T P w + variance), one for each equation: what P has to lose
};

}  // namespace torsor
