#pragma once

#include "torsor/dynamics/gravity.hpp"

namespace torsor {

/// The robot without mass and rotors. Its gravity torque is what gravity compensation gives to the joints: the part of
/// tau that is known, whatever the parameters are; and so is its potential energy, but for springs.
template <Scalar S>
Model<S> compensation_alone(const Model<S>& model) {
  return changed(without_rotors(model), [](ModelParts<S>& parts) {
    for (Body<S>& body : parts.bodies) body.inertia = {};
  });
}

/// The torque of gravity compensation, which is in g and not in the regressor: tau = Y theta + this + J^T h_e.
template <Scalar S>
std::vector<S> gravity_compensation_torque(const Model<S>& model, Input<S> q, const Vector3<S>& gravity) {
  return gravity_torque(compensation_alone(model), q, gravity);
}

}  // namespace torsor
