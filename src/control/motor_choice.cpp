#include "torsor/control/motor_choice.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace torsor {
namespace {

double preferred_number(const Motor& motor, MotorPreference preference) {
  switch (preference) {
    case MotorPreference::price:
      return motor.price;
    case MotorPreference::mass:
      return motor.mass;
    case MotorPreference::rated_torque:
      break;
  }
  return motor.rated_torque;
}

std::vector<double> ratios_of(const Motor& motor, const std::vector<double>& ratios, const JointDrive& present) {
  if (!motor.ratios.empty()) return motor.ratios;
  if (!ratios.empty()) return ratios;
  return {std::abs(present.ratio)};
}

}  // namespace

double MotorFit::worst_use() const { return *std::max_element(use.begin(), use.end()); }

MotorFit fit_motor(const MotionDuty& motion, std::size_t joint, const std::vector<Motor>& catalogue, std::size_t motor,
                   double ratio, const MotorDemands& demands) {
  const Motor& offered = catalogue[motor];
  MotorFit fit{motor, ratio, motor_load(motion, joint, ratio, offered.rotor_inertia)};
  const MotorLoad& load = fit.load;
  fit.thermal_load = load.rms_torque / offered.rated_torque;
  const bool any_inertia = std::isinf(demands.largest_inertia_ratio);
  fit.use = {demands.margin * load.peak_torque / offered.peak_torque, demands.margin * fit.thermal_load,
             load.peak_speed / offered.top_speed, load.rms_speed / offered.rated_speed,
             any_inertia ? 0 : load.largest_inertia_ratio / demands.largest_inertia_ratio};
  return fit;
}

bool has_preference(const std::vector<Motor>& catalogue, MotorPreference preference) {
  return std::none_of(catalogue.begin(), catalogue.end(),
                      [&](const Motor& motor) { return std::isnan(preferred_number(motor, preference)); });
}

MotorPreference usual_preference(const std::vector<Motor>& catalogue) {
  for (const MotorPreference preference : {MotorPreference::price, MotorPreference::mass})
    if (has_preference(catalogue, preference)) return preference;
  return MotorPreference::rated_torque;
}

MotorChoice choose_motor(const MotionDuty& motion, std::size_t joint, const JointDrive& present,
                         const std::vector<Motor>& catalogue, const std::vector<double>& ratios,
                         MotorPreference preference, const MotorDemands& demands) {
  MotorChoice choice;
  const auto rank = [&](const MotorFit& fit) {
    return std::pair(preferred_number(catalogue[fit.motor], preference), fit.thermal_load);
  };
  for (std::size_t m = 0; m < catalogue.size(); ++m)
    for (const double ratio : ratios_of(catalogue[m], ratios, present)) {
      const MotorFit fit = fit_motor(motion, joint, catalogue, m, present.ratio < 0 ? -ratio : ratio, demands);
      ++choice.examined;
      if (fit.suits()) {
        ++choice.suitable;
        if (!choice.best || rank(fit) < rank(*choice.best)) choice.best = fit;
      } else if (!choice.nearest || fit.worst_use() < choice.nearest->worst_use()) {
        choice.nearest = fit;
      }
    }
  if (choice.best) choice.nearest.reset();
  return choice;
}

}  // namespace torsor
