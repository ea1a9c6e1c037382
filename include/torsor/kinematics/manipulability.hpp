#pragma once

#include <limits>
#include <vector>

#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// What unit velocities of the joints (|qd| <= 1) can do to some rows of a Jacobian, and unit torques against them: the
/// velocity ellipsoid has the semi-axes sigma, the force ellipsoid 1 / sigma, in the same directions. [Yoshikawa 1985]
struct Ellipsoid {
  std::vector<double> sigma;  // the largest first; as many as rows or, of fewer joints, as joints
  Matrix<double> axes;        // rows x rows: a direction of length 1 a column, those of sigma first

  /// The product of the semi-axes: sqrt(det(J J^T)), or sqrt(det(J^T J)) of fewer joints than rows.
  double manipulability() const;
  /// Largest over smallest semi-axis; infinite where the arm cannot move in some direction.
  double condition_number() const;
  /// Geometric over arithmetic mean of sigma^2: 1 of a sphere, 0 in a singular position. [Kim, Khosla 1991]
  double isotropy() const;
  /// A semi-axis of the force ellipsoid; infinite where no velocity is possible.
  double force(std::size_t k) const { return sigma[k] > 0 ? 1 / sigma[k] : std::numeric_limits<double>::infinity(); }
};

/// Of the rows of a Jacobian that are named, in their order: 0 to 2 are linear, 3 to 5 angular. Metres and radians do
/// not mix well: take one kind at a time.
Ellipsoid velocity_ellipsoid(const Matrix<double>& J, const std::vector<int>& rows);

}  // namespace torsor
