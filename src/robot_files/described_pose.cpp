#include "robot_files/described_pose.hpp"

#include <algorithm>
#include <array>
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

/// From the largest of w, x, y and z, which costs no digits. [Shepperd 1978]
std::vector<described::Quantity> described_quaternion(const Matrix3<double>& R) {
  const double trace = R.xx + R.yy + R.zz, squares[4] = {trace, R.xx, R.yy, R.zz};
  const auto largest = std::max_element(std::begin(squares), std::end(squares)) - std::begin(squares);
  std::array<double, 4> q{};
  if (largest == 0)
    q = {1 + trace, R.zy - R.yz, R.xz - R.zx, R.yx - R.xy};
  else if (largest == 1)
    q = {R.zy - R.yz, 1 + 2 * R.xx - trace, R.xy + R.yx, R.xz + R.zx};
  else if (largest == 2)
    q = {R.xz - R.zx, R.xy + R.yx, 1 + 2 * R.yy - trace, R.yz + R.zy};
  else
    q = {R.yx - R.xy, R.xz + R.zx, R.yz + R.zy, 1 + 2 * R.zz - trace};
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  std::vector<described::Quantity> result;
  result.reserve(q.size());
  for (const double entry : q) result.emplace_back(entry == 0 ? 0.0 : entry / (q[0] < 0 ? -length : length));
  return result;
}

}  // namespace torsor
