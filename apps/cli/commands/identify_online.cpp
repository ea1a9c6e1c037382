#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <memory>

#include "arguments/choices.hpp"
#include "arguments/log_arguments.hpp"
#include "arguments/log_name.hpp"
#include "arguments/outputs.hpp"
#include "arguments/robot_arguments.hpp"
#include "commands/commands.hpp"
#include "output/online_output.hpp"
#include "torsor/core/text.hpp"
#include "torsor/estimation/identified_robot.hpp"
#include "torsor/experiments/online_estimator.hpp"
#include "torsor/experiments/online_stream.hpp"
#include "torsor/robot_files/write_robot.hpp"
#include "torsor/version.hpp"

namespace torsor::cli {
namespace identify_online_command {

struct Arguments {
  RobotArguments robot;
  std::string log = "-", mapping, method = "forgetting", output;
  double forgetting = 0, interval = 10;
  Option forgetting_option;
  bool no_rotor = false, no_prior = false;
  OnlineOptions options;
  Outputs outputs;
};

const Choices<OnlineMethod> methods{
    {{"forgetting", OnlineMethod::forgetting}, {"random-walk", OnlineMethod::random_walk}}};

OnlineOptions options_of(const Arguments& arguments) {
  OnlineOptions options = arguments.options;
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
      : interval_(interval), estimator_(robot, with_events(std::move(options))), output_(estimator_, json) {}

  void push(double time, std::span<const double> q, std::span<const double> tau) {
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

  double interval_, next_ = std::nan(""), load_due_ = 0;
  std::vector<double> told_;  // by base parameter: change that was told
  OnlineEstimator estimator_;
  OnlineOutput output_;
};

void read_standard_input(Watch& watch, int joints) {
  OnlineStream stream(std::cin, joints, "standard input");
  std::vector<double> q(joints), tau(joints);
  for (double time = 0; stream.next(time, q, tau);) watch.push(time, q, tau);
}

void read_log(const Arguments& arguments, const Model<double>& model, Watch& watch) {
  CleanLogOptions opening;
  if (!arguments.mapping.empty()) opening.mapping = read_log_mapping_file(arguments.mapping);
  opening.robot = &model;
  const CleanLog log = open_log_named(arguments.log, "LOG", opening);
  require_usable(log);
  constexpr long at_a_time = 4096;
  std::vector<double> q(model.nv), tau(model.nv);
  for (long first = 0; first < log.rows().row_count(); first += at_a_time) {
    const LogRows rows = log.rows().read(first, std::min(at_a_time, log.rows().row_count() - first));
    for (std::size_t k = 0; k < rows.time.size(); ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      for (int j = 0; j < model.nv; ++j) q[j] = rows.q(row, j), tau[j] = rows.tau(row, j);
      watch.push(rows.time[k], q, tau);
    }
  }
}

void run(Arguments& arguments) {
  const Description& robot = arguments.robot.load_description();
  const Model<double> model = arguments.robot.load();
  Watch watch(robot, options_of(arguments), arguments.interval, arguments.robot.json());
  if (arguments.log == "-")
    read_standard_input(watch, model.nv);
  else
    read_log(arguments, model, watch);
  OnlineEstimator& estimator = watch.estimator();
  if (!estimator.ready() || estimator.updates() == 0)
    throw ComputationError("the samples do not determine the parameters: " + std::to_string(estimator.updates()) +
                           " states came out of them");
  if (!arguments.output.empty()) {
    Identification result = estimator.identification(arguments.log == "-" ? "standard input" : arguments.log);
    result.version = std::string("torsor ").append(version);
    if (!result.consistent.valid) throw ComputationError("no physically consistent parameters were found");
    arguments.outputs.write(arguments.output, write_yaml(identified_robot(robot, result)).text);
  }
  watch.output().summary(estimator.friction_changes(), estimator.load(), arguments.outputs.written());
  std::cout.flush();
  arguments.outputs.require_written();
}

}  // namespace identify_online_command

void add_identify_online(CommandLine& tool) {
  using namespace identify_online_command;
  Command command =
      tool.command("identify-online", "Masses and friction while the robot moves, and loads picked up or dropped");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::description);
  command.option("LOG", arguments->log, "A log, or - for rows t,q1..,tau1.. on standard input (default)").file();
  command.option("--mapping", arguments->mapping, "A YAML file that says what the columns of LOG are").file();
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
  command.flag("--no-rotor", arguments->no_rotor, "No rotor inertias");
  command.flag("--no-prior", arguments->no_prior, "Do not start from the robot file's masses and friction");
  arguments->outputs.add_to(command, "--output", arguments->output, "Write the physically consistent robot as YAML");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
