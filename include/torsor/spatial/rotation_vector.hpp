#pragma once

#include <array>

#include "torsor/spatial/vector3.hpp"

namespace torsor {

/// The quaternion w x y z of the turn from `from` to `to`, both unit quaternions, in the axes of either: from^-1 to.
template <Scalar S>
std::array<S, 4> quaternion_between(const S* from, const S* to) {
  const S &a = from[0], &w = to[0];
  const Vector3<S> u{from[1], from[2], from[3]}, v{to[1], to[2], to[3]};
  const Vector3<S> turn = a * v - w * u - cross(u, v);
  return {a * w + dot(u, v), turn.x, turn.y, turn.z};
}

/// Axis times angle of a quaternion w x y z, by the shorter of the two ways round: at most half a turn. At half a turn
/// it jumps; at none, where the axis is not defined, it is smooth. The angle is 4 atan(|v| / (|q| + |w|)).
template <Scalar S>
Vector3<S> rotation_vector(const std::array<S, 4>& q) {
  const S w = select(-q[0], -q[0], q[0]), back = select(-q[0], S(-1.0), S(1.0)), four(4.0);
  const Vector3<S> v{q[1], q[2], q[3]};
  const S square = dot(v, v), turned = square - S(1e-30);  // below it, an angle is its tangent to all digits ...
  const S length = sqrt(select(turned, square, S(1.0)));   // ... and no root of 0 is ever taken
  const S whole = w + sqrt(w * w + square);
  return back * select(turned, four * atan(length / whole) / length, four / whole) * v;
}

}  // namespace torsor
