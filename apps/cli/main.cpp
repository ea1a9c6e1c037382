#include <iostream>

#include "arguments/command_line.hpp"
#include "commands/commands.hpp"
#include "torsor/core/error.hpp"

namespace {

enum ExitCode { fine = 0, computation_failed = 1, usage = 2, bad_file = 3 };

void run(int count, char** words) {
  using namespace torsor::cli;
  CommandLine tool("torsor",
                   "Torsor: the dynamics of robot arms, from a DH table and masses to every equation of motion",
                   "torsor " TORSOR_VERSION);
  for (const auto add : {add_robots,
                         add_show,
                         add_kinematics,
                         add_jacobian,
                         add_inverse_dynamics,
                         add_forward_dynamics,
                         add_terms,
                         add_energy,
                         add_effective_inertia,
                         add_operational_space,
                         add_lagrange,
                         add_regressor,
                         add_base_parameters,
                         add_count,
                         add_check,
                         add_derive,
                         add_generate,
                         add_verify_generated,
                         add_convert,
                         add_lint,
                         add_make_log,
                         add_smooth,
                         add_identify,
                         add_log,
                         add_dh_table})
    add(tool);
  tool.run(count, words);
  std::cout.flush();
  if (!std::cout) throw torsor::Error("the output cannot be written");
}

}  // namespace

int main(int count, char** values) {
  const auto fail = [](const std::exception& error, ExitCode code) {
    std::cerr << "torsor: " << error.what() << '\n';
    return code;
  };
  try {
    run(count, values);
    return fine;
  } catch (const torsor::UsageError& error) {
    return fail(error, usage);
  } catch (const torsor::FileError& error) {
    return fail(error, bad_file);
  } catch (const std::exception& error) {
    return fail(error, computation_failed);
  }
}
