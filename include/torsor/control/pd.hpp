#pragma once

#include "torsor/control/integral.hpp"
#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

/// One number of each for every velocity.
template <Scalar S>
struct Gains {
  std::vector<S> stiffness, damping;  // Nm/rad and Nms/rad, or 1/s^2 and 1/s where they act on accelerations
  std::vector<S> integral{};          // Nm/(rad s) or 1/s^3; none: the law has no integral part

  /// Errors of every joint fade like those of a mass-spring-damper of this frequency: w^2 and 2 d w.
  static Gains with_frequency(int nv, const S& w, const S& damping_ratio) {
    return {std::vector<S>(nv, w * w), std::vector<S>(nv, S(2.0) * damping_ratio * w), {}};
  }
};

/// to += K (q_r - q) + D (qd_r - qd)
template <Scalar S>
void add_pd(const Gains<S>& gains, const Reference<S>& reference, Input<S> q, Input<S> qd, Output<S> to) {
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] += gains.stiffness[i] * (reference.q[i] - q[i]) + gains.damping[i] * (reference.qd[i] - qd[i]);
}

/// tau = K (q_r - q) + D (qd_r - qd), and I times the integral of the error where gains have it: the law is then told
/// after every call what the motors applied.
template <Scalar S>
class PdControl {
 public:
  explicit PdControl(Gains<S> gains, AntiWindup anti_windup = AntiWindup::conditional)
      : gains_(std::move(gains)), integral_(gains_.integral, anti_windup) {}

  void operator()(const Reference<S>& reference, Input<S> q, Input<S> qd, Output<S> tau) {
    for (S& x : tau) x = S(0.0);
    add_pd<S>(gains_, reference, q, qd, tau);
    integral_.add(reference, q, tau);
    integral_.ask(tau);
  }
  void applied(Input<S> tau, const S& dt) { integral_.applied(tau, dt); }

 private:
  Gains<S> gains_;
  IntegralPart<S> integral_;
};

/// The same with g(q): it comes to rest where it should, whatever the gains. [Takegaki, Arimoto 1981; notes 001]
template <Scalar S>
class PdWithGravity {
 public:
  PdWithGravity(const Model<S>& model, Gains<S> gains, AntiWindup anti_windup = AntiWindup::conditional)
      : model_(model), gains_(std::move(gains)), integral_(gains_.integral, anti_windup), workspace_(model),
        still_(model.nv, S(0.0)) {}

  void operator()(const Reference<S>& reference, Input<S> q, Input<S> qd, Output<S> tau) {
    newton_euler<S>(model_, q, still_, still_, default_conditions(model_), workspace_, tau);
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
  std::vector<S> still_;
};

}  // namespace torsor
