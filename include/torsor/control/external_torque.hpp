#pragma once

#include "torsor/control/momentum_observer.hpp"

namespace torsor {

/// A torque from outside, by velocity, as it was felt at a time and a pose.
struct FeltTorque {
  double time = 0;
  std::vector<double> q{}, torque{};

  double size() const;  // root of the sum of squares
};

/// The force at a frame that explains a felt torque best, were it the only one: the F of least |J^T F - torque|.
struct FeltContact {
  Vector3<double> force;   // on the robot, in base axes
  double unexplained = 0;  // share of the torque, by size: near 1 where nothing pushes at the frame alone
};
FeltContact contact_at(const Model<double>& model, int frame, const FeltTorque& felt);

/// A momentum observer along a run, which samples as a controller does. Between two samples the torque of the motors
/// may jump: what they exerted is added up.
///
///   schedule.on_tick = [&](double t, auto q, auto qd) { return observer.tick(t, q, qd, tau_until_now, tau_from_now);
///   };
class ExternalTorqueObserver {
 public:
  /// Estimates follow as r' = gain (tau_e - r). Keeps a copy of the model.
  ExternalTorqueObserver(const Model<double>& model, double gain, double rate);

  /// What was measured at t, and what the motors exert until then and from then on. Returns when to come next; it may
  /// be called in between, where torques jump.
  double tick(double t, Input<double> q, Input<double> qd, Input<double> tau_before, Input<double> tau_after);

  /// The newest estimate, and the one of largest size.
  Input<double> torque() const { return observer_.torque(); }
  const FeltTorque& largest() const { return largest_; }

 private:
  double next_sample() const { return start_ + static_cast<double>(sample_ + 1) / rate_; }

  Model<double> model_;
  MomentumObserver<double> observer_;
  double rate_, start_ = 0, last_ = 0, sampled_ = 0;  // when it began, was called last, and sampled last
  long sample_ = -1;
  std::vector<double> exerted_, held_;  // integral of torque since the last sample; torque since the last call
  FeltTorque largest_;
};

}  // namespace torsor
