#pragma once

#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/kinematics/link_motion.hpp"
#include "torsor/scalar/instantiate.hpp"

namespace torsor {

template <Scalar S>
struct NewtonEulerBaseFrameWorkspace {
  LinkMotion<S> motion;
  std::vector<Vector3<S>> f, n;  // force and moment (about the body's origin) from the parent, in base axes

  explicit NewtonEulerBaseFrameWorkspace(const Model<S>& model)
      : motion(model), f(model.bodies.size()), n(model.bodies.size()) {}
};

/// The torques of newton_euler by another road: every vector in base axes. [FGL, Table 3.2]
/// The moments are taken about the origin of the proximal frame instead of the centre of mass.
template <Scalar S>
void newton_euler_base_frame(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                             const Conditions<S>& conditions, NewtonEulerBaseFrameWorkspace<S>& workspace,
                             Output<S> tau) {
  assert(fits(model, q, qd, qdd, tau));
  auto& [motion, f, n] = workspace;
  BaseMotion<S> base = conditions.base;
  base.linear_acceleration = base.linear_acceleration - conditions.gravity;  // v0dot = -g
  link_motion(model, q, qd, qdd, base, motion);
  const auto& [pose, omega, omega_dot, v, v_dot] = motion;
  for (int i = 0; i < model.body_count(); ++i) {
    const Inertia<S>& inertia = model.bodies[i].inertia;
    const Vector3<S> ms = pose[i].R * inertia.first_moment;
    const Symmetric3<S> I = rotated(pose[i].R, inertia.rotational());
    f[i] = inertia.mass * v_dot[i] + cross(omega_dot[i], ms) + cross(omega[i], cross(omega[i], ms));  // F = m a
    n[i] = I * omega_dot[i] + cross(omega[i], I * omega[i]) + cross(ms, v_dot[i]);                    // N + s x F
  }
  for (const Wrench<S>& tip : conditions.wrenches) {
    f[tip.body] += pose[tip.body].R * tip.exerted.force;
    n[tip.body] += pose[tip.body].R * tip.exerted.moment;
  }
  for (int i = 1; i < static_cast<int>(model.carried.size()); ++i) {  // gravity compensation
    f[i] += model.carried[i].mass * conditions.gravity;
    n[i] += cross(pose[i].R * model.carried[i].first_moment, conditions.gravity);
  }
  for (S& torque : tau) torque = S(0.0);
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body<S>& body = model.bodies[i];
    const int h = body.parent;
    const Vector3<S> spin = pose[h].R * body.rotor.spin;
    int k = body.v;
    for (const auto [column, turns] : joint_axes(body.joint)) {
      tau[k] += dot(turns ? n[i] : f[i], joint_axis(body, pose[i].R, column)) + body.rotor.reflected * qdd[k];
      ++k;
    }
    tau[body.v] += dot(spin, omega_dot[h]);
    f[h] += f[i];
    n[h] += n[i] + cross(pose[i].p - pose[h].p, f[i]) + qdd[body.v] * spin + qd[body.v] * cross(omega[h], spin);
  }
  add_coupled_rotors(model, qdd, tau);
}

#define TORSOR_NEWTON_EULER_BASE_FRAME(S)                                                                    \
  template void newton_euler_base_frame(const Model<S>&, Input<S>, Input<S>, Input<S>, const Conditions<S>&, \
                                        NewtonEulerBaseFrameWorkspace<S>&, Output<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_NEWTON_EULER_BASE_FRAME)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_NEWTON_EULER_BASE_FRAME
#endif

}  // namespace torsor
