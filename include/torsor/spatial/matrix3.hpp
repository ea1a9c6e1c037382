#pragma once

#include "torsor/spatial/vector3.hpp"

namespace torsor {

template <Scalar S>
struct Matrix3 {
  S xx{0.0}, xy{0.0}, xz{0.0};
  S yx{0.0}, yy{0.0}, yz{0.0};
  S zx{0.0}, zy{0.0}, zz{0.0};

  bool operator==(const Matrix3&) const = default;
  static Matrix3 identity() {
    Matrix3 result;
    result.xx = result.yy = result.zz = S(1.0);
    return result;
  }
};

/// A symmetric matrix by its six entries.
template <Scalar S>
struct Symmetric3 {
  S xx{0.0}, xy{0.0}, xz{0.0}, yy{0.0}, yz{0.0}, zz{0.0};
  bool operator==(const Symmetric3&) const = default;
};

template <Scalar S>
Matrix3<S> transpose(const Matrix3<S>& A) {
  return {A.xx, A.yx, A.zx, A.xy, A.yy, A.zy, A.xz, A.yz, A.zz};
}
template <Scalar S>
Vector3<S> operator*(const Matrix3<S>& A, const Vector3<S>& b) {
  return {A.xx * b.x + A.xy * b.y + A.xz * b.z,  //
          A.yx * b.x + A.yy * b.y + A.yz * b.z,  //
          A.zx * b.x + A.zy * b.y + A.zz * b.z};
}
template <Scalar S>
Matrix3<S> operator*(const Matrix3<S>& A, const Matrix3<S>& B) {
  const Vector3<S> x = A * Vector3<S>{B.xx, B.yx, B.zx};
  const Vector3<S> y = A * Vector3<S>{B.xy, B.yy, B.zy};
  const Vector3<S> z = A * Vector3<S>{B.xz, B.yz, B.zz};
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}
template <Scalar S>
Matrix3<S> operator+(const Matrix3<S>& A, const Matrix3<S>& B) {
  return {A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yx + B.yx, A.yy + B.yy,
          A.yz + B.yz, A.zx + B.zx, A.zy + B.zy, A.zz + B.zz};
}
template <Scalar S>
Matrix3<S> operator-(const Matrix3<S>& A, const Matrix3<S>& B) {
  return {A.xx - B.xx, A.xy - B.xy, A.xz - B.xz, A.yx - B.yx, A.yy - B.yy,
          A.yz - B.yz, A.zx - B.zx, A.zy - B.zy, A.zz - B.zz};
}
template <Scalar S>
Matrix3<S> operator*(const S& s, const Matrix3<S>& A) {
  return {s * A.xx, s * A.xy, s * A.xz, s * A.yx, s * A.yy, s * A.yz, s * A.zx, s * A.zy, s * A.zz};
}
template <Scalar S>
Matrix3<S> operator-(const Matrix3<S>& A) {
  return {-A.xx, -A.xy, -A.xz, -A.yx, -A.yy, -A.yz, -A.zx, -A.zy, -A.zz};
}
template <Scalar S>
Vector3<S> operator*(const Symmetric3<S>& A, const Vector3<S>& b) {
  return {A.xx * b.x + A.xy * b.y + A.xz * b.z,  //
          A.xy * b.x + A.yy * b.y + A.yz * b.z,  //
          A.xz * b.x + A.yz * b.y + A.zz * b.z};
}
template <Scalar S>
Symmetric3<S> operator+(const Symmetric3<S>& A, const Symmetric3<S>& B) {
  return {A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yy + B.yy, A.yz + B.yz, A.zz + B.zz};
}
template <Scalar S>
Symmetric3<S> operator-(const Symmetric3<S>& A, const Symmetric3<S>& B) {
  return {A.xx - B.xx, A.xy - B.xy, A.xz - B.xz, A.yy - B.yy, A.yz - B.yz, A.zz - B.zz};
}
template <Scalar S>
Symmetric3<S> operator*(const S& s, const Symmetric3<S>& A) {
  return {s * A.xx, s * A.xy, s * A.xz, s * A.yy, s * A.yz, s * A.zz};
}

/// A column: one of the axes of a frame whose rotation this is.
template <Scalar S>
Vector3<S> axis(const Matrix3<S>& R, int k) {
  if (k == 0) return {R.xx, R.yx, R.zx};
  if (k == 1) return {R.xy, R.yy, R.zy};
  return {R.xz, R.yz, R.zz};
}
/// The third column, scaled: a joint's axis in other axes.
template <Scalar S>
Vector3<S> operator*(const Matrix3<S>& A, const AlongZ<S>& b) {
  return {A.xz * b.z, A.yz * b.z, A.zz * b.z};
}
template <Scalar S>
Zero operator*(const Matrix3<S>&, Zero) {
  return {};
}

/// a a^T
template <Scalar S>
Symmetric3<S> outer(const Vector3<S>& a) {
  return {a.x * a.x, a.x * a.y, a.x * a.z, a.y * a.y, a.y * a.z, a.z * a.z};
}
/// a b^T
template <Scalar S>
Matrix3<S> outer(const Vector3<S>& a, const Vector3<S>& b) {
  return {a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.x, a.y * b.y, a.y * b.z, a.z * b.x, a.z * b.y, a.z * b.z};
}
/// a b^T + b a^T
template <Scalar S>
Symmetric3<S> symmetric_outer(const Vector3<S>& a, const Vector3<S>& b) {
  const S two(2.0);
  return {two * (a.x * b.x), a.x * b.y + a.y * b.x, a.x * b.z + a.z * b.x,
          two * (a.y * b.y), a.y * b.z + a.z * b.y, two * (a.z * b.z)};
}
/// a b^T for parallel vectors, which is symmetric
template <Scalar S>
Symmetric3<S> parallel_outer(const Vector3<S>& a, const Vector3<S>& b) {
  return {a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.y, a.y * b.z, a.z * b.z};
}
/// [a]x, the matrix with [a]x b = a x b
template <Scalar S>
Matrix3<S> skew(const Vector3<S>& a) {
  const S zero(0.0);
  return {zero, -a.z, a.y, a.z, zero, -a.x, -a.y, a.x, zero};
}
/// [a]x A: a x each column of a symmetric matrix
template <Scalar S>
Matrix3<S> cross(const Vector3<S>& a, const Symmetric3<S>& A) {
  const Vector3<S> x = cross(a, Vector3<S>{A.xx, A.xy, A.xz}), y = cross(a, Vector3<S>{A.xy, A.yy, A.yz});
  const Vector3<S> z = cross(a, Vector3<S>{A.xz, A.yz, A.zz});
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}
/// [a]x [b]x = b a^T - (a . b) 1
template <Scalar S>
Matrix3<S> double_skew(const Vector3<S>& a, const Vector3<S>& b) {
  const S xx = a.x * b.x, yy = a.y * b.y, zz = a.z * b.z;
  return {-(yy + zz), b.x * a.y, b.x * a.z, b.y * a.x, -(xx + zz), b.y * a.z, b.z * a.x, b.z * a.y, -(xx + yy)};
}
template <Scalar S>
Matrix3<S> full(const Symmetric3<S>& A) {
  return {A.xx, A.xy, A.xz, A.xy, A.yy, A.yz, A.xz, A.yz, A.zz};
}
/// The symmetric matrix of which `A` holds all nine entries.
template <Scalar S>
Symmetric3<S> symmetric(const Matrix3<S>& A) {
  return {A.xx, A.xy, A.xz, A.yy, A.yz, A.zz};
}
/// R A R^T: a symmetric tensor brought into other axes.
template <Scalar S>
Symmetric3<S> rotated(const Matrix3<S>& R, const Symmetric3<S>& A) {
  const Matrix3<S> RA = R * full(A);
  const auto entry = [](const S& a, const S& b, const S& c, const S& x, const S& y, const S& z) {
    return a * x + b * y + c * z;
  };
  return {entry(RA.xx, RA.xy, RA.xz, R.xx, R.xy, R.xz), entry(RA.xx, RA.xy, RA.xz, R.yx, R.yy, R.yz),
          entry(RA.xx, RA.xy, RA.xz, R.zx, R.zy, R.zz), entry(RA.yx, RA.yy, RA.yz, R.yx, R.yy, R.yz),
          entry(RA.yx, RA.yy, RA.yz, R.zx, R.zy, R.zz), entry(RA.zx, RA.zy, RA.zz, R.zx, R.zy, R.zz)};
}

/// U(omega, omega_dot) = [omega_dot]x + [omega]x [omega]x, so that U r is the acceleration that rotation gives to the
/// point at r: omega_dot x r + omega x (omega x r).
template <Scalar S>
Matrix3<S> rotational_acceleration(const Vector3<S>& omega, const Vector3<S>& omega_dot) {
  const Symmetric3<S> w = outer(omega);
  return {-(w.yy + w.zz),     w.xy - omega_dot.z, w.xz + omega_dot.y,  //
          w.xy + omega_dot.z, -(w.xx + w.zz),     w.yz - omega_dot.x,  //
          w.xz - omega_dot.y, w.yz + omega_dot.x, -(w.xx + w.yy)};
}

}  // namespace torsor
