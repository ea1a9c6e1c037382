#pragma once

#include <array>
#include <optional>

#include "torsor/control/motor_catalogue.hpp"
#include "torsor/control/motor_load.hpp"

namespace torsor {

/// What a motor must not exceed, in the order of MotorFit::use.
constexpr std::array<const char*, 5> motor_demand_names{"peak_torque", "rms_torque", "peak_speed", "rms_speed",
                                                        "inertia_ratio"};

struct MotorDemands {
  double margin = 1;  // safety factor on the torques
  double largest_inertia_ratio = std::numeric_limits<double>::infinity();
};

/// A motor and a gear on a joint, along a motion. The rotor's own inertia is part of the torque.
struct MotorFit {
  std::size_t motor = 0;  // in the catalogue
  double ratio = 1;       // with the sign of the joint's present one
  MotorLoad load;
  double thermal_load = 0;  // RMS torque over rated torque
  /// What is asked, with its margin, over what the motor has: peak over peak torque, RMS over rated torque, peak over
  /// top speed, RMS over rated speed, inertia ratio over the largest one.
  std::array<double, motor_demand_names.size()> use{};
  double worst_use() const;
  /// The inertia ratio is among what is asked: where any will do, its use is 0.
  bool asks_inertia_ratio() const { return use.back() != 0; }
  bool suits() const { return worst_use() <= 1; }
};

MotorFit fit_motor(const MotionDuty& motion, std::size_t joint, const std::vector<Motor>& catalogue, std::size_t motor,
                   double ratio, const MotorDemands& demands = {});

/// By what the best of those that suit is chosen.
enum class MotorPreference { price, mass, rated_torque };
/// Price where all motors have one, else mass where all have one, else rated torque.
MotorPreference usual_preference(const std::vector<Motor>& catalogue);
/// Whether all motors have the number that it is about.
bool has_preference(const std::vector<Motor>& catalogue, MotorPreference preference);

struct MotorChoice {
  std::optional<MotorFit> best;     // of those that suit: the least price, mass or torque; among equals the coolest
  std::optional<MotorFit> nearest;  // where none suits: the one that lacks least
  std::size_t suitable = 0, examined = 0;
};

/// Examines every motor with every ratio: those it is sold with, or else `ratios`, or else the joint's present one.
/// All other drives stay as they are in the robot: their rotors are part of the load. An empty catalogue has no choice.
MotorChoice choose_motor(const MotionDuty& motion, std::size_t joint, const JointDrive& present,
                         const std::vector<Motor>& catalogue, const std::vector<double>& ratios,
                         MotorPreference preference, const MotorDemands& demands = {});

}  // namespace torsor
