#pragma once

#include "torsor/dynamics/axis_rows.hpp"
#include "torsor/dynamics/axis_runs.hpp"
#include "torsor/model/conditions.hpp"
#include "torsor/model/state.hpp"

namespace torsor {

// The recursion that the derivatives of inverse and of forward dynamics share. Everything is in base axes and about one
// point, the origin of the first link, so that a robot far from its base loses no digits. What hangs on a recursion
// goes from body to body; the rest, most of the work, takes several axes at a time.

/// Of eight axes. What a body has is at its joint's first axis; the others of that joint hold copies where it says so.
template <Scalar S>
struct DerivativeRows {
  MatrixRows<S> R;  // pose of the link
  VectorRows<S> r;
  InertiaRows<S> link;  // its inertia in its own frame
  Row<S> qd, qdd;
  MotionRows<S> s;                     // the axis
  MotionRows<S> v, a;                  // of the body, copied to all axes; gravity is an acceleration of the base
  MotionRows<S> carrier_v, carrier_a;  // of the parent: only where some joint has several axes
  MotionRows<S> s_dot, s_ddot;         // rates of s as carried by the parent: v x s, a x s + v x s_dot
  MotionRows<S> s_dot_sum;             // s_dot and the rate of s as carried by the body itself
  MotionRows<S> carrier_added;
  MotionRows<S> added;  // what the axis adds to the acceleration of the body
  InertiaRows<S> I;     // of the body, then with all that hangs on it, and copied to all axes
  MatrixRows<S> N;      // 2 B^C = [N 0; -[p]x 0]
  VectorRows<S> p;
  ForceRows<S> f;             // force that the joint passes on
  ForceRows<S> F, F_q, F_qd;  // change of f with qdd, q and qd of this axis, for joints below it
  VectorRows<S> F_above;      // with F: change of tau here with joints below
};

/// Scratch of the derivatives.
template <Scalar S>
struct DerivativeWorkspace : AxisRuns {
  std::vector<Transform<S>> X, pose;  // by body, in the parent's frame and in base axes
  std::vector<Motion<S>> v, a;
  std::vector<DerivativeRows<S>> rows;
  std::vector<Inertia<S>> carried;  // by body, with what hangs on it: mass and first moments

  explicit DerivativeWorkspace(const Model<S>& model)
      : AxisRuns(model), X(model.bodies.size()), pose(X.size()), v(pose.size()), a(pose.size()),
        rows((std::size_t(model.axis_count) + axes_in_row - 1) / axes_in_row), carried(model.carried.size()) {}
  DerivativeRows<S>& of(int axis) { return *(rows.data() + unsigned(axis) / axes_in_row); }
};
inline int place(int axis) { return int(unsigned(axis) % axes_in_row); }

/// Calls `action(rows, k)` for the axes of the robot, as many at a time as a P holds.
template <class P, Scalar S, class Action>
void for_all_axes(DerivativeWorkspace<S>& workspace, const Action& action) {
  const int count = static_cast<int>(workspace.velocity.size());
  for (int k = 0; k < count; k += lane_count<P>) action(workspace.of(k), place(k));
}

/// Poses, axes and velocities, from the base outwards.
template <Scalar S>
void sweep_velocities(const Model<S>& model, Input<S> q, Input<S> qd, const Conditions<S>& conditions,
                      DerivativeWorkspace<S>& workspace) {
  auto& X = workspace.X;
  auto& pose = workspace.pose;
  auto& v = workspace.v;
  JointPositions<S> positions(q);
  for (int i = 1; i < model.body_count(); ++i) X[i] = joint_pose(model.bodies[i], positions);
  pose[0] = {};
  Vector3<S> origin{};
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const int h = body.parent;
    pose[i] = pose[h] * X[i];
    if (i == 1) {
      origin = pose[i].p;
      v[0] = {conditions.base.angular_velocity, cross(conditions.base.angular_velocity, origin)};
    }
    const Vector3<S> r = pose[i].p - origin;
    Motion<S> V = v[h];
    {
      DerivativeRows<S>& rows = workspace.of(body.axis);
      const int k = place(body.axis);
      rows.R.set(k, pose[i].R), rows.r.set(k, r), rows.link.set(k, body.inertia);
    }
    const Matrix3<S>& R = pose[i].R;
    for_joint_axes(body.joint, [&](int k, const JointAxis& axis) {
      const Vector3<S> z = joint_axis(body, R, axis.column);
      const Motion<S> s = axis.turns ? Motion<S>{z, cross(r, z)} : Motion<S>{{}, z};
      V = V + qd[body.v + k] * s;
      DerivativeRows<S>& rows = workspace.of(body.axis + k);
      rows.s.set(place(body.axis + k), s), rows.qd.set(place(body.axis + k), qd[body.v + k]);
    });
    v[i] = V;
    for (int k = body.axis; k < workspace.end[i]; ++k) {
      workspace.of(k).v.set(place(k), V);
      if (workspace.several_axes) workspace.of(k).carrier_v.set(place(k), v[h]);
    }
  }
}

/// Of the base at the origin of the first link, gravity taken off.
template <Scalar S>
Motion<S> base_acceleration(const Model<S>& model, const Conditions<S>& conditions,
                            const DerivativeWorkspace<S>& workspace) {
  const BaseMotion<S>& base = conditions.base;
  const Vector3<S> origin = model.body_count() > 1 ? workspace.pose[1].p : Vector3<S>{};
  return {base.angular_acceleration,
          base.linear_acceleration - conditions.gravity + cross(base.angular_acceleration, origin)};
}

/// The rates of the axes, and what they add to the acceleration.
template <class P, Scalar S>
void sweep_rates(DerivativeWorkspace<S>& workspace) {
  const bool several = workspace.several_axes;
  for_all_axes<P>(workspace, [several](DerivativeRows<S>& rows, int k) {
    const Motion<P> s = rows.s.template at<P>(k), v = rows.v.template at<P>(k);
    const Motion<P> own = cross(v, s);  // that of the parent's motion as well, where the joint has no other axis
    const Motion<P> s_dot = several ? cross(rows.carrier_v.template at<P>(k), s) : own;
    rows.s_dot.set(k, s_dot), rows.s_dot_sum.set(k, s_dot + own);
    rows.added.set(k, rows.qdd.template at<P>(k) * s + rows.qd.template at<P>(k) * own);
  });
}

/// Accelerations, from the base outwards: the sums of what the axes add to `base`.
template <Scalar S>
void sweep_accelerations(const Model<S>& model, const Motion<S>& base, DerivativeWorkspace<S>& workspace) {
  auto& a = workspace.a;
  a[0] = base;
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const int end = body.axis + velocity_count(body.joint);
    Motion<S> A = a[body.parent];
    for (int k = body.axis; k < end; ++k) A = A + workspace.of(k).added.template at<S>(place(k));
    a[i] = A;
    for (int k = body.axis; k < end; ++k) {
      workspace.of(k).a.set(place(k), A);
      if (workspace.several_axes) workspace.of(k).carrier_a.set(place(k), a[body.parent]);
    }
  }
}

/// The inertia of every body in base axes, the force it needs, and 2 B. [Echeandia, Wensing 2021; docs/algorithms]
template <class P, Scalar S>
void sweep_bodies(DerivativeWorkspace<S>& workspace) {
  for_all_axes<P>(workspace, [](DerivativeRows<S>& rows, int k) {
    const Transform<P> pose{rows.R.template at<P>(k), rows.r.template at<P>(k)};
    const Inertia<P> I = to_parent(pose, rows.link.template at<P>(k));
    const Motion<P> v = rows.v.template at<P>(k), a = rows.a.template at<P>(k);
    const Matrix3<P> half_N = -(cross(v.angular, I.second_moment) + double_skew(I.first_moment, v.linear));
    const Vector3<P> half_p = I.mass * v.linear + cross(v.angular, I.first_moment);
    rows.I.set(k, I);
    rows.N.set(k, half_N + half_N);
    rows.p.set(k, half_p + half_p);
    rows.f.set(k, I * a + Force<P>{half_N * v.angular, cross(v.angular, half_p)});  // I a + v x I v
  });
}

/// What else acts on bodies: gyroscopic moments of rotors, wrenches, and weight that is carried.
template <Scalar S>
void sweep_loads(const Model<S>& model, Input<S> qd, Input<S> qdd, const Conditions<S>& conditions,
                 DerivativeWorkspace<S>& workspace) {
  const auto exert = [&](int i, const Force<S>& force) {
    const int k = model.bodies[i].axis;
    ForceRows<S>& f = workspace.of(k).f;
    f.set(place(k), f.template at<S>(place(k)) + force);
  };
  const auto& pose = workspace.pose;
  const Vector3<S> origin = model.body_count() > 1 ? pose[1].p : Vector3<S>{};
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const int h = body.parent;
    if (!body.rotor.gyroscopic || h == 0) continue;
    const Vector3<S> spin = pose[h].R * body.rotor.spin;
    exert(h, {qdd[body.v] * spin + qd[body.v] * cross(workspace.v[h].angular, spin), {}});
    const int k = model.bodies[h].axis;
    MatrixRows<S>& N = workspace.of(k).N;
    N.set(place(k), N.template at<S>(place(k)) - skew(qd[body.v] * spin));
  }
  for (const Wrench<S>& tip : conditions.wrenches)
    if (tip.body > 0)
      exert(tip.body, to_parent(Transform<S>{pose[tip.body].R, pose[tip.body].p - origin}, tip.exerted));
  if (model.carried.empty()) return;
  for (int i = 1; i < model.body_count(); ++i) {
    const Inertia<S>& carried = model.carried[i];
    workspace.carried[i] = {carried.mass, pose[i].R * carried.first_moment + carried.mass * (pose[i].p - origin), {}};
    exert(i, workspace.carried[i] * Motion<S>{{}, conditions.gravity});
  }
}

/// Composite bodies, from the tips inwards, and their copies for the axes of a joint.
template <Scalar S>
void sweep_composites(const Model<S>& model, DerivativeWorkspace<S>& workspace) {
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body<S>& body = model.bodies[i];
    const int from = body.axis, k = place(from);
    DerivativeRows<S>& rows = workspace.of(from);
    for (int other = from + 1; other < from + velocity_count(body.joint); ++other) {
      DerivativeRows<S>& copy = workspace.of(other);
      copy.I.set(place(other), rows.I.template at<S>(k)), copy.N.set(place(other), rows.N.template at<S>(k));
      copy.p.set(place(other), rows.p.template at<S>(k)), copy.f.set(place(other), rows.f.template at<S>(k));
    }
    if (body.parent == 0) continue;
    const int to = model.bodies[body.parent].axis, m = place(to);
    DerivativeRows<S>& sum = workspace.of(to);
    sum.I.set(m, sum.I.template at<S>(m) + rows.I.template at<S>(k));
    sum.N.set(m, sum.N.template at<S>(m) + rows.N.template at<S>(k));
    sum.p.set(m, sum.p.template at<S>(m) + rows.p.template at<S>(k));
    sum.f.set(m, sum.f.template at<S>(m) + rows.f.template at<S>(k));
  }
  if (model.carried.empty()) return;
  for (int i = model.body_count() - 1; i > 0; --i) {
    Inertia<S>& sum = workspace.carried[model.bodies[i].parent];
    if (model.bodies[i].parent > 0) sum = sum + workspace.carried[i];
  }
}

/// The whole of it, for the acceleration qdd.
template <class P, Scalar S>
void sweep_rigid_bodies(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd, const Conditions<S>& conditions,
                        DerivativeWorkspace<S>& workspace) {
  for (int k = 0; k < model.axis_count; ++k) workspace.of(k).qdd.set(place(k), qdd[workspace.velocity[k]]);
  sweep_velocities<S>(model, q, qd, conditions, workspace);
  sweep_rates<P>(workspace);
  sweep_accelerations(model, base_acceleration(model, conditions, workspace), workspace);
  sweep_bodies<P>(workspace);
  sweep_loads<S>(model, qd, qdd, conditions, workspace);
  sweep_composites(model, workspace);
}

/// How the force of a joint changes with qdd and qd of its axis, and the torque there with joints below.
template <class P, Scalar S>
void sweep_velocity_forces(DerivativeWorkspace<S>& workspace) {
  for_all_axes<P>(workspace, [](DerivativeRows<S>& rows, int k) {
    const Inertia<P> I = rows.I.template at<P>(k);
    const Matrix3<P> N = rows.N.template at<P>(k);
    const Vector3<P> p = rows.p.template at<P>(k);
    const Motion<P> s = rows.s.template at<P>(k);
    rows.F.set(k, I * s);
    rows.F_qd.set(k, I * rows.s_dot_sum.template at<P>(k) + Force<P>{N * s.angular, cross(s.angular, p)});
    rows.F_above.set(k, transpose(N) * s.angular + cross(p, s.linear));
  });
}

/// The same with q.
template <class P, Scalar S>
void sweep_position_forces(DerivativeWorkspace<S>& workspace) {
  const bool several = workspace.several_axes;
  for_all_axes<P>(workspace, [several](DerivativeRows<S>& rows, int k) {
    const Motion<P> s = rows.s.template at<P>(k), s_dot = rows.s_dot.template at<P>(k);
    // Where a joint has no other axis, its own motion gives the same as that of the parent.
    const MotionRows<S>&v = several ? rows.carrier_v : rows.v, &a = several ? rows.carrier_a : rows.a;
    const Motion<P> s_ddot = cross(a.template at<P>(k), s) + cross(v.template at<P>(k), s_dot);
    rows.s_ddot.set(k, s_ddot);
    const Force<P> B_s_dot{rows.N.template at<P>(k) * s_dot.angular, cross(s_dot.angular, rows.p.template at<P>(k))};
    rows.F_q.set(k, rows.I.template at<P>(k) * s_ddot + B_s_dot + cross(s, rows.f.template at<P>(k)));
  });
}

}  // namespace torsor
