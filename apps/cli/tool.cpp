#include "tool.hpp"

#include <cstdlib>
#include <iostream>
#include <string_view>

#include "arguments/command_line.hpp"
#include "commands/commands.hpp"
#include "output/exit_code.hpp"
#include "output/printable_stream.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/instruction_set.hpp"
#include "torsor/core/output_file.hpp"
#include "torsor/core/text.hpp"
#include "torsor/version.hpp"

namespace {

using namespace torsor::cli;

void add_commands(CommandLine& tool) {
  using Add = void (*)(CommandLine&);
  const std::vector<std::pair<const char*, std::vector<Add>>> groups{
      {"Robots", {add_robots, add_show, add_studio, add_lint, add_check, add_convert, add_dh_table}},
      {"Motion",
       {add_kinematics, add_inverse_kinematics, add_jacobian, add_manipulability, add_workspace, add_center_of_mass}},
      {"Dynamics",
       {add_inverse_dynamics, add_forward_dynamics, add_derivatives, add_terms, add_energy, add_centroidal_momentum,
        add_effective_inertia, add_operational_space, add_lagrange, add_trajectory, add_simulate,
        add_compare_controllers, add_size_motors, add_batch}},
      {"Equations and code", {add_derive, add_count, add_generate, add_verify_generated, add_compile}},
      {"Identification",
       {add_plan_experiment, add_excite, add_regressor, add_base_parameters, add_log, add_smooth, add_identify,
        add_identify_online, add_payload, add_compare, add_make_log}},
      {"Help", {add_completion, add_help}}};
  for (const auto& [title, adders] : groups) {
    tool.start_group(title);
    for (const Add add : adders) add(tool);
  }
}

/// A set of instructions that nobody knows would be passed over in silence: the library chooses before main.
void require_known_instruction_set() {
  using torsor::InstructionSet;
  const char* asked = std::getenv("TORSOR_ISA");  // NOLINT(concurrency-mt-unsafe): nothing here sets one
  if (asked == nullptr || *asked == '\0') return;
  for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512})
    if (std::string_view(asked) == name_of(set)) return;
  throw torsor::UsageError("TORSOR_ISA: expected baseline, avx2 or avx512, found " + torsor::in_quotes(asked));
}

void run(int count, char** words) {
  require_known_instruction_set();
  CommandLine tool("torsor",
                   "Torsor: the dynamics of robot arms, from a DH table and masses to every equation of motion",
                   std::string("torsor ").append(torsor::version));
  tool.add_example("torsor inverse-dynamics puma560 --q 0,45deg,180deg,0,45deg,0",
                   "the torques that hold a PUMA 560 in a pose");
  tool.add_example("torsor derive two-rods --format latex", "the equations of motion in closed form");
  tool.add_example("torsor identify panda log.csv --report report.html", "masses and friction from a log of motion");
  add_commands(tool);
  tool.run(count, words);
  std::cout.flush();
  if (!std::cout) throw torsor::WriteError("standard output", "");
}

}  // namespace

namespace torsor::cli {

int run_tool(int count, char** words) {
  const PrintableStream output(std::cout), errors(std::cerr);
  bool json = false;
  for (int k = 1; k < count; ++k) json |= std::string_view(words[k]) == "--json";
  try {
    run(count, words);
    return 0;
  } catch (const std::exception& error) {
    return report(error, json);
  }
}

}  // namespace torsor::cli
