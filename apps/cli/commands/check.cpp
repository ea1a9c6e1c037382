#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/exit_code.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/error.hpp"
#include "torsor/dynamics/consistency.hpp"

namespace torsor::cli {
namespace check_command {

struct Arguments {
  RobotArguments robot;
  ConsistencyOptions options;
  Option states_option;
};

void print(const Model<double>& model, const Consistency& result, int states) {
  std::cout << fmt::format("{} at {}; relative disagreements\n", model.name, counted(states, "random state"));
  Table table({"identity", "largest", "allowed", ""});
  for (const Identity& identity : result.identities) {
    const std::string verdict = identity.states == 0 ? "skipped" : identity.holds() ? "holds" : "FAILS";
    table.add({identity.name, identity.states == 0 ? "" : fmt::format("{:.1e}", identity.disagreement),
               fmt::format("{:.0e}", identity.tolerance), verdict});
  }
  table.print();
  if (result.singular_states > 0)
    std::cout << fmt::format("the inertia matrix is singular at {} of {}: forward dynamics was skipped there\n",
                             result.singular_states, counted(states, "state"));
  if (result.indefinite_states > 0)
    std::cout << fmt::format("the inertia matrix is not positive definite at {} of {}: a rotor outweighs its link\n",
                             result.indefinite_states, counted(states, "state"));
  if (!result.lagrange)
    std::cout << "Lagrange-Euler took no part: it is meant for up to 12 joints of one degree of freedom\n";
}

/// The work at a state grows with the square of the joints, and more.
int usual_states(int joints) { return joints <= 100 ? 100 : std::max(1, 1'000'000 / (joints * joints)); }

void run(Arguments& arguments) {
  if (arguments.options.states < 1)
    throw UsageError(fmt::format("--states: expected at least 1, found {}", arguments.options.states));
  const Model<double> model = arguments.robot.load();
  if (!arguments.states_option.given()) arguments.options.states = usual_states(model.nv);
  const Consistency result = check_consistency(model, arguments.options);
  Json list = Json::array();
  int failures = 0;
  for (const Identity& identity : result.identities) {
    list.push_back({{"name", identity.name},
                    {"disagreement", identity.disagreement},
                    {"tolerance", identity.tolerance},
                    {"states", identity.states},
                    {"skipped", identity.skipped},
                    {"holds", identity.holds()}});
    failures += !identity.holds();
  }
  if (!answered(arguments.robot, {{"robot", model.name},
                                  {"states", arguments.options.states},
                                  {"holds", result.holds()},
                                  {"identities", list},
                                  {"singular_states", result.singular_states},
                                  {"indefinite_states", result.indefinite_states},
                                  {"lagrange_euler", result.lagrange}}))
    print(model, result, arguments.options.states);
  std::cout.flush();
  if (failures > 0)
    throw NotAcceptable(fmt::format("{} of {} fail{}", failures,
                                    counted(static_cast<long>(result.identities.size()), "identity", "identities"),
                                    failures == 1 ? "s" : ""));
}

}  // namespace check_command

void add_check(CommandLine& tool) {
  using namespace check_command;
  Command command =
      tool.command("check", "Every formulation against every other on random states: can this robot be trusted?");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command);
  arguments->states_option = command.option("--states", arguments->options.states,
                                            "How many random states (default 100, fewer for more than 100 joints)");
  command.option("--seed", arguments->options.seed, "Where the random numbers start (default 1)");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
