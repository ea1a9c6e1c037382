#include "arguments/motion_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>

#include "output/shown.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/logs/trajectory_file.hpp"
#include "torsor/model/number_list.hpp"
#include "torsor/model/position.hpp"
#include "torsor/trajectory/excitation.hpp"
#include "torsor/trajectory/limited_motion.hpp"
#include "torsor/trajectory/motion_samples.hpp"

namespace torsor::cli {
namespace {

/// A motion, or what is wrong with it; `points` is the option that has its points and times.
PiecewiseMotion require_motion(std::variant<PiecewiseMotion, MotionProblem> motion, const std::string& points) {
  if (const auto* problem = std::get_if<MotionProblem>(&motion))
    throw UsageError(problem->option == "times" ? points : problem->option, problem->message);
  return std::get<PiecewiseMotion>(std::move(motion));
}

SettledMotion planned(std::string kind, PiecewiseMotion motion, const LimitArguments& bounds) {
  const double duration = motion.duration();
  std::vector<LimitUse> uses = bounds.jerk_uses(motion);
  return {std::move(kind), duration,
          [motion = std::move(motion)](double rate) {
            return sampled(motion, motion.joint_count(), motion.duration(), rate);
          },
          std::move(uses)};
}

void require_within(const Model<double>& model, const std::vector<JointLimits>& limits, const double* q,
                    const std::string& place) {
  for (std::size_t j = 0; j < limits.size(); ++j) {
    const auto& [low, high, velocity, acceleration, torque] = limits[j];
    const double slack = 1e-9 * std::max(1.0, std::abs(q[j]));
    if (q[j] >= low - slack && q[j] <= high + slack) continue;
    throw UsageError(fmt::format(
        "{}: {}: expected a position within its limits, {} to {} {}; found {}; --no-limits leaves them out", place,
        velocity_names(model)[j], shown(low), shown(high), torque_units(model)[j] == "N" ? "m" : "rad", shown(q[j])));
  }
}

/// A limit without which the time of a motion does not follow.
void require_positive(const Model<double>& model, const std::vector<JointLimits>& limits) {
  for (std::size_t j = 0; j < limits.size(); ++j)
    for (const auto& [flag, what, value] : {std::tuple{"--max-velocity", "velocity", limits[j].velocity},
                                            std::tuple{"--max-acceleration", "acceleration", limits[j].acceleration}})
      if (!(value > 0))
        throw UsageError(
            fmt::format("{}: expected limits, because that of {} in the robot file is {} for {}; found none", flag,
                        what, shown(value), velocity_names(model)[j]));
}

}  // namespace

void MotionArguments::add_to(Command& command) {
  from_.add_to(command, "--from", "Joint positions at the start");
  to_.add_to(command, "--to", "Joint positions at the end");
  via_option_ =
      command.option("--via", via_, "Joint positions on the way; may be repeated").value("LIST").one_word_each();
  via_times_.add_to(command, "--via-times", "s at which those of --via are passed (default: by the distances)");
  profile_option_ =
      command
          .option("--profile", profile_,
                  "quintic (default), cubic or septic polynomials, through --via without a stop; trapezoid or "
                  "jerk-limited: as fast as the limits allow, with a rest at each --via")
          .one_of({"cubic", "quintic", "septic", "trapezoid", "jerk-limited"});
  command.option("--duration", duration_, "How long, s (default: as short as the limits allow)").positive();
  from_velocity_.add_to(command, "--from-velocity",
                        "Joint velocities at the start (default 0); polynomials need --duration then");
  to_velocity_.add_to(command, "--to-velocity", "Joint velocities at the end (default 0), likewise");
  from_acceleration_.add_to(command, "--from-acceleration",
                            "Joint accelerations at the start, of polynomials (default 0)");
  to_acceleration_.add_to(command, "--to-acceleration", "Joint accelerations at the end, of polynomials (default 0)");
  path_.add_to(command);
  spline_option_ = command
                       .option("--spline", spline_,
                               "A spline through the rows of this CSV or NPY: columns [t,] q1..; at rest at both ends, "
                               "cubic unless --profile says otherwise")
                       .file();
  const Option fourier =
      command.flag("--fourier", fourier_, "A random Fourier series within the limits, as `make-log` moves a robot");
  command.option("--period", period_, "s after which the series repeats (default 20)")
      .between(1.0, 100.0)
      .needs(fourier);
  command.option("--harmonics", harmonics_, "Of the series (default 5)").between(1, 50).needs(fourier);
  command.option("--seed", seed_, "Of the series (default 1)").needs(fourier);
  command.flag("--steady", steady_, "No rests and slow parts in the series").needs(fourier);
}

std::optional<SplineDegree> MotionArguments::degree() const {
  if (profile_ == "cubic") return SplineDegree::cubic;
  if (profile_ == "quintic") return SplineDegree::quintic;
  if (profile_ == "septic") return SplineDegree::septic;
  return std::nullopt;
}

SettledMotion MotionArguments::plan(const RobotArguments& robot, const Model<double>& model,
                                    const std::vector<JointLimits>& limits, const LimitArguments& bounds) const {
  require_one_motion();
  require_duration();
  if (bounds.has_jerk()) require_jerk_is_kept();
  if (path_.count() > 0) return along_path(robot, model, limits);
  if (fourier_) return periodic(model, limits);
  return spline_option_.given() ? through_file(model, limits, bounds) : through_points(model, limits, bounds);
}

/// --from, --via and --to, row after row.
Vector MotionArguments::points(const Model<double>& model, const std::vector<JointLimits>& limits) const {
  if (!from_.given()) throw UsageError("--from: expected joint positions, found none");
  const auto joints = static_cast<std::size_t>(model.nq);
  Vector all = from_.positions(model);
  require_within(model, limits, all.data(), "--from");
  const bool rests = via_.empty() && duration_ && degree();  // to hold still for so long is a motion as well
  const auto add = [&](const Vector& q, const std::string& flag) {
    require_within(model, limits, q.data(), flag);
    if (!rests && std::equal(q.begin(), q.end(), all.end() - static_cast<std::ptrdiff_t>(joints)))
      throw UsageError(
          flag + ": expected other positions than those before, found the same: " + shown_configuration(model, q));
    all.insert(all.end(), q.begin(), q.end());
  };
  for (const std::string& text : via_) {
    const Vector q = parse_numbers(text, "--via");
    if (q.size() != joints)
      throw UsageError(
          fmt::format("--via: expected {} numbers, one for each joint of {}; found {}", joints, model.name, q.size()));
    add(q, "--via");
  }
  add(to_.positions(model), "--to");
  return all;
}

PiecewiseMotion MotionArguments::by_polynomials(const Vector& points, const Model<double>& model,
                                                const std::vector<AxisLimits>& along) const {
  if (profile_ == "cubic" && (from_acceleration_.given() || to_acceleration_.given()))
    throw UsageError("--from-acceleration, --to-acceleration: expected --profile quintic or septic, found cubic");
  Vector velocities;
  for (const AxisLimits& limits : along) velocities.push_back(limits.velocity);
  const std::size_t joints = along.size();
  Vector times = times_by_distance(points, joints, velocities);
  if (!duration_) {
    if (const std::string given = via_times_.given() ? "--via-times" : moving_end(model); !given.empty())
      throw UsageError("--duration: expected a time beside " + given + ", found none");
    return require_motion(spline_within_limits(*degree(), times, points, along), "via");
  }
  for (double& time : times) time *= *duration_;
  if (via_times_.given()) {
    const Vector given = via_times_.list({via_.size()}, "one for each --via");
    std::copy(given.begin(), given.end(), times.begin() + 1);
    for (std::size_t k = 1; k < times.size(); ++k)
      if (!(times[k] > times[k - 1]))
        throw UsageError(fmt::format("--via-times: expected times that rise, between 0 and {} s, found {}",
                                     shown(*duration_), fmt::join(given, ",")));
  }
  SplineEnds ends;
  ends.start.velocity = from_velocity_.velocities(model), ends.end.velocity = to_velocity_.velocities(model);
  ends.start.acceleration = from_acceleration_.velocities(model);
  ends.end.acceleration = to_acceleration_.velocities(model);
  return require_motion(spline_motion(*degree(), times, points, joints, ends), "via");
}

PiecewiseMotion MotionArguments::within_limits(const Vector& points, const Model<double>& model,
                                               std::vector<AxisLimits> along, bool has_jerk) const {
  if (from_acceleration_.given() || to_acceleration_.given())
    throw UsageError("--from-acceleration, --to-acceleration: expected --profile quintic or septic, found " + profile_);
  if (via_times_.given()) throw UsageError("--via-times: expected a profile of polynomials, found " + profile_);
  if (profile_ == "jerk-limited" && !has_jerk)
    throw UsageError("--max-jerk: expected limits, which robot files do not have; found none");
  for (std::size_t j = 0; j < along.size(); ++j) {
    if (profile_ == "trapezoid") along[j].jerk = HUGE_VAL;
    if (std::isinf(along[j].acceleration))
      throw UsageError(
          fmt::format("--max-acceleration: expected limits, because the robot file has none for {}; "
                      "found none",
                      velocity_names(model)[j]));
  }
  LimitedMotionOptions options;
  options.from_velocity = from_velocity_.velocities(model), options.to_velocity = to_velocity_.velocities(model);
  options.duration = duration_.value_or(0);
  return require_motion(limited_motion(points, along, options), "via");
}

SettledMotion MotionArguments::through_points(const Model<double>& model, const std::vector<JointLimits>& limits,
                                              const LimitArguments& bounds) const {
  const Vector all = points(model, limits);
  if (via_times_.given() && via_.empty()) throw UsageError("--via-times: expected --via beside it, found none");
  if (!duration_ || !degree()) require_positive(model, limits);
  const std::vector<AxisLimits> along = bounds.along(limits);
  return planned(profile_,
                 degree() ? by_polynomials(all, model, along) : within_limits(all, model, along, bounds.has_jerk()),
                 bounds);
}

SettledMotion MotionArguments::through_file(const Model<double>& model, const std::vector<JointLimits>& limits,
                                            const LimitArguments& bounds) const {
  if (profile_option_.given() && !degree())
    throw UsageError("--spline: expected cubic, quintic or septic for --profile, found " + profile_);
  const Trajectory rows = read_positions(spline_, model.nq);
  const std::string kind = profile_option_.given() ? profile_ : "cubic";
  const SplineDegree degree = kind == "cubic" ? SplineDegree::cubic : *this->degree();
  Vector all, times = rows.time;
  for (std::size_t k = 0; k < rows.q.size(); ++k) {
    require_within(model, limits, rows.q[k].data(), fmt::format("--spline: row {}", k + 1));
    all.insert(all.end(), rows.q[k].begin(), rows.q[k].end());
    if (rows.time.empty()) times.push_back(static_cast<double>(k));
  }
  const double first = times[0], whole = times.back() - first;
  for (double& time : times) time = (time - first) * (duration_ ? *duration_ / whole : 1);
  const std::string name =
      fmt::format("{} spline through {}", kind, counted(static_cast<long>(rows.q.size()), "point"));
  if (duration_ || !rows.time.empty())
    return planned(name, require_motion(spline_motion(degree, times, all, limits.size()), "spline"), bounds);
  require_positive(model, limits);
  return planned(name, require_motion(spline_within_limits(degree, times, all, bounds.along(limits)), "spline"),
                 bounds);
}

SettledMotion MotionArguments::along_path(const RobotArguments& robot, const Model<double>& model,
                                          const std::vector<JointLimits>& limits) const {
  if (!from_.given()) throw UsageError("--from: expected joint positions, found none");
  const Vector q = from_.positions(model);
  require_within(model, limits, q.data(), "--from");
  const int tip = robot.tip(model);
  const CartesianPath path = path_.path(model, tip, q);
  const PiecewiseMotion progress = path_.progress(path, degree(), profile_ == "jerk-limited", duration_);
  return {
      path_.name(), progress.duration(),
      [=, this, &robot, &model](double rate) { return path_.joint_motion(robot, model, tip, path, progress, q, rate); },
      path_.uses(limits.size(), path, progress), path_.tip_speed(model, tip, path)};
}

SettledMotion MotionArguments::periodic(const Model<double>& model, const std::vector<JointLimits>& limits) const {
  const auto motion =
      std::make_shared<const Excitation>(random_excitation(model, limits, {harmonics_, period_, !steady_, 0.9, seed_}));
  const double duration = duration_.value_or(motion->period());
  return {"fourier", duration, [motion, duration](double rate) {
            return sampled(*motion, static_cast<std::size_t>(motion->joint_count()), duration, rate);
          }};
}

}  // namespace torsor::cli
