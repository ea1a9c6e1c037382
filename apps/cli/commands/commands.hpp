#pragma once

/// One function for each subcommand; each lives in the file of its name.
namespace torsor::cli {

class CommandLine;

void add_robots(CommandLine& tool);
void add_show(CommandLine& tool);
void add_studio(CommandLine& tool);
void add_kinematics(CommandLine& tool);
void add_inverse_kinematics(CommandLine& tool);
void add_jacobian(CommandLine& tool);
void add_manipulability(CommandLine& tool);
void add_workspace(CommandLine& tool);
void add_center_of_mass(CommandLine& tool);
void add_inverse_dynamics(CommandLine& tool);
void add_forward_dynamics(CommandLine& tool);
void add_derivatives(CommandLine& tool);
void add_terms(CommandLine& tool);
void add_energy(CommandLine& tool);
void add_centroidal_momentum(CommandLine& tool);
void add_effective_inertia(CommandLine& tool);
void add_operational_space(CommandLine& tool);
void add_lagrange(CommandLine& tool);
void add_regressor(CommandLine& tool);
void add_base_parameters(CommandLine& tool);
void add_simulate(CommandLine& tool);
void add_trajectory(CommandLine& tool);
void add_size_motors(CommandLine& tool);
void add_compare_controllers(CommandLine& tool);
void add_batch(CommandLine& tool);
void add_count(CommandLine& tool);
void add_check(CommandLine& tool);
void add_derive(CommandLine& tool);
void add_generate(CommandLine& tool);
void add_verify_generated(CommandLine& tool);
void add_compile(CommandLine& tool);
void add_dh_table(CommandLine& tool);
void add_convert(CommandLine& tool);
void add_lint(CommandLine& tool);
void add_excite(CommandLine& tool);
void add_plan_experiment(CommandLine& tool);
void add_make_log(CommandLine& tool);
void add_smooth(CommandLine& tool);
void add_identify(CommandLine& tool);
void add_payload(CommandLine& tool);
void add_compare(CommandLine& tool);
void add_identify_online(CommandLine& tool);
void add_log(CommandLine& tool);
void add_help(CommandLine& tool);
void add_completion(CommandLine& tool);

}  // namespace torsor::cli
