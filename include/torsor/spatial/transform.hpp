#pragma once

#include "torsor/spatial/matrix3.hpp"

namespace torsor {

/// The pose of a frame B in a frame A: a point at r in B lies at R r + p in A.
template <Scalar S>
struct Transform {
  Matrix3<S> R = Matrix3<S>::identity();
  Vector3<S> p{};
  bool operator==(const Transform&) const = default;
};

template <Scalar S>
Transform<S> operator*(const Transform<S>& AB, const Transform<S>& BC) {
  return {AB.R * BC.R, AB.R * BC.p + AB.p};
}
template <Scalar S>
Vector3<S> operator*(const Transform<S>& AB, const Vector3<S>& r) {
  return AB.R * r + AB.p;
}
template <Scalar S>
Transform<S> inverse(const Transform<S>& AB) {
  const Matrix3<S> R = transpose(AB.R);
  return {R, -(R * AB.p)};
}

template <Scalar S>
Transform<S> translation(const Vector3<S>& p) {
  return {Matrix3<S>::identity(), p};
}
/// From a unit quaternion w + x i + y j + z k.
template <Scalar S>
Matrix3<S> rotation_of_quaternion(const S& w, const S& x, const S& y, const S& z) {
  const S one(1.0), two(2.0);
  return {one - two * (y * y + z * z), two * (x * y - w * z),       two * (x * z + w * y),
          two * (x * y + w * z),       one - two * (x * x + z * z), two * (y * z - w * x),
          two * (x * z - w * y),       two * (y * z + w * x),       one - two * (x * x + y * y)};
}
template <Scalar S>
Matrix3<S> rotation_x(const SinCos<S>& t) {
  const S zero(0.0), one(1.0);
  return {one, zero, zero, zero, t.cos, -t.sin, zero, t.sin, t.cos};
}
template <Scalar S>
Matrix3<S> rotation_y(const SinCos<S>& t) {
  const S zero(0.0), one(1.0);
  return {t.cos, zero, t.sin, zero, one, zero, -t.sin, zero, t.cos};
}
template <Scalar S>
Matrix3<S> rotation_z(const SinCos<S>& t) {
  const S zero(0.0), one(1.0);
  return {t.cos, -t.sin, zero, t.sin, t.cos, zero, zero, zero, one};
}

}  // namespace torsor
