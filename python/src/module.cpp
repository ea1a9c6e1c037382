#include "bindings.hpp"
#include "torsor/version.hpp"

NB_MODULE(_core, module) {
  using namespace torsor::python;
  module.doc() = "Dynamics of robot arms: what is compiled.";
  module.attr("_version") = std::string(torsor::version).c_str();
  bind_errors(module);
  RobotClass robot = bind_robot(module);
  bind_dynamics(robot);
  bind_energy(robot);
  bind_derivatives(robot);
  bind_kinematics(robot);
  bind_inverse_kinematics(robot);
  bind_parameters(robot);
  bind_checks(module, robot);
  bind_equations(robot);
  bind_motion(robot);
  bind_simulation(robot);
  bind_logs(module);
  bind_identification(robot);
  bind_excitation(robot);
  bind_payload(robot);
  bind_studio(robot);
  bind_command_line(module);
}
