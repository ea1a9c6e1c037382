#pragma once

#include "torsor/control/pd.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"

namespace torsor {

/// tau = ID(q_r, qd_r, qdd_r) + K (q_r - q) + D (qd_r - qd): what the motion takes is known beforehand, and PD
/// corrects, with an integral part where gains have one. [notes 001; Siciliano et al. 2009, 8.5]
template <Scalar S>
class FeedForward {
 public:
  FeedForward(const Model<S>& model, Gains<S> gains, AntiWindup anti_windup = AntiWindup::conditional)
      : model_(model), gains_(std::move(gains)), integral_(gains_.integral, anti_windup), workspace_(model) {}

  void operator()(const Reference<S>& reference, Input<S> q, Input<S> qd, Output<S> tau) {
    inverse_dynamics<S>(model_, reference.q, reference.qd, reference.qdd, default_conditions(model_), workspace_, tau);
    add_pd<S>(gains_, reference, q, qd, tau);
    integral_.add(reference, q, tau);
    integral_.ask(tau);
  }
  void applied(Input<S> tau, const S& dt) { integral_.applied(tau, dt); }

 private:
  const Model<S>& model_;
  Gains<S> gains_;
  IntegralPart<S> integral_;
  NewtonEulerWorkspace<S> workspace_;
};

}  // namespace torsor
