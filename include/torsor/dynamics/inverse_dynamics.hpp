#pragma once

#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/dynamics/spring.hpp"

namespace torsor {

/// tau = B qdd + C qd + g + friction + spring + J^T wrench: the torque that makes the robot move so.
template <Scalar S>
void inverse_dynamics(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd, const Conditions<S>& conditions,
                      NewtonEulerWorkspace<S>& workspace, Output<S> tau) {
  newton_euler(model, q, qd, qdd, conditions, workspace, tau);
  add_friction_torque(model, qd, tau);
  add_spring_torque(model, q, tau);
}

template <Scalar S>
std::vector<S> inverse_dynamics(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                                const Conditions<S>& conditions) {
  require_state(model, q, qd, qdd);
  NewtonEulerWorkspace<S> workspace(model);
  std::vector<S> tau(model.nv, S(0.0));
  inverse_dynamics<S>(model, q, qd, qdd, conditions, workspace, tau);
  return tau;
}

template <Scalar S>
std::vector<S> inverse_dynamics(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd) {
  return inverse_dynamics(model, q, qd, qdd, default_conditions(model));
}

}  // namespace torsor
