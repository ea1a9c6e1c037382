#pragma once

#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

/// Generalised momentum p = B(q) qd = NE(q, 0, qd; 0). [notes 001; De Luca et al. 2006]
template <Scalar S>
std::vector<S> generalized_momentum(const Model<S>& model, Input<S> q, Input<S> qd) {
  require_state(model, q, qd);
  NewtonEulerWorkspace<S> workspace(model);
  const std::vector<S> still(model.nv, S(0.0));
  std::vector<S> p(model.nv, S(0.0));
  newton_euler<S>(model, q, still, qd, {}, workspace, p);
  return p;
}

}  // namespace torsor
