#pragma once

#include <cmath>
#include <numbers>

#include "torsor/control/control_loop.hpp"
#include "torsor/control/tracking_observer.hpp"

namespace torsor::control_loop_parts {

/// What the controller is told of a state.
class Sensors {
 public:
  std::vector<double> q, qd;

  Sensors(const ControlLoopOptions& options, std::size_t n)
      : q(n, 0.0), qd(n, 0.0), options_(options), last_(n, 0.0),
        observer_(n, 2 * std::numbers::pi * options.observer, 1 / options.rate) {}

  void measure(Input<double> true_q, Input<double> true_qd, bool first) {
    using enum ControlLoopOptions::Velocity;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double count = options_.encoder.empty() ? 0 : options_.encoder[i];
      last_[i] = q[i];
      q[i] = count > 0 ? count * std::round(true_q[i] / count) : true_q[i];
    }
    if (options_.velocity == observer && !first) observer_.step(q);
    if (first) observer_.start(q, true_qd);
    for (std::size_t i = 0; i < q.size(); ++i)
      qd[i] = first || options_.velocity == measured ? true_qd[i]
              : options_.velocity == observer        ? observer_.velocity()[i]
                                                     : from_difference(i);
  }

 private:
  double from_difference(std::size_t i) const {
    const double dt = 1 / options_.rate, share = 1 - std::exp(-2 * std::numbers::pi * options_.filter * dt);
    const double difference = (q[i] - last_[i]) / dt;
    return options_.velocity == ControlLoopOptions::Velocity::filtered ? qd[i] + share * (difference - qd[i])
                                                                       : difference;
  }

  const ControlLoopOptions& options_;
  std::vector<double> last_;
  TrackingObserver<double> observer_;
};

}  // namespace torsor::control_loop_parts
