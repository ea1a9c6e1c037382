#include "kinematics/dh_numbers.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace torsor::dh {
namespace {

constexpr double degree = 3.141592653589793 / 180;
constexpr double last_digit = 1e14;  // lengths are kept to 1e-14 m, which drops the noise of 0.42500000000000004

/// The number that its first six digits are, which is what tables show.
double six_digits(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  return std::strtod(text, nullptr);
}

described::Quantity degrees(int count) {
  const std::string text = count == 0 ? "0" : std::to_string(count) + "deg";
  return {std::get<Expression>(parse_expression(text)), {}};
}

}  // namespace

described::Quantity written_angle(double radians, const Tolerance& tolerance) {
  const int nearest = static_cast<int>(std::lround(radians / (15 * degree))) * 15;
  const bool usual = nearest % 30 == 0 || nearest % 45 == 0;
  if (usual && std::abs(radians - nearest * degree) <= tolerance.angle) return degrees(nearest == -180 ? 180 : nearest);
  return radians;
}

described::Quantity written_length(double metres, const Tolerance& tolerance) {
  if (std::abs(metres) <= tolerance.length) return 0.0;
  if (const double round = six_digits(metres); tolerance.snaps && std::abs(round - metres) <= tolerance.length)
    return round;
  return std::abs(metres) < 10 ? std::round(metres * last_digit) / last_digit : metres;
}

described::Pose written_pose(const Pose& pose, const Tolerance& tolerance) {
  // Yaw first and the others from what is left: they are as good as ever where pitch is 90 degrees.
  const Matrix3<double>& R = pose.R;
  const double flat = std::hypot(R.xx, R.yx);
  const double yaw = flat <= tolerance.angle ? 0 : std::atan2(R.yx, R.xx);
  const Matrix3<double> rest = rotation_z(SinCos<double>{-std::sin(yaw), std::cos(yaw)}) * R;
  const double pitch = std::atan2(-rest.zx, rest.xx), roll = std::atan2(-rest.yz, rest.yy);
  const auto angle = [&](double radians) { return written_angle(radians, tolerance); };
  const auto size = [&](double metres) { return written_length(metres, tolerance); };
  return {{size(pose.p.x), size(pose.p.y), size(pose.p.z)}, {angle(roll), angle(pitch), angle(yaw)}};
}

described::MassProperties written_mass(const Pose& pose, const Inertia<double>& inertia) {
  const Vector center = inertia.mass != 0 ? 1 / inertia.mass * inertia.first_moment : Vector{};
  // About the centre of mass before the frame changes: a far origin costs no digits.
  const Symmetric3<double> I = to_parent(translation(-center), inertia).rotational();
  const Pose back = inverse(pose);
  const Vector com = back * center;
  const Symmetric3<double> turned = rotated(back.R, I);
  described::MassProperties result;
  result.mass = inertia.mass;
  if (inertia.mass != 0) result.com = {com.x, com.y, com.z};
  result.inertia = {turned.xx, turned.xy, turned.xz, turned.yy, turned.yz, turned.zz};
  return result;
}

}  // namespace torsor::dh
