#pragma once

#include <string>
#include <utility>
#include <vector>

#include "torsor/control/motor_sizing.hpp"

namespace torsor {

struct MotorReportInputs {
  std::string robot;
  std::vector<std::pair<std::string, std::string>> asked{};  // what it was called with: {"payload", "2 kg"}
};

/// A page of HTML that needs nothing else: what a motion asks of joints and bearings, and for each motor its torque
/// over its speed, with what the motor gives: the chosen one of the catalogue, or else the fitted one, or else the
/// limits of the robot file.
std::string html_report(const MotionDuty& motion, const MotorSizing& sizing, const std::vector<Motor>& catalogue,
                        const MotorReportInputs& inputs);

}  // namespace torsor
