#include "torsor/experiments/plan_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/plan/plan_parts.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/position.hpp"
#include "torsor/trajectory/trajectory_torque.hpp"

namespace torsor {
namespace {

using Purpose = PlannedMotion::Purpose;

void require_sound(const PlanOptions& options) {
  const auto require = [](bool sound, const char* option, const char* expected, double found) {
    if (!sound) throw UsageError(option, std::string("expected ") + expected + ", found " + number_text(found));
  };
  require(options.accuracy > 0 && options.accuracy < 1, "accuracy", "a share between 0 and 1", options.accuracy);
  require(options.most_repetitions >= 1 && options.most_repetitions <= 1000, "most_repetitions", "1 to 1000",
          options.most_repetitions);
  require(options.poses >= 0 && options.poses <= 100, "poses", "0 to 100", options.poses);
  const double rows = options.excitation.period * options.excitation.rate;
  if (!(rows <= 1e6)) throw UsageError("rate", "expected at most 1e6 rows in a period, found " + number_text(rows));
}

/// The part of all work that a search reports.
ExciteOptions with_progress(ExciteOptions options, double from, double to, const std::string& stage) {
  if (options.progress)
    options.progress = [tell = options.progress, from, to, stage](const std::string&, double done) {
      tell(stage, from + (to - from) * done);
    };
  return options;
}

/// Another motion for the same robot, which knows nothing of the first one.
ExcitingMotion second_motion(const Description& robot, const ExcitingMotion& first, ExciteOptions options) {
  options.seed += 1000;
  options.starts = std::max(1, options.starts / 2);
  options.after.clear();
  options.noise = first.noise;
  return excite(robot, with_progress(options, 0.45, 0.7, "motion for validation"));
}

/// Of any link: one that cannot be known, such as the first of a PUMA, is often left out of a file.
bool has_masses(const Model<double>& model) {
  return std::ranges::any_of(model.bodies, [](const Body<double>& body) { return body.inertia.mass > 0; });
}

void describe_joints(const PlanSetup& setup, ExperimentPlan& plan) {
  const std::vector<std::string> names = velocity_names(setup.model()), units = torque_units(setup.model());
  const MotionDemand& demand = plan.motions.front().demand;
  for (std::size_t j = 0; j < setup.joints(); ++j) {
    PlannedJoint& joint = plan.joints.emplace_back();
    joint.name = names[j], joint.unit = units[j], joint.noise = setup.motion.noise[j];
    joint.torque_rms = demand.joints[j].torque_rms, joint.torque_peak = demand.joints[j].torque;
  }
}

void add_exciting_motions(const PlanSetup& setup, const ExcitingMotion& second, ExperimentPlan& plan) {
  const double rate = setup.options.excitation.rate;
  PlannedMotion& first =
      plan.motions.emplace_back(planned_motion(setup, Purpose::identification, sampled(setup.motion.series, rate)));
  first.file = "identification.csv", first.log = "identification-log.csv";
  first.what = "all joints at once: tells most of the parameters";
  PlannedMotion& other =
      plan.motions.emplace_back(planned_motion(setup, Purpose::validation, sampled(second.series, rate)));
  other.file = "validation.csv", other.log = "validation-log.csv";
  other.what = "all joints at once, another motion: it judges the result and is not part of it";
}

}  // namespace

const char* name_of(Purpose purpose) {
  static constexpr const char* names[] = {"identification", "validation", "friction", "poses"};
  return names[static_cast<int>(purpose)];
}

const char* name_of(Outlook outlook) {
  static constexpr const char* names[] = {"reached", "minor", "no-value", "unseen", "too-weak", "entangled"};
  return names[static_cast<int>(outlook)];
}

std::string plan_number(double value, int digits) { return fmt::format("{:.{}g}", value, digits); }
std::string plan_percent(double share) { return fmt::format("{:.2g} %", 100 * share); }

SeriesMotion motion_of(const Trajectory& rows) {
  const auto count = static_cast<long>(rows.time.size()), n = static_cast<long>(rows.q.front().size());
  SeriesMotion motion{Eigen::MatrixXd(n, count), Eigen::MatrixXd(n, count), Eigen::MatrixXd(n, count)};
  const auto put = [&](const std::vector<std::vector<double>>& from, Eigen::MatrixXd& to) {
    for (long i = 0; i < count; ++i) std::ranges::copy(from[static_cast<std::size_t>(i)], to.col(i).data());
  };
  put(rows.q, motion.q), put(rows.qd, motion.qd), put(rows.qdd, motion.qdd);
  return motion;
}

PlannedMotion planned_motion(const PlanSetup& setup, Purpose purpose, Trajectory rows) {
  PlannedMotion motion;
  motion.purpose = purpose;
  TrajectoryTorque torque = trajectory_torque(setup.model(), rows, setup.conditions());
  motion.demand = motion_demand(rows, torque, setup.motion.joint_limits);
  motion.rows = std::move(rows), motion.tau = std::move(torque.tau);
  return motion;
}

ExperimentPlan plan_experiment(const Description& robot, const PlanOptions& options) {
  require_sound(options);
  ExciteOptions wanted = options.excitation;
  for (const CleanLog* log : options.first_logs)
    if (log->health().usable()) wanted.after.push_back({log->name(), &log->rows()});
  const ExcitingMotion first = excite(robot, with_progress(wanted, 0, 0.45, "motion for identification"));
  const ExcitingMotion second = second_motion(robot, first, wanted);
  std::vector<std::string> notes;
  const ExciteSetup excite = set_up(robot, wanted, notes);
  const LimitFunctions limits(excite.robot, excite.unknowns.conditions, excite.limits);
  const bool stated =
      !wanted.noise.empty() || !wanted.after.empty() ||
      std::ranges::all_of(first.joint_limits, [](const JointLimits& j) { return std::isfinite(j.torque); });
  const PlanSetup setup{robot,
                        options,
                        excite,
                        limits,
                        first,
                        sampled(first.series, 1).q.front(),
                        has_masses(excite.robot),
                        stated || has_masses(excite.robot)};
  ExperimentPlan plan;
  plan.robot = robot.name, plan.accuracy = options.accuracy, plan.condition = first.condition;
  plan.equations = first.measurements;
  plan.warnings = first.notes;
  plan_warnings(setup, plan);
  add_exciting_motions(setup, second, plan);
  describe_joints(setup, plan);
  if (wanted.progress) wanted.progress("sweeps and poses", 0.7);
  plan_recording(setup, plan);
  plan_friction(setup, plan);
  plan_poses(setup, plan);
  plan_accuracy(setup, plan);
  plan_mounting(setup, plan);
  if (wanted.progress && !options.first_logs.empty()) wanted.progress("first log", 0.8);
  plan_first_logs(setup, plan);
  for (const PlannedMotion& motion : plan.motions) plan.minutes += motion.repetitions * motion.demand.duration / 60;
  plan_sections(setup, plan);
  if (wanted.progress) wanted.progress("done", 1);
  return plan;
}

}  // namespace torsor
