#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>

#include "arguments/log_effect_arguments.hpp"
#include "arguments/log_motion_arguments.hpp"
#include "arguments/outputs.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/dynamics/base_parameters.hpp"
#include "torsor/logs/write_log.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/position.hpp"
#include "torsor/robot_files/write_robot.hpp"
#include "torsor/synthetic/robot_behind_log.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

namespace torsor::cli {
namespace make_log_command {

struct Arguments {
  RobotArguments robot;
  VectorArgument gravity;
  LogEffectArguments effects;
  std::string output, truth, true_robot, friction = "robot", rotors = "robot";
  LogMotionArguments motion;
  double rate = 1000;
  std::uint64_t seed = 1;
  Outputs outputs;
  WriteLogOptions stream{.digits = 10};
};

/// The robot that the log is of, and how it moves.
struct Setup {
  Description description;
  Model<double> model;
  RepeatedMotion motion;
  std::vector<std::string> notes;
};

void require(bool sound, const char* flag, const std::string& expected, double found) {
  if (!sound) throw UsageError(fmt::format("{}: expected {}, found {}", flag, expected, shown(found)));
}

void check(const Arguments& arguments) {
  if (!arguments.output.ends_with(".csv") && !arguments.output.ends_with(".npy"))
    throw UsageError(fmt::format("--output: expected a file that ends in .csv or .npy, found '{}'", arguments.output));
  require(arguments.rate >= 1 && arguments.rate <= 1e6, "--rate", "1 to 1e6 samples per second", arguments.rate);
  arguments.motion.check(arguments.rate);
  require(arguments.stream.digits >= 3 && arguments.stream.digits <= 17, "--digits", "3 to 17",
          arguments.stream.digits);
  require(arguments.stream.threads >= 0 && arguments.stream.threads <= 256, "--threads", "0 to 256",
          arguments.stream.threads);
}

void require_masses(const Model<double>& model) {
  for (const Body<double>& body : model.bodies) {
    const Symmetric3<double>& E = body.inertia.second_moment;
    if (&body != &model.bodies[0] && (body.inertia.mass != 0 || E.xx + E.yy + E.zz != 0)) return;
  }
  throw ComputationError(model.name + " has no masses: there is no torque to record");
}

/// Friction, where the robot has none and it was asked for.
void settle_friction(const Arguments& arguments, Setup& setup) {
  if (arguments.friction == "none") {
    setup.model = without_friction(setup.model);
    return;
  }
  const auto without = [&] {
    const auto& all = setup.model.friction;
    return std::count_if(all.begin(), all.end(), [](const Friction<double>& f) { return f.coulomb == 0; });
  };
  const auto joints = without();
  if (joints == 0) return;
  if (arguments.friction == "typical") {
    setup.model = with_typical_friction(setup.model, setup.motion);
    setup.notes.push_back(fmt::format(
        "{} of {} {} no Coulomb friction in the robot file and {} given typical friction: "
        "a tenth of the rms torque and a hundredth of the largest, and as much viscous at the rms velocity",
        joints, counted(setup.model.nv, "joint"), joints == 1 ? "has" : "have", joints == 1 ? "was" : "were"));
  } else {
    setup.notes.push_back(fmt::format("{} of {} {} no Coulomb friction; --friction typical adds some", joints,
                                      counted(setup.model.nv, "joint"), joints == 1 ? "has" : "have"));
  }
}

Setup prepare(const Arguments& arguments) {
  Description description = arguments.robot.load_changed();
  const Model<double> written = arguments.robot.load();
  require_simple_joints(written, "make-log");
  require_masses(written);
  std::vector<std::string> notes;
  RepeatedMotion motion = arguments.motion.motion(written, joint_limits(description), arguments.seed, notes);
  if (arguments.rotors == "typical") description = with_typical_rotors(description, motion);
  Model<double> model = build_model<double>(description);
  if (arguments.gravity.given()) model = with_gravity(model, arguments.gravity.three());
  Setup setup{std::move(description), model, std::move(motion), std::move(notes)};
  settle_friction(arguments, setup);
  return setup;
}

/// The parameters that an identification should find.
Json truth(const Setup& setup) {
  const Model<double>& model = setup.model;
  ParameterSelection select = all_of(model);
  select.viscous = select.coulomb = true;
  const ParameterLayout layout = parameter_layout(model, select);
  const Vector theta = parameters(model, layout);
  const BaseParameters base = base_parameters(model, layout, default_conditions(model), BaseParameterOptions{});
  const Vector beta = base_values(base, theta);
  Json standard = Json::array(), list = Json::array();
  for (int c = 0; c < layout.size(); ++c)
    standard.push_back({{"name", parameter_name(layout.entries[c])}, {"value", theta[c]}});
  for (int b = 0; b < base.count(); ++b)
    list.push_back({{"name", parameter_name(layout.entries[base.independent[b]])},
                    {"combination", base_parameter_in_words(base, layout, b)},
                    {"value", beta[b]}});
  return {{"parameters", standard}, {"base_parameters", list}};
}

Json about(const Arguments& arguments, const Setup& setup, const SyntheticLog& log, const LogEffects& effects) {
  Json json = {{"robot", setup.model.name},
               {"file", arguments.output},
               {"rows", log.row_count()},
               {"duration", static_cast<double>(log.row_count()) / arguments.rate},
               {"joints", velocity_names(setup.model)},
               {"gravity", entries_json(setup.model.gravity)},
               {"preset", arguments.effects.preset()},
               {"seed", arguments.seed},
               {"period", setup.motion.period()},
               {"centre", setup.motion.centre()},
               {"torque_rms", log.torque_rms()},
               {"effects", to_json(effects)},
               {"notes", setup.notes}};
  json.update(arguments.motion.to_json());
  return json;
}

void print_log(const Arguments& arguments, const Setup& setup, const SyntheticLog& log) {
  const int n = setup.model.nv;
  Vector q(n), qd(n), qdd(n), low(n, 1e300), high(n, -1e300), fastest(n, 0.0), coulomb(n), viscous(n);
  constexpr int looks = 2000;
  for (int i = 0; i < looks; ++i) {
    setup.motion.evaluate(setup.motion.period() * i / looks, q, qd, qdd);
    for (int j = 0; j < n; ++j)
      low[j] = std::min(low[j], q[j]), high[j] = std::max(high[j], q[j]),
      fastest[j] = std::max(fastest[j], std::abs(qd[j]));
  }
  for (int j = 0; j < n; ++j)
    coulomb[j] = setup.model.friction[j].coulomb, viscous[j] = setup.model.friction[j].viscous;
  std::cout << fmt::format("{}: {} of {}, {:.6g} s at {:.6g} Hz, {}, seed {}\n", arguments.output,
                           counted(log.row_count(), "row"), setup.model.name,
                           static_cast<double>(log.row_count()) / arguments.rate, arguments.rate,
                           arguments.effects.preset(), arguments.seed);
  Table table({"joint", "from", "to", "velocity", "torque rms", "viscous", "Coulomb"});
  for (int j = 0; j < n; ++j)
    table.add({velocity_names(setup.model)[j], fmt::format("{:.3f}", low[j]), fmt::format("{:.3f}", high[j]),
               fmt::format("{:.3f}", fastest[j]), fmt::format("{:.4g}", log.torque_rms()[j]),
               fmt::format("{:.4g}", viscous[j]), fmt::format("{:.4g}", coulomb[j])});
  table.print();
  for (const std::string& note : setup.notes) std::cout << note << '\n';
}

void run(Arguments& arguments) {
  check(arguments);
  arguments.stream.existing = arguments.outputs.existing();
  const Setup setup = prepare(arguments);
  const LogEffects effects = arguments.effects.effects(arguments.rate, arguments.seed, gear_ratios(setup.description));
  const long rows = arguments.motion.rows(setup.motion, arguments.rate);
  const SyntheticLog log(setup.model, setup.motion, effects, rows);
  const auto start = std::chrono::steady_clock::now();
  write_log(log, arguments.output, arguments.stream);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  Json json = about(arguments, setup, log, effects);
  if (!arguments.truth.empty()) {
    Json written = json;
    written.update(truth(setup));
    arguments.outputs.write(arguments.truth, written.text() + "\n");
  }
  if (!arguments.true_robot.empty())
    arguments.outputs.write(arguments.true_robot,
                            write_yaml(robot_behind_log(setup.description, setup.model, effects)).text);
  json["seconds"] = seconds;
  json["rows_per_second"] = static_cast<double>(rows) / seconds;
  if (!answered(arguments.robot, json)) {
    print_log(arguments, setup, log);
    std::cout << fmt::format("written in {:.2f} s, {:.3g} rows/s\n", seconds, static_cast<double>(rows) / seconds);
  }
  std::cout.flush();
  arguments.outputs.require_written();
}

}  // namespace make_log_command

void add_make_log(CommandLine& tool) {
  using namespace make_log_command;
  Command command = tool.command("make-log", "A log of a robot that never moved, with the faults of real ones");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command);
  arguments->robot.masses_do_not_matter();  // it refuses where there are none
  arguments->outputs.add_to(command, "--output", arguments->output, "The log: FILE.csv or FILE.npy").required();
  arguments->motion.add_to(command);
  command.option("--rate", arguments->rate, "Samples per second (default 1000)");
  command.option("--seed", arguments->seed, "Of the motion and of everything random (default 1)");
  command.option("--friction", arguments->friction, "robot (default), none, or typical: add some where there is none")
      .one_of({"robot", "none", "typical"});
  command
      .option("--rotors", arguments->rotors,
              "robot (default), or typical: where a joint has no rotor, half of its own inertia and more")
      .one_of({"robot", "typical"});
  arguments->gravity.add_to(command, "--gravity", "Free-fall acceleration x,y,z in base axes: the mounting");
  arguments->outputs.add_to(command, "--truth", arguments->truth,
                            "Write the parameters behind the log to this JSON file");
  arguments->outputs.add_to(command, "--true-robot", arguments->true_robot,
                            "Write the robot behind the log, with the friction that it was given, to this YAML file");
  command.option("--digits", arguments->stream.digits, "Significant digits in a CSV (default 10)");
  command.option("--threads", arguments->stream.threads, "Default: one for each core");
  arguments->effects.add_to(command);
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
