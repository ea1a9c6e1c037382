#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "arguments/choices.hpp"
#include "arguments/log_arguments.hpp"
#include "arguments/log_name.hpp"
#include "arguments/outputs.hpp"
#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/exit_code.hpp"
#include "output/online_output.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/postponed_signal.hpp"
#include "torsor/estimation/identified_robot.hpp"
#include "torsor/experiments/online_estimator.hpp"
#include "torsor/experiments/online_stream.hpp"
#include "torsor/robot_files/write_robot.hpp"
#include "torsor/version.hpp"

namespace torsor::cli {
namespace identify_online_command {

struct Arguments {
  RobotArguments robot;
  LogArguments logs;
  std::string log = "-", method = "forgetting", output;
  double forgetting = 0, interval = 10;
  Option forgetting_option;
  bool no_rotor = false, no_prior = false;
  OnlineOptions options;
  Outputs outputs;
};

const Choices<OnlineMethod> methods{
    {{"forgetting", OnlineMethod::forgetting}, {"random-walk", OnlineMethod::random_walk}}};

OnlineOptions options_of(const Arguments& arguments, int joints) {
  OnlineOptions options = arguments.options;
  std::vector<double>& widths = options.model.widths;
  if (widths.size() == 1) widths.resize(static_cast<std::size_t>(joints), widths[0]);
  if (!widths.empty() && widths.size() != static_cast<std::size_t>(joints))
    throw UsageError(fmt::format("--coulomb-width: expected {}{}, found {}", joints == 1 ? "" : "1 or ",
                                 counted(joints, "velocity", "velocities"), widths.size()));
  options.method = methods.meaning(arguments.method);
  options.model.rotor = !arguments.no_rotor;
  options.start_from_robot = !arguments.no_prior;
  if (arguments.forgetting_option.given()) options.forgetting = arguments.forgetting;
  if (arguments.forgetting_option.given() && options.method == OnlineMethod::random_walk)
    throw UsageError("--forgetting: expected --method forgetting beside it, found random-walk");
  return options;
}

/// The estimator with what is told of it, line by line.
class Watch {
 public:
  Watch(const Description& robot, OnlineOptions options, double interval, bool json)
      : interval_(interval), longest_gap_(options.motion.longest_gap),
        estimator_(robot, with_events(std::move(options))), output_(estimator_, json) {}

  void push(double time, std::span<const double> q, std::span<const double> tau) {
    if (std::isfinite(time)) {
      if (samples_ == 0) first_ = time;
      ++samples_, last_ = time;
    }
    if (!estimator_.push(time, q, tau)) return;
    if (load_due_ > 0 && estimator_.time() >= load_due_) {
      load_due_ = 0;
      output_.load(estimator_.time(), *estimator_.load());
    }
    if (std::isnan(next_)) next_ = estimator_.time() + interval_;
    if (estimator_.time() < next_) return;
    next_ += interval_ * std::ceil((estimator_.time() - next_ + 1e-9) / interval_);
    output_.estimate();
    tell_friction();
  }

  OnlineEstimator& estimator() { return estimator_; }
  const OnlineOutput& output() const { return output_; }

  /// What the time stamps say where no state came out of them.
  std::string about_time() const {
    if (samples_ < 2) return counted(samples_, "sample") + " with a time came in";
    const double step = (last_ - first_) / static_cast<double>(samples_ - 1);
    if (step <= 0) return fmt::format("time does not rise: from {:.6g} to {:.6g} s", first_, last_);
    if (step > longest_gap_)
      return fmt::format("samples are {:.4g} s apart, and {:.4g} s are the longest gap: is the time in ms?", step,
                         longest_gap_);
    return fmt::format("{} in {:.4g} s", counted(samples_, "sample"), last_ - first_);
  }

 private:
  OnlineOptions with_events(OnlineOptions options) {
    options.on_event = [this](const OnlineEvent& event) {
      output_.event(event);
      load_due_ = event.time + 4;  // s: by then the load is learned
    };
    return options;
  }

  /// Once, and again where it has changed by as much again.
  void tell_friction() {
    constexpr double least = 0.1, deviations = 5;
    for (FrictionChange change : estimator_.friction_changes()) {
      if (told_.size() <= static_cast<std::size_t>(change.parameter)) told_.resize(change.parameter + 1, 0.0);
      const double difference = change.now - change.start, beyond = difference - told_[change.parameter];
      if (std::abs(beyond) < deviations * change.deviation || std::abs(beyond) < least * std::abs(change.start))
        continue;
      told_[change.parameter] = difference;
      output_.friction(estimator_.time(), change);
    }
  }

  double interval_, longest_gap_, next_ = std::nan(""), load_due_ = 0;
  long samples_ = 0;
  double first_ = 0, last_ = 0;  // s
  std::vector<double> told_;     // by base parameter: change that was told
  OnlineEstimator estimator_;
  OnlineOutput output_;
};

/// What came of reading besides the estimate.
struct Reading {
  long left_out = 0;  // rows that no sample was made of
  std::vector<Finding> findings;
  int signal = 0;  // that ended it
};

/// The first Ctrl-C ends the stream and not the program: what was learned is worth keeping.
Reading read_standard_input(Watch& watch, int joints) {
  const PostponedSignal signal;
  OnlineStream stream(std::cin, joints, "standard input");
  std::vector<double> q(joints), tau(joints);
  for (double time = 0; signal.received() == 0 && stream.next(time, q, tau);) watch.push(time, q, tau);
  return {stream.left_out(), stream.findings(), signal.received()};
}

/// A log is examined as for `identify`, and what was found comes first. `whole`: it is no stretch of its file, so that
/// rows of the file that are not there were left out.
Reading read_log(const CleanLog& log, bool whole, const Model<double>& model, Watch& watch) {
  const PostponedSignal signal;
  watch.output().findings(log.health().findings);
  constexpr long at_a_time = 4096;
  std::vector<double> q(model.nv), tau(model.nv);
  for (long first = 0; first < log.rows().row_count() && signal.received() == 0; first += at_a_time) {
    const LogRows rows = log.rows().read(first, std::min(at_a_time, log.rows().row_count() - first));
    for (std::size_t k = 0; k < rows.time.size(); ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      for (int j = 0; j < model.nv; ++j) q[j] = rows.q(row, j), tau[j] = rows.tau(row, j);
      watch.push(rows.time[k], q, tau);
    }
  }
  const long there = whole ? log.file().file_row_count() : log.file().row_count();
  return {there - log.rows().row_count(), {}, signal.received()};
}

/// More than half of the joints are explained poorly: no script should go on with such a model.
bool acceptable(const std::vector<Finding>& doubts, int joints) {
  return 2 * static_cast<int>(doubts.size()) <= joints;
}

void write_robot_file(Arguments& arguments, const Description& robot, const OnlineEstimator& estimator) {
  Identification result = estimator.identification(arguments.log == "-" ? "standard input" : arguments.log);
  result.version = std::string("torsor ").append(version);
  if (!result.consistent.valid) throw ComputationError("no physically consistent parameters were found");
  arguments.outputs.write(arguments.output, write_yaml(identified_robot(robot, result)).text);
}

void run(Arguments& arguments) {
  const Description& robot = arguments.robot.load_description();
  const Model<double> model = arguments.robot.load();
  Outputs::require_yaml(arguments.output, "--output");
  OnlineOptions options = options_of(arguments, model.nv);
  std::optional<CleanLog> log;
  bool whole = true;
  if (arguments.log != "-") {
    const CleanLogOptions opening = arguments.logs.options(model, {});
    whole = opening.mapping.window.open() && log_name(arguments.log, "LOG").window.open();
    require_usable(log.emplace(open_log_named(arguments.log, "LOG", opening)));
    options.model.gravity = log->file().gravity();
  }
  Watch watch(robot, std::move(options), arguments.interval, arguments.robot.json());
  Reading reading = log ? read_log(*log, whole, model, watch) : read_standard_input(watch, model.nv);
  OnlineEstimator& estimator = watch.estimator();
  const std::vector<Finding> doubts = estimator.watches() ? std::vector<Finding>() : estimator.doubts();
  reading.findings.insert(reading.findings.end(), doubts.begin(), doubts.end());
  watch.output().findings(reading.findings);
  if (!estimator.ready() || estimator.updates() == 0 || estimator.watches())
    throw ComputationError(fmt::format("the samples do not determine the parameters: {} came out of them; {}",
                                       counted(estimator.updates(), "state"), watch.about_time()));
  const bool sound = acceptable(doubts, model.nv);
  OnlineOutput::End end{
      estimator.friction_changes(), estimator.load(), reading.left_out + estimator.left_out(), {}, {}};
  if (!arguments.output.empty() && sound)
    write_robot_file(arguments, robot, estimator);
  else if (!arguments.output.empty())
    end.withheld.push_back(arguments.output);
  end.written = arguments.outputs.written();
  watch.output().summary(end);
  std::cout.flush();
  arguments.outputs.require_written();
  if (reading.signal != 0) std::raise(reading.signal);  // so that a shell and its loops end as well
  if (!sound) throw NotAcceptable("the model does not explain the torque of most joints");
}

}  // namespace identify_online_command

void add_identify_online(CommandLine& tool) {
  using namespace identify_online_command;
  Command command =
      tool.command("identify-online", "Masses and friction while the robot moves, and loads picked up or dropped");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::description);
  command.option("LOG", arguments->log, "A log, or - for rows t,q1..,tau1.. on standard input (default)").file();
  arguments->logs.add_options_to(command);
  command.option("--method", arguments->method, "forgetting (default), or random-walk: friction wanders")
      .one_of(methods.words());
  arguments->forgetting_option =
      command.option("--forgetting", arguments->forgetting,
                     "Seconds of motion in which what was learned falls to 1/e (default: nothing is forgotten)");
  arguments->forgetting_option.positive();
  command.option("--interval", arguments->interval, "Seconds between lines").positive().show_default();
  command.option("--rate", arguments->options.motion.rate, "Updates a second").positive().show_default();
  command
      .option("--window", arguments->options.motion.half_window,
              "Seconds by which states are late: half the window of the filter")
      .positive()
      .show_default();
  command
      .option("--coulomb-width", arguments->options.model.widths,
              "Velocities within which Coulomb friction turns round, one or one a joint (default: the robot file's); "
              "`identify` finds them, a stream does not")
      .separated_by(',');
  command.flag("--no-rotor", arguments->no_rotor, "No rotor inertias");
  command.flag("--no-prior", arguments->no_prior, "Do not start from the robot file's masses and friction");
  arguments->outputs.add_to(command, "--output", arguments->output, "Write the physically consistent robot as YAML");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
