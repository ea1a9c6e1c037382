#pragma once

#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/spring.hpp"
#include "torsor/kinematics/link_motion.hpp"
#include "torsor/scalar/instantiate.hpp"

namespace torsor {

/// Kinetic energy of the moving links and rotors; `motion` from link_motion at the same state.
template <Scalar S>
S kinetic_energy(const Model<S>& model, const LinkMotion<S>& motion, Input<S> qd) {
  assert(fit_velocities(model, qd));
  const S half(0.5);
  S sum(0.0);
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const Rotor<S>& rotor = body.rotor;
    const Matrix3<S> Rt = transpose(motion.pose[i].R);
    const Motion<S> velocity{Rt * motion.omega[i], Rt * motion.v[i]};
    sum += half * dot(velocity, body.inertia * velocity);
    for (int k = body.v; k < body.v + velocity_count(body.joint); ++k) sum += half * rotor.reflected * qd[k] * qd[k];
    if (rotor.gyroscopic) sum += qd[body.v] * dot(motion.pose[body.parent].R * rotor.spin, motion.omega[body.parent]);
  }
  if (!model.coupled_rotors) return sum;
  for (const Coupling<S>& coupling : model.couplings) {
    const S rate = coupling.combine(&Coupling<S>::Term::v, qd);
    sum += half * coupling.rotor_inertia * rate * rate;
  }
  return sum;
}

/// Potential energy in gravity, zero where all mass is at the base frame's origin.
template <Scalar S>
S gravity_energy(const Model<S>& model, Input<Transform<S>> poses, const Vector3<S>& gravity) {
  S sum(0.0);
  for (int i = 1; i < model.body_count(); ++i) {
    const Inertia<S>& inertia = model.bodies[i].inertia;
    sum -= dot(gravity, inertia.mass * poses[i].p + poses[i].R * inertia.first_moment);
  }
  for (int i = 1; i < static_cast<int>(model.carried.size()); ++i)  // whoever carries it stores as much
    sum += dot(gravity, model.carried[i].mass * poses[i].p + poses[i].R * model.carried[i].first_moment);
  return sum;
}

template <Scalar S>
S kinetic_energy(const Model<S>& model, Input<S> q, Input<S> qd, const BaseMotion<S>& base = {}) {
  require_state(model, q, qd);
  const std::vector<S> still(model.nv, S(0.0));
  return kinetic_energy<S>(model, link_motion(model, q, qd, still, base), qd);
}

/// Gravity and springs together: U(q) with dU/dq = g + spring torque.
template <Scalar S>
S potential_energy(const Model<S>& model, Input<S> q, const Vector3<S>& gravity) {
  require_positions(model, q);
  const std::vector<Transform<S>> poses = forward_kinematics(model, q);
  return gravity_energy<S>(model, poses, gravity) + spring_energy<S>(model, q);
}

template <Scalar S>
S potential_energy(const Model<S>& model, Input<S> q) {
  return potential_energy(model, q, model.gravity);
}

/// tau . qd: the power of torques at joint velocities.
template <Scalar S>
S power(Input<S> tau, Input<S> qd) {
  assert(tau.size() == qd.size());
  S sum(0.0);
  for (std::size_t v = 0; v < tau.size(); ++v) sum += tau[v] * qd[v];
  return sum;
}

#define TORSOR_KINETIC_ENERGY(S) template S kinetic_energy(const Model<S>&, const LinkMotion<S>&, Input<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_KINETIC_ENERGY)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_KINETIC_ENERGY
#endif

}  // namespace torsor
