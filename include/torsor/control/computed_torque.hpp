#pragma once

#include "torsor/control/pd.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"

namespace torsor {

/// tau = ID(q, qd, y) with y = qdd_r + K (q_r - q) + D (qd_r - qd): with the right model every joint's error e is that
/// of e'' + D e' + K e = 0, whatever the others do; with an integral part y has I times the integral of e besides, and
/// e''' + D e'' + K e' + I e = 0 fades where I < K D. Friction is that of the reference's direction, so that it does
/// not chatter at rest. [notes 001; Siciliano et al. 2009, 8.5.2]
template <Scalar S>
class ComputedTorque {
 public:
  ComputedTorque(const Model<S>& model, Gains<S> gains, AntiWindup anti_windup = AntiWindup::conditional)
      : model_(model), gains_(std::move(gains)), integral_(gains_.integral, anti_windup), workspace_(model),
        y_(model.nv, S(0.0)) {}

  void operator()(const Reference<S>& reference, Input<S> q, Input<S> qd, Output<S> tau) {
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = reference.qdd[i];
    add_pd<S>(gains_, reference, q, qd, y_);
    integral_.add(reference, q, y_);
    newton_euler<S>(model_, q, qd, y_, default_conditions(model_), workspace_, tau);
    add_friction_torque<S>(model_, reference.qd, tau);
    add_load_friction<S>(model_, reference.qd, workspace_, tau);
    add_spring_torque<S>(model_, q, tau);
    integral_.ask(tau);
  }
  void applied(Input<S> tau, const S& dt) { integral_.applied(tau, dt); }

 private:
  const Model<S>& model_;
  Gains<S> gains_;  // of accelerations
  IntegralPart<S> integral_;
  NewtonEulerWorkspace<S> workspace_;
  std::vector<S> y_;
};

}  // namespace torsor
