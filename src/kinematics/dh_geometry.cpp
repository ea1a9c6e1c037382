#include "kinematics/dh_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace torsor::dh {
namespace {

constexpr double noteworthy_distance = 10;  // metres

Vector unit(const Vector& v) { return 1 / length(v) * v; }
Vector across(const Vector& v, const Vector& direction) { return v - dot(v, direction) * direction; }
Pose frame(const Vector& x, const Vector& z, const Vector& origin) {
  const Vector y = cross(z, x);
  return {{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}, origin};
}

/// From one axis to the next: along x, from a point of the first to one of the second.
struct Normal {
  Vector x, from, to;
};

/// The common normal of two axes. That of parallel ones starts where the last normal has arrived, so that d = 0; that
/// of one axis with itself goes on in the last normal's direction, so that theta = 0.
Normal common_normal(const Axis& A, const Axis& B, const Vector& arrived, const Vector& last_x, const Tolerance& near) {
  const Vector n = cross(A.direction, B.direction);
  const double sine = length(n);
  if (sine <= near.angle) {
    const Vector away = across(foot(arrived, B) - arrived, A.direction);
    return {length(away) > near.length ? unit(away) : last_x, arrived, foot(arrived, B)};
  }
  const Vector between = B.point - A.point;
  const double s = dot(cross(between, B.direction), n) / (sine * sine);
  const double t = dot(cross(between, A.direction), n) / (sine * sine);
  return {1 / sine * n, A.point + s * A.direction, B.point + t * B.direction};
}

/// Walks along the axes, and leaves a row for each.
class Walk {
 public:
  Walk(std::vector<Axis> axes, const Ends& ends, DhConvention convention, const Tolerance& near, double farthest)
      : ends_(ends), modified_(convention == DhConvention::modified), near_(near), farthest_(farthest) {
    result_.axes = std::move(axes);
  }

  Rows run() {
    begin();
    for (std::size_t k = 0; k + 1 < result_.axes.size(); ++k) step(k);
    finish();
    return std::move(result_);
  }

 private:
  bool on(const Axis& axis, const Vector& point) const { return length(foot(point, axis) - point) <= near_.length; }
  bool along(const Vector& a, const Vector& b) const { return length(cross(a, b)) <= near_.angle && dot(a, b) > 0; }

  /// Whether a row can lead from `axis` to a frame, or back: its x meets the axis at a right angle.
  bool meets(const Axis& axis, const Pose& pose) const {
    const Vector x = torsor::axis(pose.R, 0);
    const Vector way = foot(pose.p, axis) - pose.p;
    return std::abs(dot(x, axis.direction)) <= near_.angle && length(way - dot(way, x) * x) <= near_.length;
  }

  /// Frame 0, and what leads to the first axis.
  void begin() {
    const Axis& axis = result_.axes[0];
    const Pose start = first_frame(axis);
    const Vector z = torsor::axis(start.R, 2);
    x_ = torsor::axis(start.R, 0);
    arrived_ = foot(start.p, axis);
    to_axis_ = {0, 0, dot(arrived_ - start.p, x_), angle_about(x_, z, axis.direction)};
    result_.frames.push_back(start);
  }

  Pose first_frame(const Axis& axis) const {
    for (const Pose& pose : ends_.first)
      if (along(torsor::axis(pose.R, 2), axis.direction) && on(axis, pose.p)) return pose;
    if (modified_)
      for (const Pose& pose : ends_.first)
        if (meets(axis, pose)) return pose;
    const Pose& nearby = ends_.first[0];
    return frame(first_direction(axis, nearby.R), axis.direction, foot(nearby.p, axis));
  }
  /// Of a frame on the axis: one of the axes that are there already, or else the nearest to one.
  Vector first_direction(const Axis& axis, const Matrix3<double>& R) const {
    for (int k = 0; k < 3; ++k)
      if (std::abs(dot(torsor::axis(R, k), axis.direction)) <= near_.angle)
        return unit(across(torsor::axis(R, k), axis.direction));
    const bool steep = std::abs(dot(torsor::axis(R, 0), axis.direction)) > 0.8;
    return unit(across(torsor::axis(R, steep ? 1 : 0), axis.direction));
  }

  void step(std::size_t k) {
    x_ = unit(across(x_, result_.axes[k].direction));
    Normal normal = common_normal(result_.axes[k], result_.axes[k + 1], arrived_, x_, near_);
    if (k == 0) raise_first(normal);
    if (farther_than(noteworthy_distance, normal, k)) {
      const bool too_far = farther_than(farthest_, normal, k);
      const double sine = length(cross(result_.axes[k].direction, result_.axes[k + 1].direction));
      result_.far_normals.push_back({k, distance(normal, k), std::asin(std::min(1.0, sine)), too_far});
      if (too_far) {
        put_between(k);
        normal = common_normal(result_.axes[k], result_.axes[k + 1], arrived_, x_, near_);
      }
    }
    choose_direction(normal, k);
    add_row(k, normal);
  }

  /// Where the first two axes are parallel, d of the first is the height of the second joint: a SCARA's column.
  void raise_first(Normal& normal) const {
    const Axis &A = result_.axes[0], &B = result_.axes[1];
    if (length(cross(A.direction, B.direction)) > near_.angle || length(normal.to - normal.from) <= near_.length)
      return;
    normal.from = foot(B.point, A);
    normal.to = B.point;
  }

  double distance(const Normal& normal, std::size_t k) const {
    return std::max(length(normal.from - arrived_), length(normal.to - result_.axes[k + 1].point));
  }
  /// Only for axes that nearly are parallel: others may be far apart in earnest.
  bool farther_than(double limit, const Normal& normal, std::size_t k) const {
    const double sine = length(cross(result_.axes[k].direction, result_.axes[k + 1].direction));
    return sine > near_.angle && sine < 0.1 && distance(normal, k) > limit;
  }
  /// A line that meets both axes at right angles, or nearly: the rows before and after it are well conditioned.
  void put_between(std::size_t k) {
    const Vector way = foot(arrived_, result_.axes[k + 1]) - arrived_;
    const Vector direction = length(way) > 1e-6 ? unit(way) : x_;
    result_.axes.insert(result_.axes.begin() + static_cast<std::ptrdiff_t>(k) + 1, Axis{arrived_, direction, 0});
  }

  /// x or -x: the one that turns less from the last x; for a right angle the one with a > 0, then with alpha > 0.
  void choose_direction(Normal& normal, std::size_t k) const {
    const Axis &A = result_.axes[k], &B = result_.axes[k + 1];
    const double theta = std::abs(angle_about(A.direction, x_, normal.x)), quarter = std::acos(0.0);
    bool turn = theta > quarter;
    if (std::abs(theta - quarter) < std::max(1e-9, near_.angle)) {
      const double a = dot(normal.to - normal.from, normal.x);
      const double alpha = angle_about(normal.x, A.direction, B.direction);
      turn = std::abs(a) > near_.length ? a < 0 : alpha < -near_.angle;
    }
    if (turn) normal.x = -normal.x;
  }

  void add_row(std::size_t k, const Normal& normal) {
    const Axis &A = result_.axes[k], &B = result_.axes[k + 1];
    Row about_x{0, 0, dot(normal.to - normal.from, normal.x), angle_about(normal.x, A.direction, B.direction)};
    add_row(A, normal.x, normal.from, about_x, frame(unit(across(normal.x, B.direction)), B.direction, normal.to));
    x_ = normal.x;
    arrived_ = normal.to;
  }
  /// The row of axis A, whose x starts at `from`; `distal` is the frame at its far end, `about_x` the way there.
  void add_row(const Axis& A, const Vector& x, const Vector& from, const Row& about_x, const Pose& distal) {
    const double theta = angle_about(A.direction, x_, x), d = dot(from - arrived_, A.direction);
    const Row& other = modified_ ? to_axis_ : about_x;
    result_.rows.push_back({theta, d, other.a, other.alpha});
    result_.frames.push_back(modified_ ? frame(x, A.direction, from) : distal);
    to_axis_ = about_x;
  }

  void finish() {
    const Axis& axis = result_.axes.back();
    x_ = unit(across(x_, axis.direction));
    for (const Pose& pose : ends_.last) {
      const Vector x = torsor::axis(pose.R, 0), z = torsor::axis(pose.R, 2);
      if (modified_ ? along(z, axis.direction) && on(axis, pose.p) : meets(axis, pose)) {
        const Vector from = foot(pose.p, axis), flat = unit(across(x, axis.direction));
        add_row(axis, flat, from, {0, 0, dot(pose.p - from, x), angle_about(x, axis.direction, z)}, pose);
        return;
      }
    }
    const Vector from = modified_ ? arrived_ : foot(ends_.tip.p, axis);
    add_row(axis, x_, from, {}, frame(x_, axis.direction, from));
  }

  const Ends& ends_;
  bool modified_;
  Tolerance near_;
  double farthest_;
  Vector x_, arrived_;  // the last normal: its direction, and the point of the current axis where it arrives
  Row to_axis_;         // a and alpha that lead to the current axis
  Rows result_;
};

}  // namespace

double length(const Vector& v) { return std::sqrt(dot(v, v)); }

double angle_about(const Vector& axis, const Vector& from, const Vector& to) {
  return std::atan2(dot(cross(from, to), axis), dot(from, to));
}

Vector foot(const Vector& point, const Axis& axis) {
  return axis.point + dot(point - axis.point, axis.direction) * axis.direction;
}

Rows find_rows(std::vector<Axis> axes, const Ends& ends, DhConvention convention, const Tolerance& tolerance,
               double farthest_normal) {
  return Walk(std::move(axes), ends, convention, tolerance, farthest_normal).run();
}

}  // namespace torsor::dh
