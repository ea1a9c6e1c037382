#include "robot_files/described_pose.hpp"

#include <cmath>

namespace torsor {

described::Triple described_vector(const Vector3<double>& v) { return {v.x, v.y, v.z}; }

described::Triple described_rotation(const Matrix3<double>& R) {
  // Whatever yaw is, pitch and roll are computed with it: where yaw is only rounding, they make up for it.
  const double yaw = std::atan2(R.yx, R.xx);
  const double s = std::sin(yaw), c = std::cos(yaw);
  const double pitch = std::atan2(-R.zx, c * R.xx + s * R.yx);
  const double roll = std::atan2(s * R.xz - c * R.yz, c * R.yy - s * R.xy);
  const auto plain = [](double angle) { return angle == 0 ? 0.0 : angle; };
  return {plain(roll), plain(pitch), plain(yaw)};
}

described::Pose described_pose(const Transform<double>& X) { return {described_vector(X.p), described_rotation(X.R)}; }

}  // namespace torsor
