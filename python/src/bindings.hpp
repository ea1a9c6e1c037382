#pragma once

#include "robot.hpp"

/// One function for each file that fills the module.
namespace torsor::python {

using RobotClass = nb::class_<Robot>;

void bind_errors(nb::module_& module);
RobotClass bind_robot(nb::module_& module);
void bind_dynamics(RobotClass& robot);
void bind_energy(RobotClass& robot);
void bind_derivatives(RobotClass& robot);
void bind_kinematics(RobotClass& robot);
void bind_inverse_kinematics(RobotClass& robot);
void bind_parameters(RobotClass& robot);
void bind_checks(nb::module_& module, RobotClass& robot);
void bind_equations(RobotClass& robot);
void bind_motion(RobotClass& robot);
void bind_simulation(RobotClass& robot);
void bind_logs(nb::module_& module);
void bind_identification(RobotClass& robot);
void bind_excitation(RobotClass& robot);
void bind_payload(RobotClass& robot);
void bind_studio(RobotClass& robot);
void bind_command_line(nb::module_& module);

}  // namespace torsor::python
