#pragma once

#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

/// Rotation A Rot_z(angle), kept in two factors where A has so many zeros that two products cost less than one.
template <Scalar S>
struct FactoredRotation {
  Matrix3<S> A;
  SinCos<S> turn;
  bool factored = false;

  FactoredRotation() = default;
  FactoredRotation(const Matrix3<S>& constant, const SinCos<S>& angle)
      : A(constant), turn(angle), factored(entries(constant) <= 5) {
    if (!factored) A = turned(constant, angle);
  }
  static Matrix3<S> turned(const Matrix3<S>& A, const SinCos<S>& t) {
    return {A.xx * t.cos + A.xy * t.sin, A.xy * t.cos - A.xx * t.sin, A.xz,  //
            A.yx * t.cos + A.yy * t.sin, A.yy * t.cos - A.yx * t.sin, A.yz,  //
            A.zx * t.cos + A.zy * t.sin, A.zy * t.cos - A.zx * t.sin, A.zz};
  }
  static int entries(const Matrix3<S>& A) {
    int count = 0;
    for (const S& entry : {A.xx, A.xy, A.xz, A.yx, A.yy, A.yz, A.zx, A.zy, A.zz})
      count += known_value(entry).value_or(1.0) != 0;
    return count;
  }
  Vector3<S> to_parent(const Vector3<S>& v) const {
    if (!factored) return A * v;
    return A * Vector3<S>{turn.cos * v.x - turn.sin * v.y, turn.sin * v.x + turn.cos * v.y, v.z};
  }
  Vector3<S> to_child(const Vector3<S>& v) const {
    const Vector3<S> u = transpose(A) * v;
    if (!factored) return u;
    return {turn.cos * u.x + turn.sin * u.y, turn.cos * u.y - turn.sin * u.x, u.z};
  }
};

/// Scratch of newton_euler_summed_angles, by body.
template <Scalar S>
struct SummedAnglesWorkspace {
  struct Turn {
    int o = 0;  // the last body before a run of parallel axes; the parent where there is no run
    S angle{0.0}, rate{0.0}, acceleration{0.0};  // about z, from o on
    Matrix3<S> A;                                // the axes of the run's first joint at 0, in those of o
    FactoredRotation<S> from_o, from_parent;
  };
  std::vector<Turn> turn;
  std::vector<Vector3<S>> omega, omega_dot, p_ddot;
  std::vector<Matrix3<S>> U;
  std::vector<Vector3<S>> f, mu, g;

  explicit SummedAnglesWorkspace(const Model<S>& model)
      : turn(model.bodies.size()), omega(turn.size()), omega_dot(turn.size()), p_ddot(turn.size()), U(turn.size()),
        f(turn.size()), mu(turn.size()), g(model.carried.size()) {}
};

/// How every joint turns its link: after one with a parallel axis, from that one's angle on.
template <Scalar S>
void sum_angles(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd, SummedAnglesWorkspace<S>& workspace) {
  const auto is = [](const S& x, double value) { return known_value(x).value_or(2.0) == value; };
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const Matrix3<S>& A = body.placement.R;
    auto& now = workspace.turn[i];
    now = {body.parent, S(0.0), S(0.0), S(0.0), A, {}, {}};
    const S ratio = body.follows ? body.following.ratio : S(1.0);
    const S own = body.follows ? ratio * q[body.q] + body.following.offset : q[body.q];
    const bool turning = turns(body.joint);
    now.from_parent = {A, turning ? sincos(own) : SinCos<S>{S(0.0), S(1.0)}};
    now.from_o = now.from_parent;
    if (!turning) continue;
    const bool parallel =
        body.parent > 0 && turns(model.bodies[body.parent].joint) && is(A.zz, 1) && is(A.xx, 1) && is(A.yy, 1);
    if (parallel) now = workspace.turn[body.parent], now.from_parent = {A, sincos(own)};
    now.angle += own;
    now.rate += ratio * qd[body.v];
    now.acceleration += ratio * qdd[body.v];
    now.from_o = {now.A, sincos(now.angle)};
  }
}

/// The torques of newton_euler for joints that turn or slide, written so that fewer products are left when it is traced
/// on symbols: where axes are parallel, the rotation of a link and the moments across the axes come from and go to the
/// last body before them, through the sum of the angles, and rotations stay in their sparse factors. On numbers it
/// costs more, for its sines. [notes 001, Algorithms 1 and 2; Siciliano et al. 2009, 7.5]
template <Scalar S>
void newton_euler_summed_angles(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                                const Conditions<S>& conditions, SummedAnglesWorkspace<S>& workspace, Output<S> tau) {
  assert(fits(model, q, qd, qdd, tau));
  sum_angles(model, q, qd, qdd, workspace);
  auto& [turn, omega, omega_dot, p_ddot, U, f, mu, g] = workspace;
  const S zero(0.0);
  omega[0] = conditions.base.angular_velocity, omega_dot[0] = conditions.base.angular_acceleration;
  p_ddot[0] = conditions.base.linear_acceleration - conditions.gravity;
  for (S& torque : tau) torque = zero;
  JointPositions<S> positions(q);
  const auto origin = [&](int i) { return joint_pose(model.bodies[i], positions).p; };  // of frame i in its parent's
  for (int i = 0; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const auto& [m, m_c, E] = body.inertia;
    const int h = body.parent, o = turn[i].o;
    if (i > 0) {
      const Vector3<S> omega_o = turn[i].from_o.to_child(omega[o]), spin{zero, zero, turn[i].rate};
      omega[i] = omega_o + spin;  // 1.7
      omega_dot[i] = turn[i].from_o.to_child(omega_dot[o]) + Vector3<S>{zero, zero, turn[i].acceleration} +
                     cross(omega_o, spin);                                     // 1.8
      p_ddot[i] = turn[i].from_parent.to_child(p_ddot[h] + U[h] * origin(i));  // 1.9
      if (slides(body.joint)) {
        const S ratio = body.follows ? body.following.ratio : S(1.0);
        const Vector3<S> v{zero, zero, ratio * qd[body.v]};
        p_ddot[i] = p_ddot[i] + Vector3<S>{zero, zero, ratio * qdd[body.v]} + S(2.0) * cross(omega[i], v);
      }
    }
    U[i] = rotational_acceleration(omega[i], omega_dot[i]);
    f[i] = m * p_ddot[i] + U[i] * m_c;                           // 1.10, 2.7
    mu[i] = rotational_moment(E, U[i]) + cross(m_c, p_ddot[i]);  // 2.8
    if (body.rotor.gyroscopic)
      mu[h] += qdd[body.v] * body.rotor.spin + qd[body.v] * cross(omega[h], body.rotor.spin);  // 2.8
  }
  for (const Wrench<S>& tip : conditions.wrenches) f[tip.body] += tip.exerted.force, mu[tip.body] += tip.exerted.moment;
  exert_carried_weights<S>(
      model, conditions.gravity, g, [&](int i, const Vector3<S>& v) { return turn[i].from_parent.to_child(v); },
      [&](int i, const Vector3<S>& moment, const Vector3<S>& force) { mu[i] += moment, f[i] += force; });
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body<S>& body = model.bodies[i];
    const int h = body.parent, o = turn[i].o;
    with_joint(body, [&](auto joint) { project(joint, mu[i], f[i], &tau[body.v]); });  // 2.9
    tau[body.v] += body.rotor.reflected * qdd[body.v];                                 // 1.11, 2.9
    if (body.rotor.gyroscopic) tau[body.v] += dot(body.rotor.spin, omega_dot[h]);      // 1.11, 2.9
    const Vector3<S> f_h = turn[i].from_parent.to_parent(f[i]);
    f[h] += f_h;  // 2.7
    mu[h] += cross(origin(i), f_h);
    if (o == h) {
      mu[h] += turn[i].from_parent.to_parent(mu[i]);  // 2.8
    } else {                                          // along the common axis to the parent, across it to o
      mu[h].z += mu[i].z;
      mu[o] += turn[i].from_o.to_parent({mu[i].x, mu[i].y, zero});
    }
  }
  add_coupled_rotors(model, qdd, tau);
}

}  // namespace torsor
