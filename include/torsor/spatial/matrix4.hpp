#pragma once

#include <array>

#include "torsor/spatial/inertia.hpp"

namespace torsor {

/// A 4 x 4 matrix on homogeneous coordinates, as the Lagrange-Euler equations are written. [notes 000, 002]
template <Scalar S>
class Matrix4 {
 public:
  Matrix4() { entries_.fill(S(0.0)); }

  S& operator()(int i, int j) { return entries_[4 * i + j]; }
  const S& operator()(int i, int j) const { return entries_[4 * i + j]; }

 private:
  std::array<S, 16> entries_;
};

template <Scalar S>
Matrix4<S> operator*(const Matrix4<S>& A, const Matrix4<S>& B) {
  Matrix4<S> result;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      result(i, j) = A(i, 0) * B(0, j) + A(i, 1) * B(1, j) + A(i, 2) * B(2, j) + A(i, 3) * B(3, j);
  return result;
}
template <Scalar S>
Matrix4<S> operator*(const S& s, const Matrix4<S>& A) {
  Matrix4<S> result;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) result(i, j) = s * A(i, j);
  return result;
}
template <Scalar S>
Matrix4<S> operator+(const Matrix4<S>& A, const Matrix4<S>& B) {
  Matrix4<S> result;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) result(i, j) = A(i, j) + B(i, j);
  return result;
}

/// Tr(A B^T): the sum of the products of equal entries.
template <Scalar S>
S trace_of_product(const Matrix4<S>& A, const Matrix4<S>& B) {
  S sum(0.0);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) sum += A(i, j) * B(i, j);
  return sum;
}

/// [M p; 0 0 0 s] from its blocks.
template <Scalar S>
Matrix4<S> matrix4(const Matrix3<S>& M, const Vector3<S>& p, const S& s) {
  Matrix4<S> result;
  result(0, 0) = M.xx, result(0, 1) = M.xy, result(0, 2) = M.xz, result(0, 3) = p.x;
  result(1, 0) = M.yx, result(1, 1) = M.yy, result(1, 2) = M.yz, result(1, 3) = p.y;
  result(2, 0) = M.zx, result(2, 1) = M.zy, result(2, 2) = M.zz, result(2, 3) = p.z;
  result(3, 3) = s;
  return result;
}
template <Scalar S>
Matrix4<S> homogeneous(const Transform<S>& AB) {
  return matrix4(AB.R, AB.p, S(1.0));
}

/// J = integral of r r^T dm on homogeneous r = (x, y, z, 1). [notes 002; FGL, 3.2]
template <Scalar S>
Matrix4<S> pseudo_inertia(const Inertia<S>& inertia) {
  const Vector3<S>& h = inertia.first_moment;
  Matrix4<S> J = matrix4(full(inertia.second_moment), h, inertia.mass);
  J(3, 0) = h.x, J(3, 1) = h.y, J(3, 2) = h.z;
  return J;
}

}  // namespace torsor
