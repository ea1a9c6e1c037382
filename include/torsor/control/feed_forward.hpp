#pragma once

#include "torsor/control/pd.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"

namespace torsor {

/// tau = ID(q_r, qd_r, qdd_r) + K (q_r - q) + D (qd_r - qd): what the motion takes is known beforehand, and PD
/// corrects. [notes 001; Siciliano et al. 2009, 8.5]
template <Scalar S>
class FeedForward {
 public:
  FeedForward(const Model<S>& model, Gains<S> gains) : model_(model), gains_(std::move(gains)), workspace_(model) {}

  void operator()(const Reference<S>& reference, Input<S> q, Input<S> qd, Output<S> tau) {
    inverse_dynamics<S>(model_, reference.q, reference.qd, reference.qdd, default_conditions(model_), workspace_, tau);
    add_pd<S>(gains_, reference, q, qd, tau);
  }

 private:
  const Model<S>& model_;
  Gains<S> gains_;
  NewtonEulerWorkspace<S> workspace_;
};

}  // namespace torsor
