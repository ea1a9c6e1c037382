#pragma once

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/momentum_rate.hpp"

namespace torsor {

/// What torque at the joints comes from outside, without accelerations: the momentum p = B qd changes by
/// p' = tau + C^T qd - g - friction - springs + tau_e, and r = K (p - p0 - integral of (the known part + r)) follows
/// tau_e as r' = K (tau_e - r). [De Luca, Mattone 2003] The friction must not grow with the load, which accelerations
/// and tau_e itself are part of.
template <Scalar S>
class MomentumObserver {
 public:
  MomentumObserver(const Model<S>& model, std::vector<S> gain)
      : model_(model), gain_(std::move(gain)), newton_euler_(model), momentum_(model), zero_(model.nv, S(0.0)),
        p_(zero_), rate_(zero_), known_(zero_), sum_(zero_), r_(zero_) {}

  /// Begins at a state, with nothing felt.
  void start(Input<S> q, Input<S> qd) {
    set_known(q, qd);
    for (std::size_t i = 0; i < r_.size(); ++i) sum_[i] = p_[i], r_[i] = S(0.0);
  }

  /// A time `dt` later, during which the motors exerted `tau`.
  void step(Input<S> q, Input<S> qd, Input<S> tau, const S& dt) {
    const S half(0.5);
    for (std::size_t i = 0; i < r_.size(); ++i) sum_[i] += dt * (tau[i] + half * known_[i]);
    set_known(q, qd);
    for (std::size_t i = 0; i < r_.size(); ++i) {
      sum_[i] += half * dt * known_[i];
      // r = K (p - p0 - integral), and r enters the integral by its new value: stable for every dt
      const S k = gain_[i];
      r_[i] = k * (p_[i] - sum_[i]) / (S(1.0) + k * dt);
      sum_[i] += dt * r_[i];
    }
  }

  Input<S> torque() const { return r_; }

  /// What it keeps from one step to the next, for those who store it elsewhere: the integral, p0 included, and the
  /// known part of p' at the last sample.
  Input<S> integral() const { return sum_; }
  Input<S> known() const { return known_; }
  void resume(Input<S> integral, Input<S> known) {
    for (std::size_t i = 0; i < r_.size(); ++i) sum_[i] = integral[i], known_[i] = known[i];
  }

 private:
  /// p, and C^T qd - g - friction - springs, base at rest.
  void set_known(Input<S> q, Input<S> qd) {
    momentum_rate<S>(model_, q, qd, momentum_, p_, rate_);
    newton_euler<S>(model_, q, zero_, zero_, default_conditions(model_), newton_euler_, known_);
    add_friction_torque<S>(model_, qd, known_);
    add_spring_torque<S>(model_, q, known_);
    for (std::size_t i = 0; i < known_.size(); ++i) known_[i] = rate_[i] - known_[i];
  }

  const Model<S>& model_;
  std::vector<S> gain_;  // 1/s
  NewtonEulerWorkspace<S> newton_euler_;
  MomentumRateWorkspace<S> momentum_;
  std::vector<S> zero_, p_, rate_, known_, sum_, r_;
};

}  // namespace torsor
