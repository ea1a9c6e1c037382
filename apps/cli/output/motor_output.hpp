#pragma once

#include "output/json.hpp"
#include "torsor/control/motor_sizing.hpp"

namespace torsor::cli {

/// Tables of what a motion asks of joints, motors, gears and bearings, and of the motors that were chosen.
void print_motors(const MotionDuty& motion, const MotorSizing& sizing, const std::vector<Motor>& catalogue);

Json motors_json(const MotionDuty& motion, const MotorSizing& sizing, const std::vector<Motor>& catalogue);

/// What the nearest motor lacks: "its peak torque is 1.2 of what it gives".
std::string lack_of(const MotorFit& fit);

const char* name_of(MotorPreference preference);

}  // namespace torsor::cli
