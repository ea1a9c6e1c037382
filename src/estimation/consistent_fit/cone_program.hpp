#pragma once

#include <Eigen/Core>

/// Convex quadratic programs whose slacks are 4 x 4 positive semidefinite matrices and non-negative numbers.
namespace torsor::cone {

using Vector10 = Eigen::Matrix<double, 10, 1>;
using Matrix10 = Eigen::Matrix<double, 10, 10>;

/// The ten entries of a symmetric matrix, those off the diagonal times sqrt(2), so that dot products stay what they
/// are.
Vector10 entries_of(const Eigen::Matrix4d& X);
Eigen::Matrix4d matrix_of(const Vector10& entries);

/// Minimise 1/2 |L z - d|^2 + strength/2 |z|^2 such that u = offset + K z lies in the cone: its first 10 `blocks`
/// numbers are the entries of positive semidefinite matrices, the others are not negative.
struct ConeProgram {
  Eigen::MatrixXd L;
  Eigen::VectorXd d;
  double strength = 0;
  int blocks = 0;
  Eigen::MatrixXd K;
  Eigen::VectorXd offset;
};

struct ConeOptions {
  double constant = 0;    // added to the objective, where a gap is compared with it
  double least_size = 0;  // of the objective, as far as gaps are compared with it
  double tolerance = 1e-10;
  int most_steps = 100;
};

/// Where a path begins: z strictly inside, and multipliers strictly inside, or none.
struct ConeStart {
  Eigen::VectorXd z, s;
};

struct ConeSolution {
  Eigen::VectorXd z;  // strictly inside
  Eigen::VectorXd s;  // multipliers of the slacks, strictly inside the same cone
  double objective = 0, lower_bound = 0;
  double gap = 0;  // relative
  int steps = 0;
  bool converged = false;
  ConeStart centre{};  // on the way, still far from the boundary: a start for programs that differ a little
};

/// A primal-dual path following method for the log-det barrier. The lower bound holds for any multipliers in the cone,
/// so that it certifies the solution whatever path led to it.
ConeSolution solve(const ConeProgram& program, const ConeStart& start, const ConeOptions& options);

}  // namespace torsor::cone
