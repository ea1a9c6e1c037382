#pragma once

#include <cmath>

#include "torsor/spatial/transform.hpp"

namespace torsor {

/// Rot_z(yaw) Rot_y(pitch) Rot_x(roll): turns about fixed axes, roll first, as in URDF. Right angles are exact.
template <Scalar S>
Matrix3<S> rotation_of_roll_pitch_yaw(const S& roll, const S& pitch, const S& yaw) {
  return rotation_z(exact_sincos(yaw)) * (rotation_y(exact_sincos(pitch)) * rotation_x(exact_sincos(roll)));
}

/// Roll, pitch and yaw of a rotation, right angles exact. At a pitch of 90 degrees, where only the sum or difference of
/// the others counts, yaw is 0.
inline Vector3<double> roll_pitch_yaw(const Matrix3<double>& R) {
  constexpr double right_angle = 1.5707963267948966;
  const auto snapped = [](double angle) {
    const double turns = std::round(angle / right_angle);
    const double exact = turns == 0 ? 0.0 : turns * right_angle;
    const SinCos<double> there = exact_sincos(angle);
    return there.sin * there.cos == 0 ? exact : angle;
  };
  // Whatever yaw is, pitch and roll are computed with it: where yaw is only rounding, they make up for it.
  const bool upright = std::hypot(R.yx, R.xx) <= 4 * resolution<double>;  // x points up or down: yaw may be anything
  const double yaw = upright ? 0.0 : snapped(std::atan2(R.yx, R.xx));
  const auto [s, c] = exact_sincos(yaw);
  const double pitch = snapped(std::atan2(-R.zx, c * R.xx + s * R.yx));
  const double roll = snapped(std::atan2(s * R.xz - c * R.yz, c * R.yy - s * R.xy));
  return {roll, pitch, yaw};
}

}  // namespace torsor
