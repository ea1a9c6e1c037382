#pragma once

#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/load_friction.hpp"
#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/dynamics/spring.hpp"

namespace torsor {

/// The torque of inverse_dynamics, effect by effect; their sum is tau. docs/effects.md says what enters where.
template <Scalar S>
struct Terms {
  std::vector<S> inertia;   // B qdd
  std::vector<S> coriolis;  // C qd
  std::vector<S> gravity;   // g
  std::vector<S> friction;  // of joints, dampers and couplings; under the load that all the others make
  std::vector<S> spring;
  std::vector<S> wrench;       // J^T of what the tip exerts
  std::vector<S> base_motion;  // what a moving base adds

  explicit Terms(const Model<S>& model)
      : inertia(model.nv, S(0.0)), coriolis(inertia), gravity(inertia), friction(inertia), spring(inertia),
        wrench(inertia), base_motion(inertia) {}
};

/// Each term from the one Newton-Euler function, with the others switched off. [notes 001; Siciliano et al. 2009, 7.6]
template <Scalar S>
void terms(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd, const Conditions<S>& conditions,
           NewtonEulerWorkspace<S>& workspace, Terms<S>& result) {
  assert(fits(model, q, qd, qdd));
  const Output<S> friction(result.friction), spring(result.spring);
  for (int i = 0; i < model.nv; ++i) friction[i] = spring[i] = S(0.0);
  const Input<S> still(result.friction);  // zeros, until friction is added below
  newton_euler<S>(model, q, still, qdd, {}, workspace, result.inertia);
  newton_euler<S>(model, q, qd, still, {}, workspace, result.coriolis);
  newton_euler<S>(model, q, still, still, {conditions.gravity, {}, {}}, workspace, result.gravity);
  newton_euler<S>(model, q, still, still, {{}, {}, conditions.wrenches}, workspace, result.wrench);
  newton_euler<S>(model, q, qd, still, {{}, conditions.base, {}}, workspace, result.base_motion);
  for (int i = 0; i < model.nv; ++i) result.base_motion[i] -= result.coriolis[i];
  if (model.load_friction) {
    newton_euler<S>(model, q, qd, qdd, conditions, workspace, spring);
    add_load_friction(model, qd, workspace, friction);
    for (S& torque : spring) torque = S(0.0);
  }
  add_friction_torque(model, qd, friction);
  add_spring_torque(model, q, spring);
}

template <Scalar S>
Terms<S> terms(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd, const Conditions<S>& conditions) {
  require_state(model, q, qd, qdd);
  Terms<S> result(model);
  NewtonEulerWorkspace<S> workspace(model);
  terms<S>(model, q, qd, qdd, conditions, workspace, result);
  return result;
}

}  // namespace torsor
