#pragma once

#include "torsor/model/state.hpp"

namespace torsor {

/// tau += torque that holds the springs: a K (a . q - rest) for each. Their dampers are friction.
template <Scalar S>
void add_spring_torque(const Model<S>& model, Input<S> q, Output<S> tau) {
  assert(fits(model, q, tau));
  for (const Coupling<S>& coupling : model.couplings)
    coupling.distribute(coupling.stiffness * (coupling.combine(&Coupling<S>::Term::q, q) - coupling.rest), tau);
}

template <Scalar S>
std::vector<S> spring_torque(const Model<S>& model, Input<S> q) {
  require_positions(model, q);
  std::vector<S> tau(model.nv, S(0.0));
  add_spring_torque<S>(model, q, tau);
  return tau;
}

/// Energy stored in the springs.
template <Scalar S>
S spring_energy(const Model<S>& model, Input<S> q) {
  require_positions(model, q);
  S sum(0.0);
  for (const Coupling<S>& coupling : model.couplings) {
    const S stretch = coupling.combine(&Coupling<S>::Term::q, q) - coupling.rest;
    sum += S(0.5) * coupling.stiffness * stretch * stretch;
  }
  return sum;
}

}  // namespace torsor
