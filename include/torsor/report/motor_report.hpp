#pragma once

#include <string>

#include "torsor/control/motor_sizing.hpp"

namespace torsor {

/// A page of HTML that needs nothing else: what a motion asks of joints and bearings, and for each motor its torque
/// over its speed, with what the motor gives: the chosen one of the catalogue, or else the fitted one, or else the
/// limits of the robot file.
std::string html_report(const MotionDuty& motion, const MotorSizing& sizing, const std::vector<Motor>& catalogue,
                        const std::string& robot);

}  // namespace torsor
