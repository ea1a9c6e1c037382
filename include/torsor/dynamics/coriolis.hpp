#pragma once

#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

/// C(q, qd) qd = NE(q, qd, 0; 0), rotors included, friction never. [notes 001; Siciliano et al. 2009, 7.6]
template <Scalar S>
std::vector<S> coriolis_torque(const Model<S>& model, Input<S> q, Input<S> qd) {
  require_state(model, q, qd);
  NewtonEulerWorkspace<S> workspace(model);
  const std::vector<S> still(model.nv, S(0.0));
  std::vector<S> tau(model.nv, S(0.0));
  newton_euler<S>(model, q, qd, still, {}, workspace, tau);
  return tau;
}

}  // namespace torsor
