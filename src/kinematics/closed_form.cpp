#include "kinematics/closed_form.hpp"

#include <algorithm>

#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/position.hpp"

namespace torsor::pose_search {
namespace {

constexpr double small_length = 2e-3;  // of the reach
constexpr double in_line = 1e-6;       // rad; a cosine near 1 does not tell more of an angle

Matrix3<double> rotation_about(const Vector3<double>& axis, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return c * Matrix3<double>::identity() + s * skew(axis) + (1 - c) * outer(axis, axis);
}

Transform<double> displacement_about(const Line& line, double angle) {
  const Matrix3<double> R = rotation_about(line.direction, angle);
  return {R, line.point - R * line.point};
}

double distance(const Line& line, const Vector3<double>& point) {
  return length(cross(line.direction, point - line.point));
}

/// A direction at right angles to a unit vector.
Vector3<double> any_normal(const Vector3<double>& v) {
  const Vector3<double> n = cross(v, std::abs(v.x) < 0.7 ? Vector3<double>{1, 0, 0} : Vector3<double>{0, 1, 0});
  return 1 / length(n) * n;
}

bool meet(const Line& a, const Line& b, double small, Vector3<double>& point) {
  Vector3<double> of_a, of_b;
  if (!nearest_points(a, b, 0.1, of_a, of_b) || length(of_a - of_b) > small) return false;
  point = 0.5 * (of_a + of_b);
  return true;
}

}  // namespace

std::optional<ClosedForm> ClosedForm::of(const Model<double>& model, int frame,
                                         const std::vector<Coordinate>& coordinates, double reach) {
  if (coordinates.size() != 6 || !(reach > 0)) return {};
  const std::vector<Transform<double>> poses = forward_kinematics(model, zero_position(model));
  ClosedForm form;
  form.small_ = small_length * reach;
  int at = 6;
  for (int i = model.frames[frame].body; i > 0; i = model.bodies[i].parent) {
    const Body<double>& body = model.bodies[i];
    if (at-- == 0 || body.follows || body.joint != JointType::revolute) return {};
    form.axes_[at] = {axis(poses[i].R, 2), poses[i].p};
    const auto own =
        std::find_if(coordinates.begin(), coordinates.end(), [&](const Coordinate& c) { return c.q == body.q; });
    form.order_[at] = static_cast<int>(own - coordinates.begin());
  }
  form.from_zero_ = inverse(frame_pose<double>(model, poses, frame));
  for (const bool reversed : {false, true}) {
    form.reversed_ = reversed;
    if (form.find_wrist() || form.find_parallel()) return form;
    std::reverse(form.axes_.begin(), form.axes_.end());
    std::reverse(form.order_.begin(), form.order_.end());
    for (Line& line : form.axes_) line.direction = -line.direction;
  }
  return {};
}

bool ClosedForm::find_wrist() {
  Vector3<double> other;
  parallel_ = false;
  return meet(axes_[3], axes_[4], small_, meeting_point_) && meet(axes_[4], axes_[5], small_, other) &&
         distance(axes_[5], meeting_point_) < small_;
}

bool ClosedForm::find_parallel() {
  parallel_ = true;
  for (const int k : {2, 3})
    if (length(cross(axes_[1].direction, axes_[k].direction)) > small_angle) return false;
  return meet(axes_[4], axes_[5], small_, meeting_point_);
}

Candidates ClosedForm::solve(const Transform<double>& pose, const std::array<double, 6>& near) const {
  const Transform<double> moved = pose * from_zero_;  // takes every point of the last link from where it is at q = 0
  Candidates found, result;
  if (parallel_)
    solve_parallel(reversed_ ? inverse(moved) : moved, near[order_[5]], found);
  else
    solve_wrist(reversed_ ? inverse(moved) : moved, near[order_[3]], found);
  result.count = found.count;
  for (int n = 0; n < found.count; ++n)
    for (int k = 0; k < 6; ++k) result.angles[n][order_[k]] = found.angles[n][k];
  return result;
}

/// The first three joints bring the wrist's centre to its place, the others turn it.
void ClosedForm::solve_wrist(const Transform<double>& displacement, double near_q4, Candidates& found) const {
  const Triples arm = place_point(axes_[0], axes_[1], axes_[2], meeting_point_, displacement * meeting_point_, small_);
  const Vector3<double>&h4 = axes_[3].direction, &h5 = axes_[4].direction, &h6 = axes_[5].direction;
  const Vector3<double> x = any_normal(h6);
  for (int n = 0; n < arm.count; ++n) {
    const auto& [q1, q2, q3] = arm.angles[n];
    const Matrix3<double> before = rotation_about(axes_[0].direction, q1) * rotation_about(axes_[1].direction, q2) *
                                   rotation_about(axes_[2].direction, q3);
    const Matrix3<double> R = transpose(before) * displacement.R;  // Rot(h4, q4) Rot(h5, q5) Rot(h6, q6)
    const Vector3<double> hand = R * h6;
    const double both = dot(h4, h5) * dot(h5, h6);
    for (const double q5 : zeros(Wave{both - dot(h4, hand), dot(h4, h6) - both, dot(h4, cross(h5, h6))})) {
      const Vector3<double> v = turned(h5, q5, h6);
      Angles<2> fourth;
      if (length(cross(h4, v)) < in_line) fourth.add(near_q4);
      fourth.add(angle_between(h4, v, hand));
      for (const double q4 : fourth) {
        const Matrix3<double> rest = transpose(rotation_about(h4, q4) * rotation_about(h5, q5)) * R;
        found.add({q1, q2, q3, q4, q5, angle_between(h6, x, rest * x)});
      }
    }
  }
}

/// What moves along the three parallel axes does so by the other joints alone: that gives the first and the fifth, then
/// the sixth, and a planar arm of three joints is left.
void ClosedForm::solve_parallel(const Transform<double>& displacement, double near_q6, Candidates& found) const {
  constexpr double eighth = 0.7853981633974483;  // of a turn
  const Vector3<double>&h1 = axes_[0].direction, &h = axes_[1].direction, &h5 = axes_[4].direction,
        &h6 = axes_[5].direction;
  const Vector3<double> lever = displacement * meeting_point_ - axes_[0].point;
  const double height = dot(h, meeting_point_ - axes_[0].point), both = dot(h, h1) * dot(h1, lever);
  // h . Rot(h1, -q1) lever = height
  for (const double q1 : zeros(Wave{both - height, dot(h, lever) - both, -dot(h, cross(h1, lever))})) {
    const Transform<double> rest = inverse(displacement_about(axes_[0], q1)) * displacement;
    const double same = dot(h, h5) * dot(h5, h6);
    for (const double q5 : zeros(Wave{same - dot(h, rest.R * h6), dot(h, h6) - same, dot(h, cross(h5, h6))})) {
      const Vector3<double> u = turned(h5, -q5, h), w = transpose(rest.R) * h;  // Rot(h6, -q6) u = w
      if (length(cross(h6, u)) < in_line) {
        // Any will do that leaves the planar arm within reach: the nearest of eight.
        const int before = found.count;
        for (const int turns : {0, 1, -1, 2, -2, 3, -3, 4})
          if (found.count == before) solve_plane(rest, {q1, q5, near_q6 + eighth * turns}, found);
      }
      solve_plane(rest, {q1, q5, -angle_between(h6, u, w)}, found);
    }
  }
}

void ClosedForm::solve_plane(const Transform<double>& rest, const std::array<double, 3>& others,
                             Candidates& found) const {
  const auto& [q1, q5, q6] = others;
  const Vector3<double>&h = axes_[1].direction, &h3 = axes_[2].direction, x = any_normal(h);
  const double sign3 = dot(h, h3) > 0 ? 1 : -1, sign4 = dot(h, axes_[3].direction) > 0 ? 1 : -1;
  const Transform<double> plane = rest * inverse(displacement_about(axes_[4], q5) * displacement_about(axes_[5], q6));
  const double sum = angle_between(h, x, plane.R * x);  // q2 + q3 + q4, with their signs
  const auto flat = [&](const Vector3<double>& v) { return v - dot(h, v) * h; };
  const Vector3<double> a = flat(axes_[3].point - axes_[2].point), b = flat(axes_[2].point - axes_[1].point),
                        c = flat(plane * axes_[3].point - axes_[1].point);
  // |b + Rot(h3, q3) a|^2 = |c|^2
  for (const double q3 : zeros(Wave{dot(a, a) + dot(b, b) - dot(c, c), 2 * dot(b, a), 2 * dot(b, cross(h3, a))})) {
    const double q2 = angle_between(h, b + turned(h3, q3, a), c);
    found.add({q1, q2, q3, sign4 * (sum - q2 - sign3 * q3), q5, q6});
  }
}

}  // namespace torsor::pose_search
