#pragma once

#include <functional>
#include <numeric>
#include <span>

#include "torsor/spatial/matrix.hpp"
#include "torsor/spatial/matrix3.hpp"

namespace torsor {

/// A Jacobian whose linear and angular rows are in the axes of R, which are its columns: with the rotation of the frame
/// itself, in the frame's own axes.
template <Scalar S>
Matrix<S> in_axes_of(const Matrix3<S>& R, Matrix<S> J) {
  const Matrix3<S> Rt = transpose(R);
  for (int j = 0; j < J.columns; ++j)
    for (int k = 0; k < 6; k += 3) {
      const Vector3<S> v = Rt * Vector3<S>{J(k, j), J(k + 1, j), J(k + 2, j)};
      J(k, j) = v.x, J(k + 1, j) = v.y, J(k + 2, j) = v.z;
    }
  return J;
}

/// sqrt(det(J J^T)), or of J^T J below six joints, from the singular values of J. [Yoshikawa 1985]
inline double manipulability(std::span<const double> singular_values) {
  return std::accumulate(singular_values.begin(), singular_values.end(), 1.0, std::multiplies<>());
}

}  // namespace torsor
