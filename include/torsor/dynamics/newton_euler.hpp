#pragma once

#include "torsor/model/conditions.hpp"
#include "torsor/model/state.hpp"
#include "torsor/scalar/instantiate.hpp"

namespace torsor {

/// Scratch of newton_euler, by body. After a call `f` and `mu` hold the bearing loads: the force and the moment that
/// the parent passes to the body, in the body's axes and about its origin. For what the ground passes to the base see
/// base_load.
template <Scalar S>
struct NewtonEulerLink {
  Transform<S> X{};                           // pose in the parent's frame
  Vector3<S> omega{}, omega_dot{}, p_ddot{};  // rotation, and acceleration of the origin less gravity
  Matrix3<S> U{};                             // U r = omega_dot x r + omega x (omega x r)
  Vector3<S> f{}, mu{};
};
template <Scalar S>
struct NewtonEulerWorkspace {
  std::vector<NewtonEulerLink<S>> link;
  std::vector<Vector3<S>> g;  // gravity, where some of it is compensated

  explicit NewtonEulerWorkspace(const Model<S>& model) : link(model.bodies.size()), g(model.carried.size()) {}
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

namespace recursion {

/// tau = B qdd + C qd + g + J^T h_e in link frames, rotors included. [notes 001, Algorithms 1 and 2; 003 (A) to (F);
/// Siciliano et al. 2009, 7.5; Craig 2005, 6.5] A tag 1.7 is line 7 of Algorithm 1. Frames are proximal: X.p is the
/// origin of frame i in its parent h. Friction and springs join in inverse_dynamics.
template <Scalar S>
void newton_euler(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd, const Conditions<S>& conditions,
                  NewtonEulerWorkspace<S>& workspace, Output<S> tau) {
  JointPositions<S> positions(q);
  const Body<S>* bodies = model.bodies.data();
  NewtonEulerLink<S>* link = workspace.link.data();
  const int n = model.body_count();
  link[0] = {.omega = conditions.base.angular_velocity, .omega_dot = conditions.base.angular_acceleration};
  link[0].p_ddot = conditions.base.linear_acceleration - conditions.gravity;  // gravity as an acceleration of the base
  link[0].U = rotational_acceleration(link[0].omega, link[0].omega_dot);
  for (int i = 1; i < n; ++i) {
    const Body<S>& body = bodies[i];
    const auto& [m, m_c, E] = body.inertia;
    NewtonEulerLink<S>& h = link[body.parent];
    NewtonEulerLink<S> own;  // stored last: a store might change the parent, for all that a compiler knows
    auto& [X, omega, omega_dot, p_ddot, U, f, mu] = own;
    with_joint(body, [&](auto joint) {
      const auto v = joint.motion(&qd[body.v]), a = joint.motion(&qdd[body.v]);
      X = joint.pose(body.placement, positions, body.q);  // 1.6
      const Matrix3<S> Rt = transpose(X.R);
      const Vector3<S> omega_h = Rt * h.omega;
      omega = omega_h + v.angular;                                                                   // 1.7
      omega_dot = Rt * h.omega_dot + a.angular + cross(omega_h, v.angular);                          // 1.8
      p_ddot = Rt * (h.p_ddot + h.U * X.p) + a.linear + sliding_coriolis(omega_h, omega, v.linear);  // 1.9
    });
    U = rotational_acceleration(omega, omega_dot);      // U r = omega_dot x r + omega x (omega x r)
    f = m * p_ddot + U * m_c;                           // 1.10, 2.7
    mu = rotational_moment(E, U) + cross(m_c, p_ddot);  // I omega_dot + omega x I omega               2.8
    if (body.rotor.gyroscopic)                          // on the link that carries the rotor
      h.mu += qdd[body.v] * body.rotor.spin + qd[body.v] * cross(h.omega, body.rotor.spin);  // 2.8
    link[i] = own;
  }
  for (const Wrench<S>& tip : conditions.wrenches)
    link[tip.body].f += tip.exerted.force, link[tip.body].mu += tip.exerted.moment;
  exert_carried_weights<S>(
      model, conditions.gravity, workspace.g, [&](int i, const Vector3<S>& v) { return transpose(link[i].X.R) * v; },
      [&](int i, const Vector3<S>& moment, const Vector3<S>& force) { link[i].mu += moment, link[i].f += force; });
  for (S& torque : tau) torque = S(0.0);
  for (int i = n - 1; i > 0; --i) {
    const Body<S>& body = bodies[i];
    const auto& [X, omega, omega_dot, p_ddot, U, f, mu] = link[i];
    NewtonEulerLink<S>& h = link[body.parent];
    with_joint(body, [&](auto joint) {
      project(joint, mu, f, &tau[body.v]);                                                       // 2.9
      for (int v = body.v; v < body.v + joint.nv; ++v) tau[v] += body.rotor.reflected * qdd[v];  // 1.11, 2.9
    });
    if (body.rotor.gyroscopic) tau[body.v] += dot(body.rotor.spin, h.omega_dot);  // 1.11, 2.9
    if (body.parent == 0) continue;
    const Vector3<S> f_h = X.R * f, mu_h = X.R * mu + cross(X.p, f_h);
    h.f += f_h;    // 2.7
    h.mu += mu_h;  // 2.8
  }
  add_coupled_rotors(model, qdd, tau);
}

}  // namespace recursion

/// recursion::newton_euler, on double with the widest instructions that the processor has.
template <Scalar S>
void newton_euler(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd, const Conditions<S>& conditions,
                  NewtonEulerWorkspace<S>& workspace, Output<S> tau) {
  assert(fits(model, q, qd, qdd, tau));
  run_kernel<S, recursion::newton_euler<S>>(model, q, qd, qdd, conditions, workspace, tau);
}

/// What the ground passes to the base, in base axes and about its origin; after newton_euler at the same state.
template <Scalar S>
Force<S> base_load(const Model<S>& model, const NewtonEulerWorkspace<S>& workspace) {
  const auto& [m, m_c, E] = model.bodies[0].inertia;
  const NewtonEulerLink<S>& base = workspace.link[0];
  Force<S> load{base.mu, base.f};  // of rotors and wrenches
  load += {rotational_moment(E, base.U) + cross(m_c, base.p_ddot), m * base.p_ddot + base.U * m_c};
  for (int i = 1; i < model.body_count(); ++i)
    if (model.bodies[i].parent == 0)
      load += to_parent(workspace.link[i].X, Force<S>{workspace.link[i].mu, workspace.link[i].f});
  return load;
}

#define TORSOR_NEWTON_EULER(S)                                                                    \
  template void newton_euler(const Model<S>&, Input<S>, Input<S>, Input<S>, const Conditions<S>&, \
                             NewtonEulerWorkspace<S>&, Output<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_NEWTON_EULER)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_NEWTON_EULER
#endif

}  // namespace torsor
