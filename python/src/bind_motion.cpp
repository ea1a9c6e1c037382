#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "by_joint.hpp"
#include "finding.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/require_moving.hpp"
#include "torsor/trajectory/limited_motion.hpp"
#include "torsor/trajectory/motion_demand.hpp"
#include "torsor/trajectory/motion_samples.hpp"
#include "torsor/trajectory/spline_motion.hpp"
#include "torsor/trajectory/trajectory_torque.hpp"

namespace torsor::python {
namespace {

PiecewiseMotion require_motion(std::variant<PiecewiseMotion, MotionProblem> motion) {
  if (const auto* problem = std::get_if<MotionProblem>(&motion))
    throw UsageError(problem->option.empty() ? "points" : problem->option, problem->message);
  return std::get<PiecewiseMotion>(std::move(motion));
}

/// What the joints may do: the robot's own, or `given` for all of them.
std::vector<double> bounds(const char* name, nb::handle given, const std::vector<JointLimits>& own,
                           double JointLimits::* field) {
  std::vector<double> values;
  values.reserve(own.size());
  for (const JointLimits& one : own) values.push_back(one.*field);
  if (given.is_none()) return values;
  return by_joint(name, given, own.size());
}

/// Joints that need a limit and have none.
void require_finite(const char* what, const std::vector<double>& limits) {
  for (const double limit : limits)
    if (!std::isfinite(limit))
      throw UsageError(what, "expected one for each joint, since the robot file has none; or a duration");
}

PiecewiseMotion polynomial(SplineDegree degree, const std::vector<double>& points, const std::vector<AxisLimits>& along,
                           double duration) {
  std::vector<double> velocities;
  velocities.reserve(along.size());
  for (const AxisLimits& limits : along) velocities.push_back(limits.velocity);
  std::vector<double> times = times_by_distance(points, along.size(), velocities);
  if (!(duration > 0)) return require_motion(spline_within_limits(degree, times, points, along));
  for (double& time : times) time *= duration;
  return require_motion(spline_motion(degree, times, points, along.size()));
}

/// What the motion asks for, from rows that are dense enough for peaks whatever the rate.
MotionDemand dense_demand(const Model<double>& model, const PiecewiseMotion& motion, double rate,
                          const std::vector<JointLimits>& limits) {
  const double dense = rate * static_cast<double>(rows_for_a_sample(motion.duration(), rate));
  const Trajectory rows = sampled(motion, static_cast<std::size_t>(model.nq), motion.duration(), dense);
  return motion_demand(rows, trajectory_torque(model, rows, default_conditions(model)), limits);
}

std::vector<JointLimits> limits_with(std::vector<JointLimits> limits, const std::vector<double>& velocity,
                                     const std::vector<double>& acceleration) {
  for (std::size_t j = 0; j < limits.size(); ++j)
    limits[j].velocity = velocity[j], limits[j].acceleration = acceleration[j];
  return limits;
}

Fields trajectory(const Robot& robot, nb::handle points, const std::string& profile, double duration, double rate,
                  nb::handle max_velocity, nb::handle max_acceleration, nb::handle max_jerk) {
  const Model<double>& model = robot.model();
  require_moving(model, "there is no motion");
  for (int i = 1; i < model.body_count(); ++i)
    if (velocity_count(model.bodies[i].joint) != 1)
      throw UsageError("trajectory: expected joints of one degree of freedom only, found " +
                       in_quotes(model.joint_names[static_cast<std::size_t>(i) - 1]));
  if (!(rate > 0 && std::isfinite(rate))) throw UsageError("rate", "expected samples a second, above 0");
  const auto joints = static_cast<std::size_t>(model.nq);
  std::vector<double> all;
  const std::vector<std::vector<double>> places = rows("points", points, joints);
  if (places.size() < 2)
    throw UsageError("points", "expected two rows or more, found " + std::to_string(places.size()));
  for (const std::vector<double>& row : places) all.insert(all.end(), row.begin(), row.end());
  const std::vector<JointLimits> own = joint_limits(robot.description());
  const std::vector<double> velocity = bounds("max_velocity", max_velocity, own, &JointLimits::velocity);
  const std::vector<double> acceleration =
      bounds("max_acceleration", max_acceleration, own, &JointLimits::acceleration);
  std::vector<double> jerk(joints, std::numeric_limits<double>::infinity());
  if (!max_jerk.is_none()) jerk = bounds("max_jerk", max_jerk, own, &JointLimits::torque);
  std::vector<AxisLimits> along;
  along.reserve(joints);
  for (std::size_t j = 0; j < joints; ++j) along.push_back({velocity[j], acceleration[j], jerk[j]});
  PiecewiseMotion motion;
  if (profile == "limited") {
    require_finite("max_acceleration", acceleration);
    motion = require_motion(limited_motion(all, along, {{}, {}, duration}));
  } else if (profile == "cubic" || profile == "quintic" || profile == "septic") {
    if (!(duration > 0)) require_finite("max_velocity", velocity);
    const SplineDegree degree = profile == "cubic"     ? SplineDegree::cubic
                                : profile == "quintic" ? SplineDegree::quintic
                                                       : SplineDegree::septic;
    motion = polynomial(degree, all, along, duration);
  } else {
    throw UsageError("profile", "expected cubic, quintic, septic or limited, found " + in_quotes(profile));
  }
  if (motion.duration() * rate > 1e7) throw UsageError("rate", "expected at most ten million samples");
  const Trajectory sampled_rows = sampled(motion, joints, motion.duration(), rate);
  const TrajectoryTorque torque = trajectory_torque(model, sampled_rows, default_conditions(model));
  const MotionDemand demand = dense_demand(model, motion, rate, limits_with(own, velocity, acceleration));
  Fields result;
  result["duration"] = motion.duration();
  result["time"] = to_array(sampled_rows.time);
  result["q"] = to_array(sampled_rows.q, joints);
  result["qd"] = to_array(sampled_rows.qd, joints);
  result["qdd"] = to_array(sampled_rows.qdd, joints);
  result["tau"] = to_array(torque.tau, joints);
  const auto by_joint = [&](double JointDemand::* figure) {
    std::vector<double> values;
    for (const JointDemand& one : demand.joints) values.push_back(one.*figure);
    return to_array(values);
  };
  result["peak_torque"] = by_joint(&JointDemand::torque);
  result["rms_torque"] = by_joint(&JointDemand::torque_rms);
  result["peak_velocity"] = by_joint(&JointDemand::velocity);
  result["peak_acceleration"] = by_joint(&JointDemand::acceleration);
  nb::list exceeded;
  for (const LimitUse& use : demand.limits)
    if (use.exceeded()) exceeded.append(text(in_words(use, velocity_names(model), torque_units(model))));
  result["exceeded"] = exceeded;
  return result;
}

}  // namespace

void bind_motion(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("_trajectory", &trajectory, "points"_a, "profile"_a, "duration"_a, "rate"_a, "max_velocity"_a.none(),
            "max_acceleration"_a.none(), "max_jerk"_a.none());
}

}  // namespace torsor::python
