#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace torsor {

/// Whether a symmetric matrix (entries xx xy xz yy yz zz) is positive definite with a margin, from its pivots: no
/// eigenvalues are needed for the bodies that are sound, and nearly all are.
inline bool clearly_positive(const std::array<double, 6>& A) {
  const double least = 1e-6 * std::max({std::abs(A[0]), std::abs(A[3]), std::abs(A[5])});
  if (!(A[0] > least)) return false;
  const double xy = A[1] / A[0], xz = A[2] / A[0];
  const double yy = A[3] - xy * A[1], yz = A[4] - xy * A[2];
  if (!(yy > least)) return false;
  return A[5] - xz * A[2] - yz * yz / yy > least;
}

/// Whether the least principal moment of a body is below 0 by more than rounding: beside the `size` of its moments, and
/// beside 1e-15 kg m^2, which is less than any part of a robot has.
inline bool is_negative_moment(double least, double size) { return least < -std::max(1e-9 * size, 1e-15); }

/// Half of the trace on the diagonal, less the matrix: the second moments of a body with this inertia.
inline std::array<double, 6> second_moments(const std::array<double, 6>& I) {
  const double half = 0.5 * (I[0] + I[3] + I[5]);
  return {half - I[0], -I[1], -I[2], half - I[3], -I[4], half - I[5]};
}

}  // namespace torsor
