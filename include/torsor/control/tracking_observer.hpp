#pragma once

#include <cmath>
#include <vector>

#include "torsor/core/numbers.hpp"
#include "torsor/scalar/scalar.hpp"

namespace torsor {

/// Velocities from positions alone, which come at an even rate: position, velocity and acceleration are predicted as if
/// the acceleration stayed, and corrected by what the new position is off. All three poles are exp(-w dt), so that it
/// does not ring; a motion with constant acceleration is followed without lag. No model is needed, and no load
/// misleads it. [Morrison 1969; Brookner 1998, 1.3: critically damped g-h-k filter]
template <Scalar S>
class TrackingObserver {
 public:
  /// Of `n` joints; w in 1/s, dt in s.
  TrackingObserver(std::size_t n, double w, double dt) : dt_(dt), q_(n, S(0.0)), qd_(q_), qdd_(q_) {
    const double pole = std::exp(-w * dt), rest = 1 - pole;
    g_ = 1 - pole * pole * pole;
    h_ = 1.5 * rest * rest * (1 + pole) / dt;
    k_ = rest * rest * rest / (dt * dt);
  }

  void start(Input<S> q, Input<S> qd) {
    for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = q[i], qd_[i] = qd[i], qdd_[i] = S(0.0);
  }
  /// A sample later.
  void step(Input<S> q) {
    const S dt(dt_), half(0.5);
    for (std::size_t i = 0; i < q_.size(); ++i) {
      q_[i] += dt * (qd_[i] + half * dt * qdd_[i]);
      qd_[i] += dt * qdd_[i];
      const S off = q[i] - q_[i];
      q_[i] += S(g_) * off, qd_[i] += S(h_) * off, qdd_[i] += S(k_) * off;
    }
  }
  Input<S> position() const { return q_; }
  Input<S> velocity() const { return qd_; }
  Input<S> acceleration() const { return qdd_; }

 private:
  double dt_, g_, h_, k_;
  std::vector<S> q_, qd_, qdd_;
};

}  // namespace torsor
