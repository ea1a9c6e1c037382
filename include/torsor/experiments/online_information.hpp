#pragma once

#include "torsor/experiments/padded_matrix.hpp"

namespace torsor {

/// Recursive least squares in square-root information form: an upper triangular R and z, of which R beta = z is the
/// weighted fit to all equations so far. Rows come in by Householder reflections [Golub and Van Loan 2013, 6.5], so
/// that nothing is ever squared and R is what a QR factorisation of all equations would give. Memory is fixed; nothing
/// but the constructor and the calls that say so allocate. (docs/algorithms/online_estimator.md)
class OnlineInformation {
 public:
  /// For so many unknowns, and up to `rows` equations at a time.
  OnlineInformation(int columns, int rows);

  int columns() const { return columns_; }
  /// Where the next equations are written: a row for each, the right hand side behind the unknowns. Rows that are zero
  /// cost nothing, nor do zeros before the first entry of a row.
  PaddedMatrix& rows() { return rows_; }
  /// Takes what stands in rows(), which is overwritten.
  void take();
  /// One equation more: beta_column = value, with a weight that multiplies its square.
  void take_one(int column, double value, double weight);

  /// Multiplies the weight of all that came so far, up to 1.
  void forget(double factor);

  /// Whether every unknown is determined, as far as rounding lets one see.
  bool determined() const;
  /// beta, where determined.
  void solve(Eigen::VectorXd& beta);
  /// R^-T B in place, for eight columns: B^T (R^T R)^-1 B is its square.
  void solve_transposed(PaddedMatrix& B) const;
  /// Sum of squares that the fit leaves, weighted and forgotten like the equations.
  double residual_squares() const { return residual_squares_; }

  /// The unknowns may have changed by `directions` times numbers of these standard deviations: as much is forgotten of
  /// them, and no more. Allocates.
  void loosen(const Eigen::MatrixXd& directions, const Eigen::VectorXd& deviations);

  /// R and z; allocates.
  Eigen::MatrixXd factor() const { return Rz_.view().leftCols(columns_); }
  Eigen::VectorXd right_hand_side() const { return Rz_.view().col(columns_); }
  /// (R^T R)^-1; allocates.
  Eigen::MatrixXd covariance() const;

 private:
  int columns_;
  PaddedMatrix Rz_;        // R, and z in the last column
  PaddedMatrix rows_;      // what comes in
  PaddedMatrix solution_;  // one row
  double residual_squares_ = 0;
};

}  // namespace torsor
