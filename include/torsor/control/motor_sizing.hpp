#pragma once

#include "torsor/control/motor_choice.hpp"
#include "torsor/model/limits.hpp"

namespace torsor {

struct MotorSizingOptions {
  std::vector<Motor> catalogue{};  // empty: nothing is chosen
  std::vector<double> ratios{};    // of gears, for motors that do not say theirs; empty: the present one of each joint
  std::optional<MotorPreference> preference{};  // usual_preference where there is none
  MotorDemands demands{};
  std::vector<std::optional<std::size_t>> fitted{};  // by velocity: which of the catalogue is on the robot; empty: none
};

/// What a motion asks of one joint, its motor and its gear.
struct JointSizing {
  std::string joint;
  bool slides = false;
  JointDrive drive;
  JointLimits limits;
  JointLoad load;
  MotorLoad motor;  // through the gear of the robot file, with its rotor
  BestRatio best;   // for the fitted motor, or else the rotor of the robot file; unknown where its ratio is assumed
  std::optional<MotorFit> fitted{};
  std::optional<MotorChoice> choice{};

  /// The limit of the robot file over what the motion needs: 1 and more is enough; infinite where there is no limit.
  double torque_margin() const { return limits.torque / load.peak_torque; }
  double speed_margin() const { return limits.velocity / load.peak_speed; }

  bool has_best_ratio() const;
  /// RMS torque of the motor that `best` is about, at the present ratio.
  double present_rms_torque() const { return fitted ? fitted->load.rms_torque : motor.rms_torque; }
  /// The share of it that the best ratio saves; not a number where there is none, or where the present one is assumed.
  double saved() const;
};

struct MotorSizing {
  std::vector<JointSizing> joints;
  std::vector<BearingPeak> bearings;
  MotorPreference preference = MotorPreference::rated_torque;
};

/// All of it. The largest ratio is that at which the fitted motor reaches its top speed, or else at which the rotor
/// turns as fast as the speed limit of the joint lets it now.
MotorSizing size_motors(const MotionDuty& motion, const std::vector<JointDrive>& drives,
                        const std::vector<JointLimits>& limits, const MotorSizingOptions& options = {});

}  // namespace torsor
