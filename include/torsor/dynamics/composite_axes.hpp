#pragma once

#include "torsor/dynamics/axis_runs.hpp"
#include "torsor/spatial/columns.hpp"

namespace torsor {

/// Scratch of composite_axes. It fits every model whose joints hang together as those of the one it was made for.
struct CompositeAxes : AxisRuns {
  std::vector<PoseColumns> pose;  // by body
  std::vector<InertiaColumns> I;  // by body, then with all that hangs on it
  std::vector<MotionColumns> s;   // by axis

  explicit CompositeAxes(const Model<double>& model)
      : AxisRuns(model), pose(model.bodies.size()), I(pose.size()), s(velocity.size()) {}
};

/// The pose of a body from that of its parent.
inline PoseColumns pose_on(const PoseColumns& parent, const Body<double>& body, JointPositions<double>& positions) {
  if (body.joint == JointType::revolute && !body.follows)
    return turned(parent * body.placement, positions.turn(body.q));
  return parent * joint_pose(body, positions);
}

/// The axes of a body's joint in the pose X of the body, each per unit of its velocity in qd.
inline void put_axes(const Body<double>& body, const PoseColumns& X, MotionColumns* s) {
  if (body.joint == JointType::revolute && !body.follows) {
    *s = {X.z, cross(X.p, X.z)};
    return;
  }
  for (const auto [column, turns] : joint_axes(body.joint)) {
    Column4 z = column == 0 ? X.x : column == 1 ? X.y : X.z;
    if (body.follows) z = Column4(body.following.ratio) * z;
    *s++ = turns ? MotionColumns{z, cross(X.p, z)} : MotionColumns{{}, z};
  }
}

/// Row and column w of B, where those of an axis have its own number: B(w, u) = s_u . F for u = first .. last, four at
/// a time, some of them twice.
inline void put_felt(const WrenchColumns& F, int w, int first, int last, const MotionColumns* s, MatrixView<double> B) {
  double *row = &B(w, 0), *column = &B(0, w);
  const std::ptrdiff_t next = B.columns;
  if (last - first < 3)
    for (int u = first; u <= last; ++u) row[u] = column[u * next] = sum_of(products(s[u], F));
  else
    for (int k = first; k <= last; k += 4) {
      const int u = std::min(k, last - 3);
      const Column4 felt =
          four_sums(products(s[u], F), products(s[u + 1], F), products(s[u + 2], F), products(s[u + 3], F));
      double* entry = column + u * next;
      entry[0] = felt[0], entry[next] = felt[1], entry[2 * next] = felt[2], entry[3 * next] = felt[3];
      felt.store(row + u);
    }
}

/// The same where rows are those of other axes, or shared by joints that follow each other; axes from `own` on are of
/// one joint.
inline void add_felt(const WrenchColumns& F, int w, int first, int last, int own, const CompositeAxes& axes,
                     MatrixView<double> B) {
  for (int u = first; u <= last; ++u) {
    const double felt = sum_of(products(axes.s[u], F));
    B(w, axes.velocity[u]) += felt;
    if (u < own) B(axes.velocity[u], w) += felt;
  }
}

namespace recursion {

/// B as composite_bodies gives it, on double where instructions take four numbers. In base axes and about one point no
/// force passes from body to body: B_wu = s_u . I^C_w s_w, u an axis of the same joint or below it, I^C_w the inertia
/// of all that w moves. [Featherstone 2008, (6.10)] The point is the origin of the last link of a chain, where light
/// links are, and else that of the first link, `origin`, so that few digits are lost (keeps_digits_in_base_axes).
/// `pose_on_parent(i, X)` is the pose of body i on a parent with the pose X.
template <class Pose>
void composite_axes(const Model<double>& model, const Vector3<double>& origin, const Pose& pose_on_parent,
                    CompositeAxes& axes, MatrixView<double> B) {
  const Body<double>* bodies = model.bodies.data();
  PoseColumns* pose = axes.pose.data();
  InertiaColumns* I = axes.I.data();
  MotionColumns* s = axes.s.data();
  const int n = model.body_count();
  I[0] = {};
  // What was just stored is not at hand at once: the pose of the body before, and I^C of the body at hand, stay here.
  PoseColumns X = pose[0] = PoseColumns({Matrix3<double>::identity(), -origin});
  for (int i = 1; i < n; ++i) {
    if (bodies[i].parent != i - 1) X = pose[bodies[i].parent];
    pose[i] = X = pose_on_parent(i, X);
  }
  const Column4 point = axes.full ? X.p - column({}, 1.0) : Column4();
  for (int i = 1; i < n; ++i) {
    X = pose[i], X.p -= point;
    I[i] = to_parent(X, bodies[i].inertia);
    put_axes(bodies[i], X, s + bodies[i].axis);
  }
  if (!axes.full || !axes.in_order) set_zero(B);
  InertiaColumns composite = I[n - 1];
  for (int i = n - 1; i > 0; --i) {
    const Body<double>& body = bodies[i];
    for (int k = body.axis, w = body.v; k < axes.end[i]; ++k, ++w) {
      const WrenchColumns F = composite * s[k];
      for_axes_to_base(axes, i, [&](int first, int last) {
        axes.in_order ? put_felt(F, w, first, last, s, B) : add_felt(F, w, first, last, body.axis, axes, B);
      });
      B(w, w) += body.rotor.reflected;
    }
    if (body.parent != i - 1) I[body.parent] += composite, composite = {};
    composite += I[i - 1];
  }
  for (int i = 1; i < n; ++i) {
    const auto& [gyroscopic, spin, reflected, direction] = bodies[i].rotor;
    if (!gyroscopic) continue;
    const WrenchColumns F{turned_by(pose[bodies[i].parent], spin), {}};  // the rotor turns on the parent
    for_axes_to_base(axes, bodies[i].parent,
                     [&](int first, int last) { add_felt(F, bodies[i].v, first, last, bodies[i].axis, axes, B); });
  }
  add_coupled_rotors(model, B);
}

}  // namespace recursion

}  // namespace torsor
