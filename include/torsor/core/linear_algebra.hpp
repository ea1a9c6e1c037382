#pragma once

#include <Eigen/Core>
#include <memory>

/// Factorisations of dense matrices, compiled once: Eigen's templates cost seconds in every file that instantiates
/// them.
namespace torsor::linear_algebra {

using Eigen::MatrixXd, Eigen::VectorXd;

/// L of A = L L^T; no rows where A is not positive definite. Only the lower triangle of A is read, here and below.
MatrixXd cholesky(const MatrixXd& A);
/// L^-1 B and L^-T B for a lower triangular L; A^-1 B is one after the other.
MatrixXd solve_lower(const MatrixXd& L, MatrixXd B);
VectorXd solve_lower(const MatrixXd& L, VectorXd b);
MatrixXd solve_lower_transposed(const MatrixXd& L, MatrixXd B);
VectorXd solve_lower_transposed(const MatrixXd& L, VectorXd b);
/// R^-T b for an upper triangular R.
VectorXd solve_upper_transposed(const MatrixXd& R, const VectorXd& b);

/// A^-1 b for a symmetric A; no rows where there is no factorisation.
VectorXd solve_symmetric(const MatrixXd& A, const VectorXd& b);
/// A^-1 B for a square A; no rows where A is singular.
MatrixXd solve_square(const MatrixXd& A, const MatrixXd& B);
/// A^-1 for a square A that is known to have one.
MatrixXd inverse(const MatrixXd& A);

/// Of a symmetric matrix: ascending, one vector a column; no numbers (NaN) where they were not found.
struct SymmetricEigen {
  VectorXd values;
  MatrixXd vectors;
};
SymmetricEigen symmetric_eigen(const MatrixXd& A);
VectorXd symmetric_eigenvalues(const MatrixXd& A);
/// The same for three rows, such as an inertia's principal moments and axes.
struct SymmetricEigen3 {
  Eigen::Vector3d values;
  Eigen::Matrix3d vectors;
};
SymmetricEigen3 symmetric_eigen_3(const Eigen::Matrix3d& A);
Eigen::Vector3d symmetric_eigenvalues_3(const Eigen::Matrix3d& A);

/// Descending.
VectorXd singular_values(const MatrixXd& A);
/// The same with V of A = U S V^T, all of its columns.
struct RightSingular {
  VectorXd values;
  MatrixXd V;
};
RightSingular right_singular(const MatrixXd& A);

/// R of A = Q R: as many rows as A has columns, or as it has rows where these are fewer.
MatrixXd triangular_factor(const MatrixXd& A);
/// The x of least |A x - b|, where A may have columns that depend on others.
VectorXd least_squares(const MatrixXd& A, const VectorXd& b);
/// The shortest x of least |A x - b|: the pseudo-inverse of A, in which rows and columns that are within 1e-10 of
/// depending on others count as if they did.
VectorXd minimum_norm(const MatrixXd& A, const VectorXd& b);
/// A = L Q^T with an orthogonal Q, and the columns of L from the strongest to those of which nothing is known.
struct OrthogonalFactors {
  MatrixXd L, Q;
};
OrthogonalFactors orthogonal_factors(const MatrixXd& A);

/// A of full rank, with no fewer rows than columns, factored for least squares with several right hand sides.
class LeastSquaresFactor {
 public:
  LeastSquaresFactor() = default;
  explicit LeastSquaresFactor(const MatrixXd& A);
  VectorXd solve(const VectorXd& b) const;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

/// 1 / root of the diagonal, and 1 where that is zero: A with rows and columns multiplied by it has a diagonal of ones.
VectorXd unit_scale(const MatrixXd& A);

/// A symmetric A with no negative eigenvalue, factored in units in which its diagonal is 1: parameters of any size are
/// alike to rounding then.
class ScaledFactor {
 public:
  /// `added` comes to the diagonal in these units, so that an A without full rank does no harm.
  explicit ScaledFactor(const MatrixXd& A, double added = 0);

  /// As far as rounding lets one see.
  bool full_rank() const;
  MatrixXd solve(const MatrixXd& B) const;
  MatrixXd inverse() const;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace torsor::linear_algebra
