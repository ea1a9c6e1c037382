#pragma once

#include "torsor/model/state.hpp"

namespace torsor {

/// Where a robot should be at an instant, how fast and with which acceleration.
template <Scalar S>
struct Reference {
  Input<S> q, qd, qdd;
};

/// A controller is called with a reference, the state that was measured, and the torque it has to fill in:
/// `controller(reference, q, qd, tau)`. It allocates nothing and throws nothing. Joints have one axis each: positions
/// are subtracted from each other. A law with an integral part has besides `applied(tau, dt)`, which tells it what the
/// motors made of its torque.
template <class Controller, class S>
concept ControlLaw = requires(Controller& law, const Reference<S>& reference, Input<S> state, Output<S> tau) {
  law(reference, state, state, tau);
};

}  // namespace torsor
