#include <iostream>

#include "command.hpp"
#include "output/finding_output.hpp"

namespace {

enum ExitCode { fine = 0, computation_failed = 1, usage = 2, bad_file = 3 };

/// Joins `--q -pi/2,0` into `--q=-pi/2,0`, so that a value may start with a minus sign.
std::vector<std::string> joined_arguments(int count, char** values) {
  std::vector<std::string> arguments;
  for (int k = 1; k < count; ++k) {
    std::string argument = values[k];
    const bool is_flag = argument.starts_with("--") && argument.find('=') == std::string::npos;
    if (is_flag && k + 1 < count) {
      const std::string next = values[k + 1];
      if (next.size() > 1 && next[0] == '-' && next[1] != '-' && next != "-h") {
        argument += "=" + next;
        ++k;
      }
    }
    arguments.push_back(std::move(argument));
  }
  return {arguments.rbegin(), arguments.rend()};
}

void require_known_command(const CLI::App& app, const std::string& word) {
  if (word.empty() || word[0] == '-') return;
  std::string known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == word) return;
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  throw torsor::UsageError("unknown command " + torsor::in_quotes(word) + ": expected one of " + known);
}

int run(int count, char** values) {
  CLI::App app{"Torsor: the dynamics of robot arms, from a DH table and masses to every equation of motion"};
  app.name("torsor");
  app.set_version_flag("--version", "torsor " TORSOR_VERSION);
  app.require_subcommand(1);
  using namespace torsor::cli;
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
    add(app);
  require_known_command(app, count > 1 ? values[1] : "");
  try {
    app.parse(joined_arguments(count, values));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::cerr << "torsor: " << error.what() << " (see torsor --help)\n";
    return usage;
  }
  std::cout.flush();
  if (!std::cout) throw torsor::Error("the output cannot be written");
  return fine;
}

}  // namespace

int main(int count, char** values) {
  const auto fail = [](const std::string& message, ExitCode code) {
    std::cerr << "torsor: " << message << '\n';
    return code;
  };
  try {
    return run(count, values);
  } catch (const torsor::UsageError& error) {
    return fail(torsor::cli::told(error), usage);
  } catch (const torsor::FileError& error) {
    return fail(error.what(), bad_file);
  } catch (const torsor::ComputationError& error) {
    return fail(torsor::cli::told(error), computation_failed);
  } catch (const std::exception& error) {
    return fail(error.what(), computation_failed);
  }
}
