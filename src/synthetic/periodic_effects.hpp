#pragma once

#include "torsor/synthetic/log_effects.hpp"
#include "torsor/trajectory/repeated_motion.hpp"

namespace torsor {

/// Effects with a memory are brought into their periodic state once, on a grid over one period of the motion, and are
/// then functions of the time alone.
class PeriodicGrid {
 public:
  explicit PeriodicGrid(double period);

  int size() const { return size_; }
  double step() const { return step_; }
  double time(int i) const { return i * step_; }
  /// The point before a time and the part of a step that has passed since.
  std::pair<int, double> place(double time) const;

 private:
  double period_, step_;
  int size_;
};

/// Torque that is periodic in the motor's angle, and the swing of a flexible joint that it shakes:
/// ydd + 2 zeta w yd + w^2 y = w^2 r.
class Ripple {
 public:
  Ripple(const RepeatedMotion& motion, const LogEffects& effects, std::vector<double> size);

  void add_torque(double time, std::span<const double> q, std::span<double> tau) const;

 private:
  double shaking(int joint, double q) const;
  void let_swing(const RepeatedMotion& motion, double frequency, double damping);

  std::vector<double> size_, ratio_;
  Eigen::MatrixXd phase_;  // joints x harmonics
  PeriodicGrid grid_;
  Eigen::MatrixXd swing_;  // grid x joints; no rows where the joints are rigid
};

}  // namespace torsor
