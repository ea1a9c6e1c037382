#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "arguments/choices.hpp"
#include "arguments/condition_arguments.hpp"
#include "arguments/outputs.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/studio_arguments.hpp"
#include "arguments/value_checks.hpp"
#include "commands/commands.hpp"
#include "output/answer.hpp"
#include "output/exit_code.hpp"
#include "output/motor_output.hpp"
#include "output/remark.hpp"
#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/read_file.hpp"
#include "torsor/core/text.hpp"
#include "torsor/logs/trajectory_file.hpp"
#include "torsor/model/number_list.hpp"
#include "torsor/report/motor_report.hpp"

namespace torsor::cli {
namespace size_motors_command {

struct Arguments {
  RobotArguments robot;
  ConditionArguments world;
  std::string trajectory, catalogue, ratios, motors, prefer, report;
  double margin = 1, largest_inertia_ratio = std::numeric_limits<double>::infinity();
  Option catalogue_option, margin_option, inertia_option;
  Outputs outputs;
  StudioArguments studio;
  std::optional<Command> command;
};

const Choices<MotorPreference> preferences{
    {{"price", MotorPreference::price}, {"mass", MotorPreference::mass}, {"torque", MotorPreference::rated_torque}}};

std::vector<Motor> read_catalogue(const std::string& path) {
  constexpr std::size_t most = 16 << 20;
  std::vector<Finding> findings;
  std::vector<Motor> motors =
      parse_motor_catalogue(read_file(path, "a catalogue of motors", most, "", Streams::passed_on), path, findings);
  if (!sound(findings)) throw FileError(findings);
  return motors;
}

std::vector<double> read_ratios(const std::string& text) {
  if (text.empty()) return {};
  std::vector<double> ratios = parse_numbers(text, "--ratios");
  for (const double ratio : ratios)
    if (!(ratio > 0)) throw UsageError("--ratios: expected numbers above 0, found " + number_text(ratio));
  return ratios;
}

/// The motors that the robot has, by joint; "-" for one that is not known.
std::vector<std::optional<std::size_t>> read_fitted(const std::string& text, const std::vector<Motor>& catalogue,
                                                    std::size_t joints) {
  std::vector<std::optional<std::size_t>> fitted;
  if (text.empty()) return fitted;
  std::vector<std::string> names;
  names.reserve(catalogue.size());
  for (const Motor& motor : catalogue) names.push_back(motor.name);
  for (const std::string& word : words_in(text)) {
    const auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end() && word != "-")
      throw UsageError("--motors: expected motors of the catalogue, or - where it is not known; found " +
                       in_quotes(word) + did_you_mean(word, names));
    fitted.push_back(word == "-" ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin())));
  }
  if (fitted.size() != joints)
    throw UsageError(fmt::format("--motors: expected {} names, one for each joint; found {}", joints, fitted.size()));
  return fitted;
}

MotorSizingOptions options_of(const Arguments& arguments, std::size_t joints) {
  MotorSizingOptions options;
  for (const auto& [flag, given] :
       {std::pair("--ratios", !arguments.ratios.empty()), std::pair("--motors", !arguments.motors.empty()),
        std::pair("--prefer", !arguments.prefer.empty()), std::pair("--margin", arguments.margin_option.given()),
        std::pair("--largest-inertia-ratio", arguments.inertia_option.given())})
    if (given && !arguments.catalogue_option.given())
      throw UsageError(std::string(flag) + ": expected --catalogue FILE beside it");
  if (!arguments.catalogue_option.given()) return options;
  options.catalogue = read_catalogue(arguments.catalogue);
  options.ratios = read_ratios(arguments.ratios);
  options.fitted = read_fitted(arguments.motors, options.catalogue, joints);
  options.demands = {arguments.margin, arguments.largest_inertia_ratio};
  if (arguments.prefer.empty()) return options;
  options.preference = preferences.meaning(arguments.prefer);
  if (!has_preference(options.catalogue, *options.preference))
    throw UsageError("--prefer " + arguments.prefer + ": expected a " + arguments.prefer +
                     " for every motor of the catalogue; some have none");
  return options;
}

void note_assumptions(const Arguments& arguments, const MotorSizing& sizing, const MotorSizingOptions& options,
                      const MotionDuty& motion) {
  std::vector<std::string> assumed;
  bool any_rotor = false, any_unknown = false;
  for (const JointSizing& joint : sizing.joints) {
    if (joint.drive.has_ratio) continue;
    assumed.push_back(joint.joint);
    any_rotor |= joint.drive.rotor_inertia != 0;
    any_unknown |= joint.best.kind == BestRatio::Kind::unknown;
  }
  const bool json = arguments.robot.json();
  if (!assumed.empty())
    remark(Severity::note,
           "the robot file has no gear ratio for " + enumerated(assumed) + ": 1 is assumed" +
               (any_rotor ? "" : ", and no rotor") + (any_unknown ? "; which gear is best is not known" : ""),
           json);
  const auto has_none = [](const Motor& motor) { return motor.ratios.empty(); };
  if (!assumed.empty() && options.ratios.empty() && std::ranges::any_of(options.catalogue, has_none))
    remark(Severity::note,
           "motors without ratios of their own are tried with ratio 1 only; --ratios LIST names others to try", json);
  if (motion.time.empty())
    remark(Severity::note, "the trajectory has no time: means are over rows, and energy is not known", json);
}

void require_choice(const MotorSizing& sizing) {
  std::vector<std::string> without;
  for (const JointSizing& joint : sizing.joints)
    if (joint.choice && !joint.choice->best) without.push_back(joint.joint);
  if (!without.empty()) throw NotAcceptable("no motor of the catalogue suits " + enumerated(without));
}

/// What the figures of the report follow from: all that was given, but for how it is told.
std::vector<std::pair<std::string, std::string>> asked(const Arguments& arguments) {
  std::vector<std::pair<std::string, std::string>> list;
  for (const ValueKind kind : {ValueKind::robot, ValueKind::file, ValueKind::text})
    for (const auto& [name, word] : arguments.command->given(kind))
      if (name != "--force" && name != "--json") list.emplace_back(name == "ROBOT" ? "robot" : name.substr(2), word);
  if (arguments.catalogue_option.given() && !arguments.margin_option.given())
    list.emplace_back("margin", number_text(arguments.margin));
  return list;
}

void run(Arguments& arguments) {
  const Model<double> model = arguments.robot.load();
  require_simple_joints(model, "size-motors");
  const MotorSizingOptions options = options_of(arguments, static_cast<std::size_t>(model.nv));
  const Trajectory trajectory = read_trajectory(arguments.trajectory, model.nv, TimeOrder::rising);
  const std::vector<JointDrive> drives = joint_drives(arguments.robot.load_description(), model);
  const int tip = arguments.robot.tip(model, arguments.world.has_tip_wrench());
  WrenchesAt wrenches_at;
  if (arguments.world.has_wrench())
    wrenches_at = [&](const Vector& q) { return arguments.world.wrenches(model, q, tip); };
  const MotionDuty motion = motion_duty(model, drives, trajectory, arguments.world.without_wrench(model), wrenches_at);
  const MotorSizing sizing = size_motors(motion, drives, arguments.robot.limits(), options);
  note_assumptions(arguments, sizing, options, motion);
  arguments.studio.write(
      arguments.outputs,
      arguments.studio.made(
          [&] { return html_report(motion, sizing, options.catalogue, {model.name, asked(arguments)}); },
          [&](StudioContent& content) {
            put_robot(content, arguments.robot);
            put_motion(content, std::filesystem::path(arguments.trajectory).filename().string(), trajectory,
                       trajectory_torque(model, trajectory, arguments.world.without_wrench(model), wrenches_at));
          }));
  if (!answered(arguments.robot, motors_json(motion, sizing, options.catalogue))) {
    print_motors(motion, sizing, options.catalogue);
    for (const std::string& path : arguments.outputs.written()) std::cout << "\nwrote " << path << '\n';
  }
  std::cout.flush();
  arguments.outputs.require_written();
  require_choice(sizing);
}

}  // namespace size_motors_command

void add_size_motors(CommandLine& tool) {
  using namespace size_motors_command;
  Command command =
      tool.command("size-motors", "Motors and gears for a motion: torque, speed, power, bearings, choice");
  auto arguments = std::make_shared<Arguments>();
  arguments->command = command;
  arguments->robot.add_to(command);
  command.option("--trajectory", arguments->trajectory, "A CSV or NPY of the motion: columns [t,] q1.., qd1.., qdd1..")
      .file()
      .required();
  arguments->world.add_to(command);
  arguments->catalogue_option =
      command
          .option("--catalogue", arguments->catalogue,
                  "A CSV of motors to choose from: name, rotor_inertia, rated_torque, peak_torque, rated_speed, "
                  "top_speed, and where known mass, price, ratios")
          .file();
  command
      .option("--ratios", arguments->ratios,
              "Gear ratios to choose from, for motors that do not say theirs (default: that of each joint)")
      .value("LIST");
  command
      .option("--motors", arguments->motors,
              "Motors of the catalogue that the robot has, one for each joint, - where it is not known")
      .value("LIST");
  command
      .option("--prefer", arguments->prefer,
              "price, mass or torque: the least of it is chosen (default: the first that the catalogue has)")
      .one_of(preferences.words());
  arguments->margin_option =
      command.option("--margin", arguments->margin, "Safety factor on peak and rms torque of chosen motors")
          .positive()
          .show_default();
  arguments->inertia_option =
      command
          .option("--largest-inertia-ratio", arguments->largest_inertia_ratio,
                  "Largest inertia of the load over that of the rotor, at the motor (default: any)")
          .positive();
  arguments->outputs.add_to(command, "--report", arguments->report,
                            "Write a report with torque over speed of each motor, one HTML file");
  arguments->studio.add_to(command, arguments->outputs, arguments->report);
  command.on_run([arguments] { run(*arguments); });
}

}  // namespace torsor::cli
