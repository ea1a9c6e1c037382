#pragma once

#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/load_friction.hpp"
#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/dynamics/spring.hpp"

namespace torsor {

namespace recursion {

template <Scalar S>
void inverse_dynamics(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd, const Conditions<S>& conditions,
                      NewtonEulerWorkspace<S>& workspace, Output<S> tau) {
  recursion::newton_euler(model, q, qd, qdd, conditions, workspace, tau);
  add_friction_torque(model, qd, tau);
  if (model.load_friction) add_load_friction(model, qd, workspace, tau);
  add_spring_torque(model, q, tau);
}

}  // namespace recursion

/// tau = B qdd + C qd + g + friction + spring + J^T wrench: the torque that makes the robot move so.
template <Scalar S>
void inverse_dynamics(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd, const Conditions<S>& conditions,
                      NewtonEulerWorkspace<S>& workspace, Output<S> tau) {
  assert(fits(model, q, qd, qdd, tau));
  run_kernel<S, recursion::inverse_dynamics<S>>(model, q, qd, qdd, conditions, workspace, tau);
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

#define TORSOR_INVERSE_DYNAMICS(S)                                                                    \
  template void inverse_dynamics(const Model<S>&, Input<S>, Input<S>, Input<S>, const Conditions<S>&, \
                                 NewtonEulerWorkspace<S>&, Output<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_INVERSE_DYNAMICS)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_INVERSE_DYNAMICS
#endif

}  // namespace torsor
