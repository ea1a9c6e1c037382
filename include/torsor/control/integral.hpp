#pragma once

#include "torsor/control/reference.hpp"

namespace torsor {

/// What keeps an integral from growing while a motor cannot give more.
enum class AntiWindup {
  conditional,  // it stands still where it would ask for still more of what the motor does not give
  none,
};

/// The part of a law that remembers: z' = I e, with e = q_r - q, for what no other part knows, such as a load. While a
/// motor is at its limit the error says nothing about that, and an integral that went on would have to be paid back as
/// overshoot: with (asked - applied) e > 0 it stands still. [Astrom, Hagglund 2006, 3.5: conditional integration]
/// Without gains it is empty and costs nothing.
template <Scalar S>
class IntegralPart {
 public:
  IntegralPart(std::vector<S> gain, AntiWindup anti_windup)
      : gain_(std::move(gain)), anti_windup_(anti_windup), z_(gain_.size(), S(0.0)), error_(z_), asked_(z_) {}

  /// to += z
  void add(const Reference<S>& reference, Input<S> q, Output<S> to) {
    for (std::size_t i = 0; i < z_.size(); ++i) {
      error_[i] = reference.q[i] - q[i];
      to[i] += z_[i];
    }
  }
  /// What the whole law asks for, this part included.
  void ask(Input<S> tau) {
    for (std::size_t i = 0; i < z_.size(); ++i) asked_[i] = tau[i];
  }
  /// The motors exert `tau` for a time `dt`: exactly what was asked for, unless it is beyond a limit. A drive that
  /// measures its torque has to leave its noise away.
  void applied(Input<S> tau, const S& dt) {
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const S grown = gain_[i] * error_[i] * dt;
      const S winding = (asked_[i] - tau[i]) * error_[i];
      z_[i] += anti_windup_ == AntiWindup::none ? grown : select(winding, S(0.0), grown);
    }
  }
  Input<S> value() const { return z_; }

 private:
  std::vector<S> gain_;
  AntiWindup anti_windup_;
  std::vector<S> z_, error_, asked_;
};

}  // namespace torsor
