#include "torsor/simulation/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>

#include "arguments/run_control.hpp"
#include "arguments/simulation_arguments.hpp"
#include "arguments/start_arguments.hpp"
#include "arguments/studio_arguments.hpp"
#include "arguments/table_output.hpp"
#include "arguments/world_arguments.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/control_output.hpp"
#include "output/exit_code.hpp"
#include "output/progress_bar.hpp"
#include "output/remark.hpp"
#include "output/shown.hpp"
#include "output/simulation_inputs.hpp"
#include "output/simulation_output.hpp"
#include "torsor/batches/time_series_file.hpp"
#include "torsor/codegen/compile.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/postponed_signal.hpp"
#include "torsor/model/moving_inertia.hpp"
#include "torsor/model/position.hpp"
#include "torsor/report/simulation_report.hpp"

namespace torsor::cli {
namespace simulate_command {

struct Arguments {
  RobotArguments robot;
  StartArguments start;
  WorldArguments world;
  SimulationArguments method;
  LoadArguments loads;
  ControlArguments control;
  ObserverArguments observer;
  double duration = 0, rate = 100;
  bool check = false, compile = false, compiled = false;
  std::string output, report;
  Outputs outputs;
  StudioArguments studio;
  Option duration_option;

  bool prints_rows() const { return output == "-"; }
};

void require_sense(const Arguments& arguments) {
  constexpr double most = 1e7;
  if (arguments.prints_rows() && arguments.robot.json()) throw UsageError("--output -: expected no --json beside it");
  if (arguments.duration * arguments.rate > most)
    throw UsageError(fmt::format("--rate: expected at most {:g} samples, found {:g} s at {:g} a second", most,
                                 arguments.duration, arguments.rate));
  for (const std::string& read : arguments.world.wrench_files())
    for (const std::string& written : {arguments.output, arguments.report})
      if (std::error_code none; std::filesystem::equivalent(read, written, none))
        throw UsageError(written + ": expected another file than the ones that are read, found that of --wrench");
}

Model<double> load(const Arguments& arguments) {
  Model<double> model = arguments.robot.load();
  if (!moves_inertia(model))
    throw ComputationError("no link of " + model.name + " that moves has a mass: it has no acceleration");
  return model;
}

/// A base that floats is seldom meant to fall.
void note_free_base(const Arguments& arguments, const Model<double>& model, const StartArguments::State& start,
                    const Surroundings& surroundings) {
  const bool floats = std::any_of(model.bodies.begin() + 1, model.bodies.end(), [](const Body<double>& body) {
    return body.parent == 0 && body.joint == JointType::free;
  });
  Conditions<double> conditions = default_conditions(model);
  if (surroundings.world) surroundings.world(start.time, start.q, start.qd, conditions);
  if (floats && dot(conditions.gravity, conditions.gravity) > 0)
    remark(Severity::note, model.name + " has a free base, which falls; --gravity 0,0,0 lets it float",
           arguments.robot.json());
}

std::string page(const Arguments& arguments, const Model<double>& model, const WorldSignals& world,
                 const Simulation& run, const BalanceCheck& check, const RunControl& control) {
  SimulationNames names{
      model.name, arguments.method.method(), velocity_names(model), torque_units(model), position_names(model), "",
      true};
  if (arguments.check) names.check = in_words(check), names.check_holds = check.holds();
  names.inputs = inputs_of(model, world, run);
  names.given = arguments.world.in_words();
  for (const std::string& load : arguments.loads.in_words()) names.given.push_back(load);
  names.tracking = tracking_of(model, control, arguments.control.controller());
  if (arguments.control.given()) names.tracking.remarks.push_back("The loop: " + arguments.control.settings() + ".");
  return html_report(run, names);
}

/// The robot, and the motion of joints that have one position each.
void fill(StudioContent& content, const Arguments& arguments, const Model<double>& model, const Simulation& run) {
  put_robot(content, arguments.robot);
  if (model.nq != model.nv) return;
  content.log_name = "simulation", content.log_origin = "simulation";
  put_rows(content, static_cast<long>(run.samples.size()), [&](long k) {
    const SimulationSample& sample = run.samples[static_cast<std::size_t>(k)];
    return StudioRow{sample.t, sample.q, sample.qd, sample.qdd, sample.tau};
  });
}

void print_result(const Arguments& arguments, const Model<double>& model, const Simulation& run,
                  const BalanceCheck& check, const RunControl& control) {
  const std::optional<ControlReview> review = control.review();
  if (arguments.robot.json()) {
    Json json = to_json(model, run, arguments.method.method());
    json["compiled"] = arguments.compiled;
    if (review) {
      json["control"] = to_json(*review, model, arguments.control.controller(), control.references());
      json["control"]["loop"] = arguments.control.settings();
    }
    if (control.observer() != nullptr) json["observer"] = observer_json(model, control, arguments.observer.gain());
    if (arguments.check)
      json["check"] = {
          {"largest_defect", check.defect}, {"time", check.time}, {"bound", check.bound}, {"holds", check.holds()}};
    print(json);
  } else if (!arguments.prints_rows()) {
    print_simulation(model, run, arguments.method.method());
    if (review) print_review(*review, model, arguments.control.controller());
    if (control.observer() != nullptr) print_observer(model, control);
    if (arguments.check) std::cout << '\n' << in_words(check) << '\n';
    for (const std::string& path : arguments.outputs.written()) std::cout << "wrote " << path << '\n';
  }
  std::cout.flush();
}

/// The first thing about the loop that should not be.
void require_control(const Arguments& arguments, const Model<double>& model,
                     const std::optional<ControlReview>& review) {
  if (!review) return;
  for (const ControlFinding& finding : review->findings)
    if (!finding.fails()) remark(Severity::warning, in_words(finding, model), arguments.robot.json());
  if (review->failure() == nullptr) return;
  arguments.outputs.require_written();
  throw NotAcceptable(in_words(*review->failure(), model));
}

/// What a script has to stop at, once the answer is printed.
void require_success(const Arguments& arguments, const Model<double>& model, const Simulation& run,
                     const BalanceCheck& check) {
  arguments.outputs.require_written();
  const std::string kept = counted(static_cast<long>(run.samples.size()), "sample");
  const std::vector<std::string>& files = arguments.outputs.written();
  const bool in_file = std::find(files.begin(), files.end(), arguments.output) != files.end();
  const std::string what_is_kept = "; kept " + kept + " up to then" + (in_file ? " in " + arguments.output : "");
  const bool smaller = run.end.kind == SimulationEnd::Kind::no_solution && !arguments.method.adapts();
  if (run.end.kind == SimulationEnd::Kind::stopped)
    return remark(Severity::warning, to_string(run.end, velocity_names(model)) + what_is_kept, arguments.robot.json());
  if (!run.end.reached())
    throw ComputationError(to_string(run.end, velocity_names(model)) + (smaller ? "; a smaller --step may help" : "") +
                           what_is_kept);
  if (arguments.check && !check.holds())
    throw NotAcceptable(fmt::format("the power balance does not hold: {} J are missing at {} s, where {} J may be",
                                    shown(check.defect), shown(check.time), shown(check.bound)));
}

/// Gravity that does not change is the model's own, so that it has its potential energy.
void give_gravity(WorldSignals& signals, Model<double>& model, std::vector<ModelChange>& changes) {
  if (!signals.gravity || !signals.gravity->is_constant()) return;
  Vector g(3);
  signals.gravity->at(0, {}, {}, g);
  signals.gravity.reset();
  model = with_gravity(model, {g[0], g[1], g[2]});
  for (ModelChange& change : changes) change.model = with_gravity(change.model, model.gravity);
}

/// Runs with everything at hand; the first Ctrl-C ends the run and not the program. Returns the signal that came, or 0.
int run_until_signal(Arguments& arguments, const Model<double>& model, const StartArguments::State& start,
                     SimulationSchedule schedule, const SimulationOptions& options, const Surroundings& surroundings,
                     RunControl& control, Simulation& result) {
  const TableTarget target =
      arguments.prints_rows() ? printed_table() : table_target(arguments.outputs, arguments.output);
  SampleTable table(model, target, SampleTable::Deflections::written,
                    control.observer() != nullptr ? numbered_names("tau_ext", model.nv) : std::vector<std::string>());
  ProgressBar bar("simulate");
  const PostponedSignal signal;
  schedule.on_step = [&] { return signal.received() == 0; };
  schedule.on_sample = [&](const SimulationSample& sample, double share) {
    control.add(sample);
    if (!arguments.output.empty())
      table.add(sample, control.observer() != nullptr ? control.external_torques().back() : Vector());
    if (!arguments.prints_rows()) bar.show(share, fmt::format("{:.3f} s", sample.t));
    return true;
  };
  result = simulate(model, start.q, start.qd, schedule, options, surroundings);
  bar.show(1);
  table.finish();
  arguments.outputs.close();
  return signal.received();
}

/// Forward dynamics as machine code for this robot; nothing where it cannot be had or used, which is told.
std::shared_ptr<const RobotKernels> kernels_for(const Arguments& arguments, const Model<double>& model,
                                                const Surroundings& surroundings) {
  const auto tell = [&](Severity severity, const std::string& why) {
    remark(severity, "--compile: " + why + "; the run-time model is simulated", arguments.robot.json());
    return nullptr;
  };
  if (surroundings.world)
    return tell(Severity::note, "code is made for a robot with its base at rest, constant gravity and no wrench");
  const CompiledRobot robot = compile(smooth_model(model), {"forward-dynamics"});
  if (!robot.complete()) return tell(Severity::warning, robot.functions().front().why);
  return robot.kernels();
}

/// Follows the motion from where it begins, unless something else was said, to its end.
void begin_with(const Arguments& arguments, const SampledMotion& motion, const Model<double>& model,
                StartArguments::State& start) {
  if (!arguments.start.time_given()) start.time = motion.begin();
  if (arguments.start.given()) return;
  Vector qdd(static_cast<std::size_t>(model.nv));
  motion.evaluate(start.time, start.q, start.qd, qdd);
  start.moved.clear();
}

/// How long a motion lasts from a time on.
double rest_of(const SampledMotion& motion, double time) {
  if (time < motion.end()) return motion.end() - time;
  throw UsageError(fmt::format(
      "--start-time: expected one before the motion ends at {:g} s, found {:g} s; or --duration", motion.end(), time));
}

void run(Arguments& arguments) {
  arguments.control.require_controller();
  Model<double> model = load(arguments);
  RunControl control(arguments.control, arguments.observer, model);
  if (!arguments.duration_option.given()) {
    if (control.motion() == nullptr)
      throw UsageError("--duration: expected how long, in s, or --controller and --trajectory; found neither");
    arguments.duration = control.motion()->end() - control.motion()->begin();
  }
  require_sense(arguments);
  SimulationOptions options = arguments.method.options(arguments.robot.limits(), arguments.duration);
  StartArguments::State start = arguments.start.state(model, options);
  if (control.motion() != nullptr) begin_with(arguments, *control.motion(), model, start);
  if (!arguments.duration_option.given()) arguments.duration = rest_of(*control.motion(), start.time);
  const double end = start.time + arguments.duration;
  if (std::nextafter(std::abs(start.time), HUGE_VAL) - std::abs(start.time) > 1e-9 * arguments.duration)
    throw UsageError(fmt::format("--start-time: expected one that {:g} s can be told apart from, found {:g} s",
                                 1e-9 * arguments.duration, start.time));
  SimulationSchedule schedule;
  schedule.start = start.time, schedule.duration = arguments.duration, schedule.rate = arguments.rate;
  schedule.z = start.z;
  schedule.changes = arguments.loads.changes(arguments.robot, model, start.time, end);
  WorldSignals signals = arguments.world.signals(arguments.robot, model, start.time, end);
  give_gravity(signals, model, schedule.changes);
  Surroundings surroundings = surroundings_of(model, signals, start.time, end);
  control.join(model, arguments.robot, start.time, schedule, surroundings);
  arguments.start.settle(arguments.robot, model, surroundings, options, start);
  note_free_base(arguments, model, start, surroundings);
  if (arguments.compile) options.kernels = kernels_for(arguments, model, surroundings);
  arguments.compiled = options.kernels != nullptr;
  Simulation result;
  const int signal = run_until_signal(arguments, model, start, schedule, options, surroundings, control, result);
  const BalanceCheck check = balance(result, arguments.method.adapts(), options.tolerance);
  const auto report = [&] { return page(arguments, model, signals, result, check, control); };
  arguments.studio.write(arguments.outputs, arguments.studio.made(report, [&](StudioContent& content) {
    fill(content, arguments, model, result);
  }));
  print_result(arguments, model, result, check, control);
  require_control(arguments, model, control.review());
  require_success(arguments, model, result, check);
  if (signal != 0) std::raise(signal);  // so that a shell and its loops end as well
}

}  // namespace simulate_command

void add_simulate(CommandLine& tool) {
  using namespace simulate_command;
  Command command = tool.command("simulate", "How a robot moves: torques, friction that sticks and stops, in time");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command);
  arguments->robot.masses_do_not_matter();  // without them there is no motion, and it says so
  arguments->robot.loops_are_held();
  arguments->duration_option =
      command.option("--duration", arguments->duration, "How long, s (default with --trajectory: to its end)")
          .positive();
  arguments->start.add_to(command);
  arguments->world.add_to(command);
  arguments->loads.add_to(command);
  arguments->method.add_to(command);
  arguments->control.add_to(command);
  arguments->observer.add_to(command);
  command.option("--rate", arguments->rate, "Samples a second, the last one at the end").positive().show_default();
  command.flag(
      "--compile", arguments->compile,
      "Compile forward dynamics for this robot first (C compiler; kept in the cache): long runs take less than "
      "half the time");
  command.flag("--check", arguments->check,
               "Print the largest defect of the power balance; more than steps of this tolerance may leave is exit "
               "code 4");
  arguments->outputs.add_to(
      command, "--output", arguments->output,
      "Write t, q, qd, qdd, tau of every sample, z of joints with presliding, and tau_ext of --observer, to this CSV "
      "or, by its ending, NPY; - prints them as CSV");
  arguments->outputs.add_to(command, "--report", arguments->report, "Write a report with plots, one HTML file");
  arguments->studio.add_to(command, arguments->outputs, arguments->report);
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
