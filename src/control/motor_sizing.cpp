#include "torsor/control/motor_sizing.hpp"

#include <cmath>

namespace torsor {
namespace {

JointSizing size_joint(const MotionDuty& motion, std::size_t j, const JointDrive& drive, const JointLimits& limits,
                       const MotorSizingOptions& options, MotorPreference preference) {
  const std::vector<Motor>& catalogue = options.catalogue;
  JointSizing joint{motion.joints[j].joint,
                    motion.joints[j].slides,
                    drive,
                    limits,
                    joint_load(motion, j),
                    motor_load(motion, j, drive.ratio, drive.rotor_inertia),
                    {}};
  JointDrive driven = drive;
  double top_speed = limits.velocity * std::abs(drive.ratio);
  if (j < options.fitted.size() && options.fitted[j]) {
    const std::size_t motor = *options.fitted[j];
    joint.fitted = fit_motor(motion, j, catalogue, motor, drive.ratio, options.demands);
    driven.rotor_inertia = catalogue[motor].rotor_inertia;
    top_speed = catalogue[motor].top_speed;
  }
  joint.best.kind = BestRatio::Kind::unknown;
  if (drive.has_ratio || joint.fitted) joint.best = best_ratio(motion, j, driven, top_speed);
  if (!catalogue.empty())
    joint.choice = choose_motor(motion, j, drive, catalogue, options.ratios, preference, options.demands);
  return joint;
}

}  // namespace

bool JointSizing::has_best_ratio() const {
  return best.kind == BestRatio::Kind::least || best.kind == BestRatio::Kind::limited_by_speed;
}

double JointSizing::saved() const {
  const double now = present_rms_torque();
  if (!has_best_ratio() || !drive.has_ratio || !(now > 0)) return std::numeric_limits<double>::quiet_NaN();
  return 1 - best.rms_torque / now;
}

MotorSizing size_motors(const MotionDuty& motion, const std::vector<JointDrive>& drives,
                        const std::vector<JointLimits>& limits, const MotorSizingOptions& options) {
  MotorSizing sizing{{}, motion.bearings, options.preference.value_or(usual_preference(options.catalogue))};
  for (std::size_t j = 0; j < motion.joints.size(); ++j)
    sizing.joints.push_back(size_joint(motion, j, drives[j], limits[j], options, sizing.preference));
  return sizing;
}

}  // namespace torsor
