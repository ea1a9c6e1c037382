#pragma once

#include "torsor/model/conditions.hpp"
#include "torsor/model/state.hpp"
#include "torsor/scalar/instantiate.hpp"

namespace torsor {

/// Scratch of newton_euler, by body. After a call `f` and `mu` hold the bearing loads: the force and the moment that
/// the parent passes to the body, in the body's axes and about its origin ([0]: what the ground passes to the base).
template <Scalar S>
struct NewtonEulerWorkspace {
  std::vector<Transform<S>> X;                       // pose in the parent's frame
  std::vector<Vector3<S>> omega, omega_dot, p_ddot;  // rotation, and acceleration of the origin less gravity
  std::vector<Matrix3<S>> U;                         // U r = omega_dot x r + omega x (omega x r)
  std::vector<Vector3<S>> f, mu;
  std::vector<Vector3<S>> g;  // gravity, where some of it is compensated

  explicit NewtonEulerWorkspace(const Model<S>& model)
      : X(model.bodies.size()), omega(X.size()), omega_dot(X.size()), p_ddot(X.size()), U(X.size()), f(X.size()),
        mu(X.size()), g(model.carried.size()) {}
};

/// Rotors that turn with a combination of joints: tau += a I (a . qdd).
template <Scalar S>
void add_coupled_rotors(const Model<S>& model, Input<S> qdd, Output<S> tau) {
  if (!model.coupled_rotors) return;
  for (const Coupling<S>& coupling : model.couplings)
    coupling.distribute(coupling.rotor_inertia * coupling.combine(&Coupling<S>::Term::v, qdd), tau);
}

/// Gravity compensation: the weight that a body does not put on its joint, `exert(i, moment, force)` in the axes of the
/// body and about its origin. `to_child(i, v)` turns a vector of the parent's axes into those of body i; `g` is
/// scratch.
template <Scalar S, class ToChild, class Exert>
void exert_carried_weights(const Model<S>& model, const Vector3<S>& gravity, Output<Vector3<S>> g,
                           const ToChild& to_child, const Exert& exert) {
  if (model.carried.empty()) return;
  g[0] = gravity;
  for (int i = 1; i < model.body_count(); ++i) {
    const Inertia<S>& carried = model.carried[i];
    g[i] = to_child(i, g[model.bodies[i].parent]);
    exert(i, cross(carried.first_moment, g[i]), carried.mass * g[i]);
  }
}

/// tau = B qdd + C qd + g + J^T h_e in link frames, rotors included. [notes 001, Algorithms 1 and 2; 003 (A) to (F);
/// Siciliano et al. 2009, 7.5; Craig 2005, 6.5] A tag 1.7 is line 7 of Algorithm 1. Frames are proximal: X[i].p is the
/// origin of frame i in its parent h. Friction and springs join in inverse_dynamics.
template <Scalar S>
void newton_euler(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd, const Conditions<S>& conditions,
                  NewtonEulerWorkspace<S>& workspace, Output<S> tau) {
  assert(fits(model, q, qd, qdd, tau));
  auto& [X, omega, omega_dot, p_ddot, U, f, mu, g] = workspace;
  omega[0] = conditions.base.angular_velocity, omega_dot[0] = conditions.base.angular_acceleration;
  p_ddot[0] = conditions.base.linear_acceleration - conditions.gravity;  // gravity as an acceleration of the base
  for (S& torque : tau) torque = S(0.0);
  for (int i = 0; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const auto& [m, m_c, E] = body.inertia;
    const int h = body.parent;
    if (i > 0)
      with_joint(body, [&](auto joint) {
        const auto v = joint.motion(&qd[body.v]), a = joint.motion(&qdd[body.v]);
        X[i] = joint.pose(body.placement, &q[body.q]);  // 1.6
        const Matrix3<S> Rt = transpose(X[i].R);
        const Vector3<S> omega_h = Rt * omega[h];
        omega[i] = omega_h + v.angular;                                                                           // 1.7
        omega_dot[i] = Rt * omega_dot[h] + a.angular + cross(omega_h, v.angular);                                 // 1.8
        p_ddot[i] = Rt * (p_ddot[h] + U[h] * X[i].p) + a.linear + sliding_coriolis(omega_h, omega[i], v.linear);  // 1.9
      });
    U[i] = rotational_acceleration(omega[i], omega_dot[i]);      // U r = omega_dot x r + omega x (omega x r)
    f[i] = m * p_ddot[i] + U[i] * m_c;                           // 1.10, 2.7
    mu[i] = rotational_moment(E, U[i]) + cross(m_c, p_ddot[i]);  // I omega_dot + omega x I omega        2.8
    if (body.rotor.gyroscopic)                                   // on the link that carries the rotor
      mu[h] += qdd[body.v] * body.rotor.spin + qd[body.v] * cross(omega[h], body.rotor.spin);  // 2.8
  }
  for (const Wrench<S>& tip : conditions.wrenches) f[tip.body] += tip.exerted.force, mu[tip.body] += tip.exerted.moment;
  exert_carried_weights<S>(
      model, conditions.gravity, g, [&](int i, const Vector3<S>& v) { return transpose(X[i].R) * v; },
      [&](int i, const Vector3<S>& moment, const Vector3<S>& force) { mu[i] += moment, f[i] += force; });
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body<S>& body = model.bodies[i];
    with_joint(body, [&](auto joint) {
      project(joint, mu[i], f[i], &tau[body.v]);                                                 // 2.9
      for (int v = body.v; v < body.v + joint.nv; ++v) tau[v] += body.rotor.reflected * qdd[v];  // 1.11, 2.9
    });
    if (body.rotor.gyroscopic) tau[body.v] += dot(body.rotor.spin, omega_dot[body.parent]);  // 1.11, 2.9
    const Vector3<S> f_h = X[i].R * f[i];
    f[body.parent] += f_h;                                   // 2.7
    mu[body.parent] += X[i].R * mu[i] + cross(X[i].p, f_h);  // 2.8
  }
  add_coupled_rotors(model, qdd, tau);
}

#define TORSOR_NEWTON_EULER(S)                                                                    \
  template void newton_euler(const Model<S>&, Input<S>, Input<S>, Input<S>, const Conditions<S>&, \
                             NewtonEulerWorkspace<S>&, Output<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_NEWTON_EULER)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_NEWTON_EULER
#endif

}  // namespace torsor
