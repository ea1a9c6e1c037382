#pragma once

#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

/// g(q) = NE(q, 0, 0; g0): what holds the arm still. [notes 001; Siciliano et al. 2009, 7.6]
template <Scalar S>
std::vector<S> gravity_torque(const Model<S>& model, Input<S> q, const Vector3<S>& gravity) {
  require_positions(model, q);
  NewtonEulerWorkspace<S> workspace(model);
  const std::vector<S> still(model.nv, S(0.0));
  std::vector<S> tau(model.nv, S(0.0));
  newton_euler<S>(model, q, still, still, {gravity, {}, {}}, workspace, tau);
  return tau;
}

template <Scalar S>
std::vector<S> gravity_torque(const Model<S>& model, Input<S> q) {
  return gravity_torque(model, q, model.gravity);
}

}  // namespace torsor
