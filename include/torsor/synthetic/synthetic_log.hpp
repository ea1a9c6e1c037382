#pragma once

#include <memory>

#include "torsor/logs/log_source.hpp"
#include "torsor/synthetic/log_effects.hpp"
#include "torsor/trajectory/repeated_motion.hpp"

namespace torsor {

/// A log of a robot that never was: rows are computed when they are read, from inverse dynamics along a motion and
/// the effects of a real measurement. A row depends on the seed and its number alone, however the log is read.
class SyntheticLog : public LogSource {
 public:
  /// For joints of one degree of freedom. Throws UsageError where an effect makes no sense.
  SyntheticLog(const Model<double>& model, RepeatedMotion motion, LogEffects effects, long rows);
  ~SyntheticLog() override;

  long row_count() const override { return rows_; }
  int joint_count() const override;
  LogRows read(long first, long count) const override;

  /// By joint: the root mean square of the torque in one period, before any effect.
  const std::vector<double>& torque_rms() const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
  long rows_;
};

/// By joint: the root mean square of the torque in one period of the motion.
std::vector<double> torque_rms(const Model<double>& model, const RepeatedMotion& motion);

/// The robot with friction on the joints that have no Coulomb friction: a tenth of the joint's root mean square torque
/// and a hundredth of the largest of its kind, and as much viscous friction at the root mean square of its velocity.
Model<double> with_typical_friction(const Model<double>& model, const RepeatedMotion& motion);

/// The robot with motors on the joints that have no rotor: reflected, half of the joint's own inertia where the motion
/// has its centre, and a hundredth of the largest of its kind.
Description with_typical_rotors(const Description& robot, const RepeatedMotion& motion);

}  // namespace torsor
