#pragma once

#include "torsor/model/state.hpp"

namespace torsor {

/// tau += friction of the joints, dampers included: F_v qd + F_s sign(qd), each direction with its own values. [notes
/// 001] What grows with the load of a joint is no function of qd, and is not in it: see load_friction.hpp.
template <Scalar S>
void add_friction_torque(const Model<S>& model, Input<S> qd, Output<S> tau) {
  assert(fit_velocities(model, qd, tau));
  if (model.frictionless) return;
  for (int v = 0; v < model.nv; ++v) tau[v] += model.friction[v].torque(qd[v]);
  for (const Coupling<S>& coupling : model.couplings)
    coupling.distribute(coupling.friction.torque(coupling.combine(&Coupling<S>::Term::v, qd)), tau);
}

template <Scalar S>
std::vector<S> friction_torque(const Model<S>& model, Input<S> qd) {
  require_velocities(model, "qd", qd);
  std::vector<S> tau(model.nv, S(0.0));
  add_friction_torque<S>(model, qd, tau);
  return tau;
}

/// Rayleigh's dissipation function, whose derivative by qd is the friction torque. [notes 004; Goldstein et al.
/// 2002, 1.5] Friction that grows with the load has none, and is not in it.
template <Scalar S>
S dissipation_function(const Model<S>& model, Input<S> qd) {
  require_velocities(model, "qd", qd);
  S sum(0.0);
  for (int v = 0; v < model.nv; ++v) sum += model.friction[v].dissipation(qd[v]);
  for (const Coupling<S>& coupling : model.couplings)
    sum += coupling.friction.dissipation(coupling.combine(&Coupling<S>::Term::v, qd));
  return sum;
}

}  // namespace torsor
