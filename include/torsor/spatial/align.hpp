#pragma once

#include "torsor/spatial/matrix3.hpp"

namespace torsor {

/// A rotation that takes z to the unit vector along `axis`; exact where that is an axis of the frame.
template <Scalar S>
Matrix3<S> align_z(const Vector3<S>& axis) {
  const auto known = [](const S& x) { return known_value(x).value_or(2.0); };
  const double x = known(axis.x), y = known(axis.y), z = known(axis.z);
  const auto quarter = [](double sine, double cosine) { return SinCos<S>{S(sine), S(cosine)}; };
  if (x == 0 && y == 0) return z < 0 ? rotation_x(quarter(0, -1)) : Matrix3<S>::identity();
  if (y == 0 && z == 0) return rotation_y(quarter(x < 0 ? -1 : 1, 0));
  if (x == 0 && z == 0) return rotation_x(quarter(y < 0 ? 1 : -1, 0));
  if (z < 0) {  // turned over, so that the division below is by at least 1
    const Matrix3<S> half_turn = rotation_x(quarter(0, -1));
    return half_turn * align_z(half_turn * axis);
  }
  const S length = sqrt(dot(axis, axis));
  const Vector3<S> u{axis.x / length, axis.y / length, axis.z / length};
  const S k = S(1.0) / (S(1.0) + u.z);
  return {S(1.0) - k * u.x * u.x,
          -(k * u.x * u.y),
          u.x,  //
          -(k * u.x * u.y),
          S(1.0) - k * u.y * u.y,
          u.y,  //
          -u.x,
          -u.y,
          u.z};
}

}  // namespace torsor
