#pragma once

#include <limits>

#include "torsor/control/motor_duty.hpp"

namespace torsor {

/// What a motor has to give along a motion.
struct MotorLoad {
  double peak_torque = 0, rms_torque = 0;  // magnitudes
  double peak_speed = 0, rms_speed = 0;    // of the rotor in its stator
  /// Inertia of the load over that of the rotor, both at the motor, along the motion; infinite without a rotor.
  double least_inertia_ratio = 0, largest_inertia_ratio = 0;
};

MotorLoad motor_load(const MotionDuty& motion, std::size_t joint, double ratio, double rotor_inertia);

/// What a joint has to give along a motion. The gear loses nothing, so that power is the same at joint and motor.
struct JointLoad {
  double peak_torque = 0, rms_torque = 0, peak_speed = 0, rms_speed = 0;
  double peak_power = 0;    // largest of tau qd; 0 where the motor never drives
  double peak_braking = 0;  // largest of -tau qd; 0 where the motor never brakes
  double mean_power = 0;    // W
  /// J: the integral of negative power, as a magnitude; not a number where time is not known.
  double regenerated_energy = std::numeric_limits<double>::quiet_NaN();
};

JointLoad joint_load(const MotionDuty& motion, std::size_t joint);

/// The gear with which a motor needs the least RMS torque, and so heats up least.
struct BestRatio {
  enum class Kind {
    least,               // a minimum
    limited_by_speed,    // the largest ratio at which the motor does not turn too fast: beyond it, less would do
    any_larger_is_less,  // no rotor inertia or no acceleration: torque falls with every larger ratio; ratio is infinite
    none,                // the joint needs no torque but for the rotor's own, or must not move
    unknown,             // neither the gear nor the motor is known: what would be best follows from nothing
  };
  Kind kind = Kind::none;
  double ratio = 0;       // with the sign of the present one
  double rms_torque = 0;  // of the motor
};

/// "limited by speed", for people.
const char* in_words(BestRatio::Kind kind);

/// With tau_m = I (r qdd + c) + load / r the mean square is a r^2 + b r + const + d / r + e / r^2. Its slope is zero
/// at r^4 = e / a = <load^2> / (I^2 <qdd^2>) where the motor's carrier does not turn (c = 0, so b = d = 0); else at a
/// root of 2 a r^4 + b r^3 - d r - 2 e.
/// `top_speed` is that of the motor, `present` gives inertia and sign.
BestRatio best_ratio(const MotionDuty& motion, std::size_t joint, const JointDrive& present,
                     double top_speed = std::numeric_limits<double>::infinity());

}  // namespace torsor
