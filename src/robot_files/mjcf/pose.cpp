#include "robot_files/mjcf/pose.hpp"

#include <array>
#include <cmath>

namespace torsor::mjcf {
namespace {

using Numbers = std::vector<double>;

/// The ways to write an orientation, and how many numbers each takes.
constexpr std::array<std::pair<const char*, std::size_t>, 5> kinds{
    {{"quat", 4}, {"axisangle", 4}, {"xyaxes", 6}, {"zaxis", 3}, {"euler", 3}}};

Matrix3<double> from_quaternion(const Numbers& q) {
  const double n = std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3]));
  const double w = q[0] / n, x = q[1] / n, y = q[2] / n, z = q[3] / n;
  return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),  //
          2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),  //
          2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
}

/// y is what is left of the second axis beside the first.
Matrix3<double> from_axes(const Numbers& n) {
  Vector3<double> x{n[0], n[1], n[2]}, y{n[3], n[4], n[5]};
  x = (1 / length(x)) * x;
  y = y - dot(x, y) * x;
  y = (1 / length(y)) * y;
  const Vector3<double> z = cross(x, y);
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

/// A small letter turns about the axis that the turns before have moved, a capital one about the parent's.
Matrix3<double> from_euler(const Numbers& angles, const Settings& settings) {
  Matrix3<double> R = Matrix3<double>::identity();
  for (std::size_t k = 0; k < 3; ++k) {
    const char axis = settings.euler_sequence[k];
    const SinCos<double> turn = exact_sincos(angles[k] * settings.angle);
    const bool extrinsic = axis < 'a';
    const char small = static_cast<char>(extrinsic ? axis + ('a' - 'A') : axis);
    const Matrix3<double> T = small == 'x' ? rotation_x(turn) : small == 'y' ? rotation_y(turn) : rotation_z(turn);
    R = extrinsic ? T * R : R * T;
  }
  return R;
}

Matrix3<double> from(std::string_view kind, const Numbers& n, const Settings& settings) {
  if (kind == "quat") return from_quaternion(n);
  if (kind == "xyaxes") return from_axes(n);
  if (kind == "euler") return from_euler(n, settings);
  const Vector3<double> axis{n[0], n[1], n[2]};
  if (kind == "zaxis") return rotation_from_z(axis);
  return rotation_about((1 / length(axis)) * axis, n[3] * settings.angle);
}

bool finite(const Matrix3<double>& R) {
  for (const double entry : {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz})
    if (!std::isfinite(entry)) return false;
  return true;
}

/// The attribute that counts: the nearest, whatever its kind.
std::optional<std::pair<const char*, std::size_t>> choose(const Attributes& attributes) {
  for (const Element* layer : attributes.layers())
    for (const auto& kind : kinds)
      if (layer->text(kind.first) != nullptr) return kind;
  return {};
}

void check_single(const Attributes& attributes) {
  const Element& own = attributes.element();
  int count = 0;
  for (const auto& [name, size] : kinds)
    if (own.text(name) != nullptr && ++count > 1)
      return attributes.report().error("orientation-repeated", {&own, name},
                                       "expected one of quat, axisangle, xyaxes, zaxis, euler; found several");
}

}  // namespace

Matrix3<double> read_orientation(const Attributes& attributes, const Settings& settings) {
  check_single(attributes);
  const auto chosen = choose(attributes);
  if (!chosen) return Matrix3<double>::identity();
  const auto [kind, count] = *chosen;
  const auto numbers = attributes.numbers(kind, count);
  if (!numbers) return Matrix3<double>::identity();
  const Matrix3<double> R = from(kind, *numbers, settings);
  if (finite(R)) return R;
  attributes.report().error("direction", attributes.place(kind),
                            std::string(kind) + ": expected a rotation, found '" + attributes.text(kind) + "'");
  return Matrix3<double>::identity();
}

Transform<double> read_pose(const Attributes& attributes, const Settings& settings) {
  return {read_orientation(attributes, settings), attributes.vector("pos", {})};
}

bool has_orientation(const Attributes& attributes) { return choose(attributes).has_value(); }

/// Rodrigues' formula.
Matrix3<double> rotation_about(const Vector3<double>& axis, double angle) {
  const auto [s, c] = exact_sincos(angle);
  return c * Matrix3<double>::identity() + s * skew(axis) + (1 - c) * outer(axis, axis);
}

Matrix3<double> rotation_from_z(const Vector3<double>& axis) {
  const double across = std::hypot(axis.x, axis.y);
  if (axis.z == 0 && across == 0) return (1 / across) * Matrix3<double>{};  // not a number: refused by the caller
  const Vector3<double> about =
      across == 0 ? Vector3<double>{1, 0, 0} : Vector3<double>{-axis.y / across, axis.x / across, 0};
  return rotation_about(about, std::atan2(across, axis.z));
}

double length(const Vector3<double>& v) { return std::hypot(v.x, v.y, v.z); }

}  // namespace torsor::mjcf
