#include "torsor/trajectory/cartesian_path.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "torsor/core/text.hpp"
#include "torsor/spatial/rotation_vector.hpp"

namespace torsor {
namespace {

using Point = Vector3<double>;

/// The quaternion w x y z of a rotation, from the largest of its four numbers. [Shepperd 1978]
std::array<double, 4> quaternion_of_rotation(const Matrix3<double>& R) {
  const std::array<double, 4> squares{1 + R.xx + R.yy + R.zz, 1 + R.xx - R.yy - R.zz, 1 - R.xx + R.yy - R.zz,
                                      1 - R.xx - R.yy + R.zz};
  const auto largest = std::max_element(squares.begin(), squares.end()) - squares.begin();
  const double w = R.zy - R.yz, x = R.xz - R.zx, y = R.yx - R.xy;
  const double xy = R.xy + R.yx, xz = R.xz + R.zx, yz = R.yz + R.zy;
  std::array<double, 4> q{};
  if (largest == 0) q = {squares[0], w, x, y};
  if (largest == 1) q = {w, squares[1], xy, xz};
  if (largest == 2) q = {x, xy, squares[2], yz};
  if (largest == 3) q = {y, xz, yz, squares[3]};
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (double& number : q) number /= length;
  return q;
}

/// The rotation by a rotation vector. [Rodrigues]
Matrix3<double> turned_by(const Point& turn) {
  const double angle = length(turn);
  if (angle == 0) return Matrix3<double>::identity();
  const double half = std::sin(angle / 2) / angle;
  return rotation_of_quaternion(std::cos(angle / 2), half * turn.x, half * turn.y, half * turn.z);
}

/// In base axes, by the shorter way.
Point turn_between(const Matrix3<double>& from, const Matrix3<double>& to) {
  return rotation_vector(quaternion_of_rotation(to * transpose(from)));
}

/// m, or rad where only the orientation changes.
double size_of(const CartesianPath& path) { return path.length() > 0 ? path.length() : path.angle(); }

}  // namespace

CartesianPath CartesianPath::line(const Transform<double>& from, const Transform<double>& to) {
  CartesianPath path;
  path.R_ = from.R, path.turn_ = turn_between(from.R, to.R);
  path.from_ = from.p, path.way_ = to.p - from.p;
  path.length_ = torsor::length(path.way_);
  return path;
}

std::variant<CartesianPath, MotionProblem> CartesianPath::arc(const Transform<double>& from, const Point& through,
                                                              const Transform<double>& to) {
  const Point u = through - from.p, v = to.p - from.p, n = cross(u, v);
  const double uu = dot(u, u), vv = dot(v, v), nn = dot(n, n);
  if (!(nn > 1e-12 * uu * vv))
    return MotionProblem{"arc", "expected three points that do not lie on a line, found " + number_text(from.p.x) +
                                    "," + number_text(from.p.y) + "," + number_text(from.p.z) + ", then " +
                                    number_text(through.x) + "," + number_text(through.y) + "," +
                                    number_text(through.z) + " and " + number_text(to.p.x) + "," + number_text(to.p.y) +
                                    "," + number_text(to.p.z)};
  CartesianPath path;
  path.R_ = from.R, path.turn_ = turn_between(from.R, to.R);
  const Point to_centre = (1 / (2 * nn)) * (vv * cross(n, u) - uu * cross(n, v));  // circumcentre, from the first point
  const Point centre_to_end = v - to_centre;
  path.centre_ = from.p + to_centre, path.a_ = -to_centre;
  path.radius_ = torsor::length(to_centre);
  const Point normal = (1 / std::sqrt(nn)) * n;
  path.b_ = cross(normal, path.a_);
  const double angle = std::atan2(dot(centre_to_end, path.b_), dot(centre_to_end, path.a_));
  path.sweep_ = angle > 0 ? angle : angle + 2 * std::numbers::pi;
  path.length_ = path.radius_ * path.sweep_;
  return path;
}

double CartesianPath::angle() const { return torsor::length(turn_); }

Transform<double> CartesianPath::pose(double u) const {
  const Matrix3<double> R = turned_by(u * turn_) * R_;
  if (radius_ == 0) return {R, from_ + u * way_};
  return {R, centre_ + std::cos(sweep_ * u) * a_ + std::sin(sweep_ * u) * b_};
}

Motion<double> CartesianPath::first_derivative(double u) const {
  if (radius_ == 0) return {turn_, way_};
  return {turn_, sweep_ * (std::cos(sweep_ * u) * b_ - std::sin(sweep_ * u) * a_)};
}

Motion<double> CartesianPath::second_derivative(double u) const {
  if (radius_ == 0) return {};
  return {{}, -sweep_ * sweep_ * (std::cos(sweep_ * u) * a_ + std::sin(sweep_ * u) * b_)};
}

AxisLimits limits_along(const CartesianPath& path, const AxisLimits& limits) {
  const double size = size_of(path), r = path.radius();
  auto [velocity, acceleration, jerk] = limits;
  if (r > 0) {
    // Half of the square for each of a_t and v^2 / r, or all that a lower velocity leaves to a_t.
    velocity = std::min(velocity, std::sqrt(std::numbers::sqrt2 / 2 * acceleration * r));
    if (std::isfinite(jerk)) velocity = std::min(velocity, std::cbrt(jerk * r * r / 4));
    if (std::isfinite(acceleration)) {
      const double across = velocity * velocity / r;
      acceleration = std::sqrt(acceleration * acceleration - across * across);
    }
    if (std::isfinite(jerk)) {
      acceleration = std::min(acceleration, jerk * r / (6 * velocity));
      const double across = 3 * velocity * acceleration / r;
      jerk = std::sqrt(jerk * jerk - across * across) - velocity * velocity * velocity / (r * r);
    }
  }
  return {velocity / size, acceleration / size, jerk / size};
}

PathRates path_rates(const CartesianPath& path, const PiecewiseMotion& progress, double t) {
  const auto along = [&](int order) { return size_of(path) * progress.derivative(0, t, order); };
  const double v = along(1), a = along(2), j = along(3), bend = path.radius() > 0 ? 1 / path.radius() : 0;
  return {std::abs(v), std::hypot(a, v * v * bend), std::hypot(j - v * v * v * bend * bend, 3 * v * a * bend)};
}

CartesianState cartesian_state(const CartesianPath& path, const PiecewiseMotion& progress, double t) {
  double u = 0, u_dot = 0, u_ddot = 0;
  progress.evaluate(t, {&u, 1}, {&u_dot, 1}, {&u_ddot, 1});
  const Motion<double> first = path.first_derivative(u), second = path.second_derivative(u);
  const double square = u_dot * u_dot;
  return {path.pose(u),
          {u_dot * first.angular, u_dot * first.linear},
          {u_ddot * first.angular + square * second.angular, u_ddot * first.linear + square * second.linear}};
}

}  // namespace torsor
