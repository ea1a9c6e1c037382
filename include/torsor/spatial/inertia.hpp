#pragma once

#include "torsor/spatial/motion_force.hpp"

namespace torsor {

/// The mass distribution of a body in a frame: the ten entries of the notes' pseudo-inertia matrix
/// J = [E h; h^T m] with m the mass, h = m c the first moments and E = integral of r r^T dm the second moments.
/// It adds, and it maps linearly from frame to frame.
template <Scalar S>
struct Inertia {
  S mass{0.0};
  Vector3<S> first_moment{};
  Symmetric3<S> second_moment{};
  bool operator==(const Inertia&) const = default;

  /// The inertia matrix about the frame's origin, I = trace(E) 1 - E (its off-diagonal entries are -Exy, ...).
  Symmetric3<S> rotational() const {
    const Symmetric3<S>& E = second_moment;
    return {E.yy + E.zz, -E.xy, -E.xz, E.xx + E.zz, -E.yz, E.xx + E.yy};
  }
};

/// E = trace(I)/2 1 - I, from the inertia matrix about the same point.
template <Scalar S>
Symmetric3<S> second_moment(const Symmetric3<S>& I) {
  const S half(0.5);
  return {half * (I.yy + I.zz - I.xx), -I.xy, -I.xz, half * (I.xx + I.zz - I.yy), -I.yz, half * (I.xx + I.yy - I.zz)};
}
/// From the matrix about the centre of mass.
template <Scalar S>
Inertia<S> inertia_about_center(const S& mass, const Vector3<S>& center, const Symmetric3<S>& I) {
  return {mass, mass * center, second_moment(I) + mass * outer(center)};
}
/// From the matrix about the frame's origin.
template <Scalar S>
Inertia<S> inertia_about_origin(const S& mass, const Vector3<S>& center, const Symmetric3<S>& I) {
  return {mass, mass * center, second_moment(I)};
}

template <Scalar S>
Inertia<S> operator+(const Inertia<S>& a, const Inertia<S>& b) {
  return {a.mass + b.mass, a.first_moment + b.first_moment, a.second_moment + b.second_moment};
}

/// The same body seen from A, when `inertia` is given in B and `AB` is the pose of B in A. Exact and linear.
template <Scalar S>
Inertia<S> to_parent(const Transform<S>& AB, const Inertia<S>& inertia) {
  const Vector3<S> h = AB.R * inertia.first_moment;
  const Vector3<S> mp = inertia.mass * AB.p;
  return {inertia.mass, h + mp,
          rotated(AB.R, inertia.second_moment) + symmetric_outer(h, AB.p) + parallel_outer(mp, AB.p)};
}

/// Momentum of a body that moves with v.
template <Scalar S>
Force<S> operator*(const Inertia<S>& inertia, const Motion<S>& v) {
  const Vector3<S>& h = inertia.first_moment;
  return {inertia.rotational() * v.angular + cross(h, v.linear), inertia.mass * v.linear + cross(v.angular, h)};
}

/// Rate of angular momentum about the frame's origin due to rotation, I omega_dot + omega x (I omega),
/// written as the axial part of U E - E U^T: 15 products in place of 24.
template <Scalar S>
Vector3<S> rotational_moment(const Symmetric3<S>& E, const Matrix3<S>& U) {
  return {(U.zz - U.yy) * E.yz + U.zy * E.yy - U.yz * E.zz + U.zx * E.xy - U.yx * E.xz,
          (U.xx - U.zz) * E.xz + U.xz * E.zz - U.zx * E.xx + U.xy * E.yz - U.zy * E.xy,
          (U.yy - U.xx) * E.xy + U.yx * E.xx - U.xy * E.yy + U.yz * E.xz - U.xz * E.yz};
}

}  // namespace torsor
