#include <iostream>

#include "arguments/command_line.hpp"
#include "commands/commands.hpp"
#include "output/option_flag.hpp"
#include "torsor/core/error.hpp"
#include "torsor/version.hpp"

namespace {

enum ExitCode { fine = 0, computation_failed = 1, usage = 2, bad_file = 3 };

void run(int count, char** words) {
  using namespace torsor::cli;
  CommandLine tool("torsor",
                   "Torsor: the dynamics of robot arms, from a DH table and masses to every equation of motion",
                   std::string("torsor ").append(torsor::version));
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
  const auto tell = [](const std::string& message, ExitCode code) {
    std::cerr << "torsor: " << message << '\n';
    return code;
  };
  try {
    run(count, values);
    return fine;
  } catch (const torsor::UsageError& error) {
    return tell(torsor::cli::told(error), usage);
  } catch (const torsor::FileError& error) {
    return tell(error.what(), bad_file);
  } catch (const torsor::ComputationError& error) {
    return tell(torsor::cli::told(error), computation_failed);
  } catch (const std::exception& error) {
    return tell(error.what(), computation_failed);
  }
}
