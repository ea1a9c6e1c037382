#include "torsor/lint/nearest_inertia.hpp"

#include "torsor/core/linear_algebra.hpp"

namespace torsor::lint {
namespace {

Eigen::Matrix3d matrix_of(const Entries& I) {
  Eigen::Matrix3d matrix;
  matrix << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
  return matrix;
}

}  // namespace

std::optional<Entries> nearest_possible_inertia(const Entries& inertia) {
  const Eigen::Matrix3d I = matrix_of(inertia);
  const Eigen::Matrix3d E = 0.5 * I.trace() * Eigen::Matrix3d::Identity() - I;
  const linear_algebra::SymmetricEigen3 principal = linear_algebra::symmetric_eigen_3(E);
  const double largest = principal.values[2];
  if (!(largest > 0)) return {};
  const Eigen::Vector3d& moments = principal.values;
  const Eigen::Vector3d missing = moments.cwiseMax(flattest * largest) - moments;
  const Eigen::Matrix3d& V = principal.vectors;
  // What is added, rather than the sum of what is left: entries that need no change keep their bits.
  const Eigen::Matrix3d added = V * missing.asDiagonal() * V.transpose();
  const Eigen::Matrix3d result = I + added.trace() * Eigen::Matrix3d::Identity() - added;
  return Entries{result(0, 0), result(0, 1), result(0, 2), result(1, 1), result(1, 2), result(2, 2)};
}

std::array<double, 3> principal_moments(const Entries& inertia) {
  const Eigen::Vector3d m = linear_algebra::symmetric_eigenvalues_3(matrix_of(inertia));
  return {m[0], m[1], m[2]};
}

double relative_distance(const Entries& a, const Entries& b) {
  return (matrix_of(a) - matrix_of(b)).norm() / matrix_of(b).norm();
}

}  // namespace torsor::lint
