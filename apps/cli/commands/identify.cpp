#include "torsor/estimation/identify.hpp"
#include "arguments/outputs.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>

#include "arguments/files.hpp"
#include "arguments/log_arguments.hpp"
#include "arguments/log_name.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/studio_arguments.hpp"
#include "arguments/value_checks.hpp"
#include "arguments/vector_argument.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/exit_code.hpp"
#include "output/finding_output.hpp"
#include "output/identify_output.hpp"
#include "output/progress_bar.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"
#include "torsor/estimation/identified_robot.hpp"
#include "torsor/estimation/likely_reason.hpp"
#include "torsor/report/identification_report.hpp"
#include "torsor/robot_files/urdf/update_urdf.hpp"
#include "torsor/robot_files/write_robot.hpp"
#include "torsor/version.hpp"

namespace torsor::cli {
namespace identify_command {

struct Arguments {
  RobotArguments robot;
  LogArguments logs;
  std::vector<std::string> validate, terms;
  std::string output, report, into, friction = "viscous,coulomb,offset", width = "auto", smoothing = "kalman";
  double cutoff = 0, prior_increase = 0;
  VectorArgument gravity;
  IdentifyOptions options;
  Option cutoff_option, trim_option, block_option, prior_option;
  bool no_rotor = false, no_prior = false, quick = false, quiet = false, write_poor = false;
  bool select_terms = false, no_select_terms = false;
  Outputs outputs;
  StudioArguments studio;
};

std::vector<double> numbers(const std::string& text, const std::string& flag) {
  std::vector<double> list;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const auto parsed = parse_expression(text.substr(start, end - start));
    const auto* written = std::get_if<Expression>(&parsed);
    const auto is_name = [](const Expression::Step& step) { return step.operation == Expression::Operation::name; };
    if (written == nullptr || std::any_of(written->steps().begin(), written->steps().end(), is_name))
      throw UsageError(flag + ": expected auto, sharp, robot, or velocities, found " + in_quotes(text));
    list.push_back(evaluate<double>(*written, [](const std::string&) { return 0.0; }));
    start = end + 1;
  }
  return list;
}

void read_friction(const std::string& text, IdentifyOptions& options) {
  options.viscous = options.coulomb = options.offset = false;
  const std::vector<std::pair<std::string, bool*>> terms{{"viscous", &options.viscous},
                                                         {"coulomb", &options.coulomb},
                                                         {"offset", &options.offset},
                                                         {"asymmetric", &options.asymmetric},
                                                         {"stribeck", &options.stribeck}};
  for (const std::string& word : words_in(text))
    for (const auto& [name, chosen] : terms) *chosen = *chosen || name == word;
  if ((options.asymmetric || options.stribeck) && !options.coulomb)
    throw UsageError("--friction: expected coulomb beside asymmetric and stribeck, found " + in_quotes(text));
}

std::string velocities_expected(const char* flag, int joints, std::size_t found) {
  return fmt::format("{}: expected {}{}, found {}", flag, joints == 1 ? "" : "1 or ",
                     counted(joints, "velocity", "velocities"), found);
}

bool select_terms(const Arguments& arguments) {
  if (arguments.select_terms && arguments.no_select_terms)
    throw UsageError("--select-terms: expected no --no-select-terms beside it");
  return arguments.select_terms || !(arguments.no_select_terms || arguments.quick);
}

/// "joint2=sin(2*q2)".
OwnTerm own_term(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw UsageError("--term: expected JOINT=FORMULA, such as joint2=sin(2*q2), found " + in_quotes(text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

IdentifyOptions options_of(const Arguments& arguments, const Model<double>& model) {
  IdentifyOptions options = arguments.options;
  for (const std::string& text : arguments.terms) options.own_terms.push_back(own_term(text));
  options.rotor = !arguments.no_rotor;
  options.use_prior = !arguments.no_prior;
  options.torque_delay = !arguments.quick;
  options.select_terms = select_terms(arguments);
  if (arguments.prior_option.given()) options.prior_increase = arguments.prior_increase;
  if (arguments.quick) options.huber = options.instrumental = options.regularised = options.deviations = false;
  read_friction(arguments.friction, options);
  if (arguments.width == "sharp")
    options.width = CoulombWidth::sharp;
  else if (arguments.width == "robot")
    options.width = CoulombWidth::as_in_the_robot_file;
  else if (arguments.width != "auto") {
    options.widths = numbers(arguments.width, "--coulomb-width");
    if (options.widths.size() == 1) options.widths.resize(model.nv, options.widths[0]);
    if (options.widths.size() != static_cast<std::size_t>(model.nv))
      throw UsageError(velocities_expected("--coulomb-width", model.nv, options.widths.size()));
  }
  if (options.slow.size() > 1 && options.slow.size() != static_cast<std::size_t>(model.nv))
    throw UsageError(velocities_expected("--slow", model.nv, options.slow.size()));
  options.smoothing = smoothing_options(arguments.smoothing, arguments.cutoff);
  if (!arguments.quiet)
    options.progress = [bar = std::make_shared<ProgressBar>("identifying")](const std::string& stage, double done) {
      bar->show(done, stage);
    };
  return options;
}

void require_numbers(const Arguments& arguments, const IdentifyOptions& options) {
  const auto require = [](bool sound, const std::string& flag, const std::string& expected, double found) {
    if (!sound) throw UsageError(fmt::format("{}: expected {}, found {:.6g}", flag, expected, found));
  };
  if (arguments.cutoff_option.given())
    require(arguments.cutoff > 0 && std::isfinite(arguments.cutoff), "--cutoff", "Hz above 0", arguments.cutoff);
  if (arguments.trim_option.given())
    require(options.trim >= 0 && std::isfinite(options.trim), "--trim", "seconds from 0 on", options.trim);
  if (arguments.block_option.given())
    require(options.block_length >= 1, "--block", "a number from 1 on", static_cast<double>(options.block_length));
  if (arguments.prior_option.given())
    require(arguments.prior_increase > 0 && arguments.prior_increase <= 1, "--prior-increase",
            "a share above 0, up to 1", arguments.prior_increase);
  require(options.threads >= 0 && options.threads <= 256, "--threads", "0 to 256", options.threads);
  for (const double slow : options.slow)
    require(slow >= 0 && std::isfinite(slow), "--slow", "velocities from 0 on", slow);
  for (const double width : options.widths)
    require(width >= 0 && std::isfinite(width), "--coulomb-width", "velocities from 0 on", width);
}

/// What can be seen to go wrong beforehand costs no computation.
void check(const Arguments& arguments, const Description& robot) {
  std::vector<std::string> logs = arguments.logs.paths();
  logs.insert(logs.end(), arguments.validate.begin(), arguments.validate.end());
  require_apart(logs, "every log once, in LOG or in --validate, found it twice");
  if (!arguments.into.empty() && arguments.output.empty())
    throw UsageError("--into: expected --output beside it, for the copy of " + arguments.into);
  if (!arguments.into.empty()) try {
      update_urdf(file_text(arguments.into, "--into"), arguments.into, robot);
    } catch (const ComputationError& error) {
      throw UsageError(std::string("--into: ") + arguments.into + ": " + error.what() +
                       "; the file itself can be given as ROBOT");
    }
}

/// The identified robot as YAML, or as a copy of the user's URDF; what that cannot hold becomes a finding.
std::string robot_text(const Arguments& arguments, const Description& robot, Identification& result) {
  const Description identified = identified_robot(robot, result);
  if (arguments.into.empty()) return write_yaml(identified).text;
  const UpdatedUrdf update = update_urdf(file_text(arguments.into, "--into"), arguments.into, identified);
  std::string lost;
  for (const Loss& loss : summed_up(update.losses)) lost += (lost.empty() ? "" : "; ") + to_string(loss);
  if (!lost.empty())
    result.findings.push_back({"lost-in-urdf",
                               Severity::note,
                               arguments.output,
                               {},
                               "robot",
                               "a URDF has no place for some of it: " + lost,
                               "YAML has a place for all of it: --output without --into"});
  return update.text;
}

/// The page, with advice in the tool's own words.
std::string report_text(Identification result) {
  result.findings = with_flags(std::move(result.findings));
  result.verdict.reasons = with_flags(std::move(result.verdict.reasons));
  return html_report(result);
}

/// Everything is computed before the first file is written. A model that is not acceptable is not written: a script
/// that overlooks the exit code would go on with it.
IdentifyFiles write_files(Arguments& arguments, const Description& robot, const CleanLog& log, Identification& result) {
  const bool model_there = !arguments.output.empty() && result.consistent.valid;
  const bool model_wanted = model_there && (acceptable(result.verdict) || arguments.write_poor);
  const std::string model = model_wanted ? robot_text(arguments, robot, result) : "";
  const StudioArguments::Pages pages =
      arguments.studio.made([&] { return report_text(result); },
                            [&](StudioContent& content) {
                              put_robot(content, result.consistent.valid ? identified_robot(robot, result) : robot);
                              put_log(content, log.rows(), log.name());
                            });
  if (model_wanted) arguments.outputs.write(arguments.output, model);
  arguments.studio.write(arguments.outputs, pages);
  std::vector<std::string> withheld;
  if (model_there && !model_wanted) withheld.push_back(arguments.output);
  return {arguments.outputs.written(), withheld};
}

/// What a script has to stop at, once the answer is printed.
void require_success(const Arguments& arguments, const Identification& result) {
  std::cout.flush();
  arguments.outputs.require_written();
  if (!result.consistent.valid && !arguments.output.empty())
    throw ComputationError("there is no physically consistent model to write; the findings above may say why");
  if (!acceptable(result.verdict))
    throw NotAcceptable(std::string("the verdict on the model is: ") + to_string(result.verdict.grade));
}

void run(Arguments& arguments) {
  const Description robot = arguments.robot.load_description();
  check(arguments, robot);
  const Model<double> model = arguments.robot.load();
  IdentifyOptions options = options_of(arguments, model);
  require_numbers(arguments, options);
  if (arguments.gravity.given()) options.gravity = arguments.gravity.three();
  CleanLogOptions opening = arguments.logs.options(model, options.gravity);
  opening.other = columns_wanted(options.own_terms);
  const std::vector<CleanLog> training = open_logs_named(arguments.logs.paths(), "LOG", opening);
  const std::vector<CleanLog> validation = open_logs_named(arguments.validate, "--validate", opening);
  Identification result = identify(robot, training, validation, options);
  result.version = std::string("torsor ").append(version);
  const IdentifyFiles files =
      write_files(arguments, robot, (validation.empty() ? training : validation).front(), result);
  Json answer = to_json(result);
  answer["written"] = files.written;
  answer["withheld"] = files.withheld;
  if (!answered(arguments.robot, answer)) print_identification(result, files);
  require_success(arguments, result);
}

}  // namespace identify_command

void add_identify(CommandLine& tool) {
  using namespace identify_command;
  Command command = tool.command("identify", "Masses, friction and rotor inertias from logs of motion");
  auto arguments = std::make_shared<Arguments>();
  arguments->robot.add_to(command, RobotArguments::Use::description);
  arguments->logs.add_to(command);
  IdentifyOptions& options = arguments->options;
  command.option("--validate", arguments->validate, "Logs that the result is judged by, and not made from").file();
  command.option("--hold-out", options.hold_out, "Share of every log that is kept for validation (default 0.25)")
      .between(0.0, 0.9);
  arguments->outputs.add_to(command, "--output", arguments->output,
                            "Write the physically consistent robot as YAML, or the copy of --into");
  command.flag("--write-poor-model", arguments->write_poor,
               "Write --output even where the verdict is poor or unknown; the exit code stays 4");
  command.option("--into", arguments->into, "A URDF file: --output is a copy of it with the new masses and friction")
      .file();
  arguments->outputs.add_to(command, "--report", arguments->report, "Write a report with plots, one HTML file");
  arguments->studio.add_to(command, arguments->outputs, arguments->report);
  command
      .option("--friction", arguments->friction,
              "What friction has: none, or a list of viscous, coulomb, offset, asymmetric, stribeck (default "
              "viscous,coulomb,offset)")
      .list_of({"viscous", "coulomb", "offset", "asymmetric", "stribeck", "none"});
  command.option("--coulomb-width", arguments->width, "auto, sharp, robot, or velocities (one, or one a joint)");
  command
      .option("--slow", options.slow,
              "Velocity below which the equations of a joint do not count: one, or one a joint (default: the "
              "width of its Coulomb friction, and at least a twentieth of its largest velocity)")
      .separated_by(',');
  command.flag(
      "--select-terms", arguments->select_terms,
      "Let blocks of the log that are left out decide about presliding, friction that is bent over the "
      "velocity or grows with the load, hysteresis, torques over the position and rotors (default, but for --quick)");
  command.flag("--no-select-terms", arguments->no_select_terms,
               "Friction as in --friction and rotors, whatever the log says: for results that are to be compared");
  command.option("--term", arguments->terms,
                 "A torque of your own, JOINT=FORMULA of t, q1.., qd1.., qdd1.. and columns of the log, times a number "
                 "that is identified; repeatable. Blocks that are left out decide about it as about other terms");
  command.flag("--no-rotor", arguments->no_rotor, "No rotor inertias");
  command.flag("--remove-delay", options.remove_delay,
               "Remove a delay between torques and positions, where one shows on data that are left out");
  command.flag("--no-prior", arguments->no_prior, "Do not use the robot file's masses as a prior");
  arguments->prior_option = command.option(
      "--prior-increase", arguments->prior_increase,
      "By how much the prior may raise the sum of squares, relative (default: what noise amounts to, 0.05 at most)");
  command.option("--smoothing", arguments->smoothing, "kalman (default), butterworth or none")
      .one_of({"kalman", "butterworth", "none"});
  arguments->cutoff_option =
      command.option("--cutoff", arguments->cutoff, "Hz, of the smoothing (default: from the data)");
  command.option("--rate", options.equation_rate, "Equations a second (default: three times the cut-off, 50 at most)")
      .positive();
  arguments->trim_option = command.option(
      "--trim", options.trim, "Seconds at both ends of a log that are not used (default: two periods of the cut-off)");
  arguments->block_option =
      command.option("--block", options.block_length, "Equations in a block of the bootstrap (default: from the data)");
  command.flag("--quick", arguments->quick,
               "Only what needs one pass: no choice of terms, no robust, instrumental or regularised "
               "estimate, no standard deviations for coloured noise");
  command.option("--threads", options.threads, "How many to use (default: all cores)");
  arguments->gravity.add_to(command, "--gravity", "Free-fall acceleration in base axes, in place of the robot's");
  command.flag("--quiet", arguments->quiet, "No progress bar");
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
