#include "arguments/excite_arguments.hpp"

#include <fmt/format.h>

#include <cmath>

#include "arguments/log_name.hpp"
#include "arguments/value_checks.hpp"
#include "output/remark.hpp"
#include "output/shown.hpp"
#include "torsor/core/text.hpp"
#include "torsor/experiments/link_capsules.hpp"
#include "torsor/model/number_list.hpp"
#include "torsor/model/position.hpp"
#include "torsor/robot_files/collision_meshes.hpp"

namespace torsor::cli {
namespace {

/// x,y,z:x,y,z
Box read_box(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos)
    throw UsageError("--workspace: expected two corners x,y,z:x,y,z, found " + in_quotes(text));
  const Vector low = parse_numbers(text.substr(0, colon), "--workspace");
  const Vector high = parse_numbers(text.substr(colon + 1), "--workspace");
  if (low.size() != 3 || high.size() != 3)
    throw UsageError("--workspace: expected two corners x,y,z:x,y,z, found " + in_quotes(text));
  return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

}  // namespace

void ExciteArguments::add_to(Command& command) {
  command.option("--criterion", criterion_, "d-optimal (default: the volume of the intervals) or condition (number)")
      .one_of({"d-optimal", "condition"});
  command.option("--period", options_.period, "s that the motion takes").show_default().not_called({"--duration"});
  harmonics_option_ = command.option("--harmonics", options_.harmonics, "Of its Fourier series (default 5)");
  command.option("--highest-frequency", highest_frequency_,
                 "Hz, of the series, so that flexible modes are left alone: as many harmonics as stay below it");
  command.option("--starts", options_.starts, "Random motions that are improved; the best is kept").show_default();
  command.option("--seed", options_.seed, "Of the starts").show_default();
  command.option("--rate", options_.rate, "Torques a second that will be measured, and rows of --output")
      .show_default();
  noise_.add_to(command, "--noise",
                "Standard deviation of a measured torque, one number for each joint or one for all (default: that of "
                "--after, or 1 % of the torque limit)");
  velocity_.add_to(command, "--max-velocity", "rad/s or m/s, by joint or one for all (default: the robot file's)");
  acceleration_.add_to(command, "--max-acceleration", "rad/s^2 or m/s^2 (default: the robot file's)");
  torque_.add_to(command, "--max-torque", "Nm or N (default: the robot file's)");
  command.option("--floor", floor_, "m along z of the base: no link and no capsule comes below it");
  command.option("--workspace", workspace_, "A box in base axes that the tip stays in: x,y,z:x,y,z").value("BOX");
  command
      .option("--capsules", capsules_,
              "auto (default: those of the robot file, or around its collision shapes) or none")
      .one_of({"auto", "none"});
  command.option("--clearance", options_.clearance, "m between capsules, and above the floor").show_default();
  command.option("--after", after_, "An earlier log, whose knowledge is taken into account; may be repeated")
      .one_word_each()
      .file();
  command.option("--mapping", mapping_, "A YAML file that says what the columns of --after are (docs/log.md)").file();
  command.flag("--trust-log", trusted_, "Skip the examination of the logs");
  command
      .option("--friction", friction_,
              "What is to be identified: none, or a list of viscous, coulomb, offset, asymmetric")
      .list_of({"viscous", "coulomb", "offset", "asymmetric", "none"});
  command.flag("--no-rotors", no_rotor_, "No rotor inertias are to be identified");
  gravity_.add_to(command, "--gravity", "Free-fall acceleration in base axes, in place of the robot's");
  command.option("--threads", options_.threads, "How many to use (default: all cores)");
}

int ExciteArguments::harmonics() const {
  if (!highest_frequency_) return options_.harmonics;
  const double most = std::floor(*highest_frequency_ * options_.period * (1 + 1e-9));
  if (!(most >= 2))
    throw UsageError(fmt::format("--highest-frequency: expected two periods in {} s at least, {} Hz, found {}",
                                 shown(options_.period), shown(2 / options_.period), shown(*highest_frequency_)));
  if (harmonics_option_.given() && options_.harmonics > most)
    throw UsageError(fmt::format("--harmonics: expected at most {} in {} s below {} Hz, found {}", most,
                                 shown(options_.period), shown(*highest_frequency_), options_.harmonics));
  return harmonics_option_.given() ? options_.harmonics : static_cast<int>(std::min(most, 50.0));
}

std::vector<JointLimits> ExciteArguments::limits(const RobotArguments& robot, const Model<double>& model) const {
  const auto joints = static_cast<std::size_t>(model.nv);
  std::vector<JointLimits> limits = robot.limits();
  const auto put = [&](const VectorArgument& argument, const char* flag, double JointLimits::* limit) {
    if (!argument.given()) return;
    const Vector values = argument.by_joint(joints);
    for (std::size_t j = 0; j < joints; ++j) {
      if (values[j] > limits[j].*limit)
        remark(Severity::warning,
               fmt::format("{}: {} for {}, where the robot file has {}", flag, shown(values[j]),
                           velocity_names(model)[j], shown(limits[j].*limit)),
               robot.json());
      limits[j].*limit = values[j];
    }
  };
  put(velocity_, "--max-velocity", &JointLimits::velocity);
  put(acceleration_, "--max-acceleration", &JointLimits::acceleration);
  put(torque_, "--max-torque", &JointLimits::torque);
  return limits;
}

void ExciteArguments::read_friction(IdentifyOptions& options) const {
  const std::vector<std::string> words = words_in(friction_);
  const auto has = [&](const char* word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  options.viscous = has("viscous"), options.coulomb = has("coulomb"), options.offset = has("offset");
  options.asymmetric = has("asymmetric");
  options.rotor = !no_rotor_;
  if (options.asymmetric && !options.coulomb)
    throw UsageError("--friction: expected coulomb beside asymmetric, found " + in_quotes(friction_));
}

ExciteOptions ExciteArguments::options(const RobotArguments& robot, const Model<double>& model) const {
  ExciteOptions options = options_;
  options.criterion = criterion_ == "condition" ? ExcitationCriterion::condition : ExcitationCriterion::d_optimal;
  options.harmonics = harmonics();
  options.floor = floor_;
  if (!workspace_.empty()) options.workspace = read_box(workspace_);
  if (options.workspace) options.tip = model.frames[robot.tip(model)].name;
  if (noise_.given()) options.noise = noise_.by_joint(static_cast<std::size_t>(model.nv));
  options.limits = limits(robot, model);
  read_friction(options.identification);
  if (gravity_.given()) options.identification.gravity = gravity_.three();
  options.identification.threads = options.threads;
  return options;
}

CleanLogOptions ExciteArguments::opening(const Model<double>& model) const {
  CleanLogOptions opening;
  if (!mapping_.empty()) opening.mapping = read_log_mapping_file(mapping_);
  if (!mapping_.empty() && after_.empty()) throw UsageError("--mapping: expected --after LOG beside it");
  opening.robot = &model;
  if (gravity_.given()) opening.health.gravity = gravity_.three();
  opening.trusted = trusted_;
  return opening;
}

std::vector<Capsule> ExciteArguments::capsules(const RobotArguments& robot, const Model<double>& model,
                                               std::vector<std::string>& notes) const {
  if (capsules_ == "none") return {};
  Description description = robot.load_changed();
  open_collision_meshes(description, std::filesystem::path(robot.name()).parent_path(), notes);
  return link_capsules(description, model, notes);
}

std::vector<CleanLog> ExciteArguments::earlier_logs(const Model<double>& model) const {
  return open_logs_named(after_, "--after", opening(model));
}

std::vector<CleanLog> ExciteArguments::all_earlier_logs(const Model<double>& model) const {
  const CleanLogOptions options = opening(model);
  std::vector<CleanLog> logs;
  logs.reserve(after_.size());
  for (const std::string& text : after_) logs.push_back(open_log_named(text, "--after", options));
  return logs;
}

}  // namespace torsor::cli
