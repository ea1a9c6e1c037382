#include "torsor/dynamics/effective_inertia.hpp"

#include <cmath>
#include <iostream>
#include <memory>

#include "arguments/joint_sweeps.hpp"
#include "arguments/position_limits.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/effective_inertia_output.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/text.hpp"
#include "torsor/dynamics/singular_inertia.hpp"
#include "torsor/model/number_list.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {
namespace effective_inertia_command {

struct Arguments {
  RobotArguments robot;
  VectorArgument q;
  std::vector<std::string> sweeps;
  int grid = 0, samples = 0;
  bool table = false;
  std::string loads = "0,3,99", pair = "1,2";
  Option grid_option, samples_option;

  void add_to(Command& command);
};

void Arguments::add_to(Command& command) {
  robot.add_to(command);
  q.add_to(command, "--q", "Joint positions (default 0)");
  const Option sweep =
      command.option("--sweep", sweeps, "JOINT=FROM:TO:COUNT: positions of one joint; may be repeated").one_word_each();
  grid_option =
      command.option("--grid", grid, "Range over N points for each joint in its limits").excludes({q.option(), sweep});
  samples_option = command.option("--samples", samples, "Range over N random configurations in the limits")
                       .excludes({q.option(), sweep, grid_option});
  const Option table_option = command
                                  .flag("--table", table,
                                        "Inertia at a joint with the other locked and free, by load and angle of the "
                                        "other [Paul 1981, chapter 6]")
                                  .excludes({sweep, grid_option, samples_option});
  command.option("--loads", loads, "Point masses at the tip, for --table (default 0,3,99)").needs(table_option);
  command.option("--pair", pair, "The two joints of --table (default 1,2)").needs(table_option);
}

void report_state(const Arguments& arguments, const Model<double>& model) {
  const Vector q = positions(arguments.q, arguments.robot, model), rotors = actuator_inertia(model);
  EffectiveInertia<double> inertia = effective_inertia(model, q);
  const int lost = lost_pivot(inertia.B, inertia.pivots);
  if (lost >= 0) inertia.free.assign(model.nv, std::nan(""));
  if (answered(arguments.robot, {{"joints", velocity_names(model)},
                                 {"effective_inertia", inertia.locked},
                                 {"coupled_inertia", to_json(inertia.B)},
                                 {"actuator_inertia", rotors},
                                 {"locked", inertia.locked},
                                 {"free", to_json_or_null(inertia.free)}}))
    return;
  std::cout << "effective inertia D_ii, actuator inertia I_a included; with the other joints locked or free\n";
  Table table({"joint", "q", "D_ii", "I_a", "locked", "free"});
  for (int j = 0; j < model.nv; ++j)  // no sums: a light tip beside a heavy slide is not rounding
    table.add({velocity_names(model)[j], shown(q[j]), shown(inertia.locked[j]), shown(rotors[j]),
               shown(inertia.locked[j]), shown(inertia.free[j])});
  table.print();
  std::cout << "\ncoupled inertia D_ij\n";
  print_symmetric(velocity_names(model), inertia.B);
  if (lost >= 0) std::cout << '\n' << singular_inertia(model, q) << ": free has no value\n";
}

/// The two joints of --pair, the second revolute.
std::pair<int, int> read_pair(const Arguments& arguments, const Model<double>& model) {
  if (model.nv < 2)
    throw UsageError("--table: expected a robot with two joints or more, and " + model.name + " has one");
  const auto comma = arguments.pair.find(',');
  if (comma == std::string::npos)
    throw UsageError("--pair: expected two joints I,J, found " + in_quotes(arguments.pair));
  const int i = find_joint(model, arguments.pair.substr(0, comma), "--pair");
  const int j = find_joint(model, arguments.pair.substr(comma + 1), "--pair");
  const std::string turned = velocity_names(model)[j];
  if (i == j) throw UsageError("--pair: expected two different joints, found " + turned + " twice");
  if (body_of_velocity(model, j).joint != JointType::revolute)
    throw UsageError("--table: expected a revolute joint to turn, and " + turned + " is prismatic; choose with --pair");
  return {i, j};
}

void report_table(const Arguments& arguments, const Model<double>& model) {
  const auto [i, j] = read_pair(arguments, model);
  const Vector loads = parse_numbers(arguments.loads, "--loads");
  for (const double load : loads)
    if (load < 0) throw UsageError("--loads: expected masses that are not negative, found " + shown(load));
  const std::vector<EffectiveInertiaTableRow> table = effective_inertia_table(
      model, arguments.robot.tip(model), i, j, loads, positions(arguments.q, arguments.robot, model));
  if (!answered(arguments.robot, to_json(model, i, j, table))) print(model, i, j, table);
}

/// The joints' limits, for --grid and --samples.
std::vector<JointLimits> limits_for(const Arguments& arguments, const Model<double>& model, const std::string& flag) {
  std::vector<JointLimits> limits = joint_limits(arguments.robot.load_description());
  const int joint = joint_without_range(model, limits);
  if (joint < 0) return limits;
  const std::string name = velocity_names(model)[joint];
  throw UsageError(flag + ": expected position limits of every prismatic joint, and " + name + " has none; --sweep " +
                   name + "=FROM:TO:COUNT takes its own");
}

void report_range(const Arguments& arguments, const Model<double>& model, const Configurations& configurations,
                  bool list) {
  constexpr std::size_t shown_rows = 40, all_rows = 1'000'000;
  const std::size_t kept = !list ? 0 : arguments.robot.json() ? all_rows : shown_rows;
  const EffectiveInertiaSurvey survey = survey_effective_inertia(model, configurations, kept);
  if (!answered(arguments.robot, to_json(model, survey, list))) print(model, survey, list);
}

void report(const Arguments& arguments) {
  const Model<double> model = arguments.robot.load();
  require_simple_joints(model, "effective-inertia");
  if (arguments.table) return report_table(arguments, model);
  if (arguments.grid_option.given())
    return report_range(arguments, model,
                        Configurations::grid(model, limits_for(arguments, model, "--grid"), arguments.grid), false);
  if (arguments.samples_option.given())
    return report_range(arguments, model,
                        Configurations::samples(model, limits_for(arguments, model, "--samples"), arguments.samples),
                        false);
  if (arguments.sweeps.empty()) return report_state(arguments, model);
  const std::vector<JointSweep> sweeps = joint_sweeps(model, arguments.sweeps);
  report_range(arguments, model, Configurations::sweep(model, positions(arguments.q, arguments.robot, model), sweeps),
               true);
}

}  // namespace effective_inertia_command

void add_effective_inertia(CommandLine& tool) {
  using namespace effective_inertia_command;
  Command command = tool.command("effective-inertia", "What each joint feels, the others locked or free; its range");
  auto arguments = std::make_shared<Arguments>();
  arguments->add_to(command);
  command.on_run([arguments] { report(*arguments); });
}

}  // namespace torsor::cli
