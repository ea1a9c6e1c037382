#include "arguments/path_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "output/remark.hpp"
#include "output/shown.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/kinematics/inverse_kinematics.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/spatial/roll_pitch_yaw.hpp"
#include "torsor/trajectory/follow_path.hpp"
#include "torsor/trajectory/limited_motion.hpp"
#include "torsor/trajectory/motion_samples.hpp"

namespace torsor::cli {
namespace {

/// The pose that numbers say: x, y, z, and the orientation of `from` or roll, pitch, yaw behind them.
Transform<double> pose_of(const double* v, bool turns, const Transform<double>& from) {
  return {turns ? rotation_of_roll_pitch_yaw(v[3], v[4], v[5]) : from.R, {v[0], v[1], v[2]}};
}

}  // namespace

void PathArguments::add_to(Command& command) {
  line_.add_to(
      command, "--line",
      "Move the tip from --from on a line to x,y,z[,roll,pitch,yaw], in base axes (default: it does not turn)");
  arc_.add_to(command, "--arc", "The same on the arc through x,y,z to x,y,z[,roll,pitch,yaw]: six or nine numbers");
  command.flag("--position-only", position_only_, "The orientation of the tip does not matter on --line and --arc");
  command.option("--max-tip-velocity", velocity_, "m/s along --line and --arc; rad/s where the tip only turns")
      .positive();
  command.option("--max-tip-acceleration", acceleration_, "m/s^2").positive();
  command.option("--max-tip-jerk", jerk_, "m/s^3").positive();
}

std::string PathArguments::rate_beyond_velocity() const {
  return acceleration_ ? "--max-tip-acceleration" : jerk_ ? "--max-tip-jerk" : "";
}

std::string PathArguments::first_given() const {
  return position_only_ ? "--position-only" : velocity_ ? "--max-tip-velocity" : rate_beyond_velocity();
}

CartesianPath PathArguments::path(const Model<double>& model, int tip, const Vector& q) const {
  const Transform<double> from = frame_pose<double>(model, forward_kinematics(model, q), tip);
  if (line_.given()) {
    const Vector v = line_.list({3, 6}, "x,y,z, then roll,pitch,yaw");
    const CartesianPath path = CartesianPath::line(from, pose_of(v.data(), v.size() == 6, from));
    if (path.length() < 1e-12 && path.angle() < 1e-12)
      throw UsageError("--line: expected another pose than that of the start, found the same");
    return path;
  }
  const Vector v = arc_.list({6, 9}, "x,y,z to pass and x,y,z to reach, then roll,pitch,yaw");
  const auto path = CartesianPath::arc(from, {v[0], v[1], v[2]}, pose_of(&v[3], v.size() == 9, from));
  if (const auto* problem = std::get_if<MotionProblem>(&path)) throw UsageError(problem->option, problem->message);
  return std::get<CartesianPath>(path);
}

PiecewiseMotion PathArguments::progress(const CartesianPath& path, std::optional<SplineDegree> degree,
                                        bool jerk_limited, std::optional<double> duration) const {
  constexpr double none = std::numeric_limits<double>::infinity();
  AxisLimits tip{velocity_.value_or(none), acceleration_.value_or(none), jerk_.value_or(none)};
  if (!degree && !acceleration_)
    throw UsageError("--max-tip-acceleration: expected a limit, which this profile needs; found none");
  if (jerk_limited && !jerk_)
    throw UsageError("--max-tip-jerk: expected a limit, which this profile needs; found none");
  if (!degree && !jerk_limited) tip.jerk = none;
  if (degree && !duration && !velocity_ && !acceleration_ && !jerk_)
    throw UsageError("--duration: expected a time, or --max-tip-velocity; found neither");
  const AxisLimits limits[] = {limits_along(path, tip)};
  LimitedMotionOptions options;
  options.duration = duration.value_or(0);
  const auto motion = !degree    ? limited_motion({0, 1}, limits, options)
                      : duration ? spline_motion(*degree, {0, *duration}, {0, 1}, 1)
                                 : spline_within_limits(*degree, {0, 1}, {0, 1}, limits);
  if (const auto* problem = std::get_if<MotionProblem>(&motion)) throw UsageError(problem->option, problem->message);
  return std::get<PiecewiseMotion>(motion);
}

std::vector<LimitUse> PathArguments::uses(std::size_t joints, const CartesianPath& path,
                                          const PiecewiseMotion& progress) const {
  Vector times = sample_times(progress.duration(), 4000 / progress.duration());
  for (const MotionPiece& piece : progress.pieces(0)) times.push_back(piece.begin);
  std::sort(times.begin(), times.end());
  std::vector<LimitUse> uses;
  const auto add = [&](LimitUse::Kind kind, std::optional<double> limit, double PathRates::* rate) {
    if (!limit) return;
    LimitUse use{joints, kind, 0, 0, *limit, 0};
    for (const double t : times)
      if (const double value = path_rates(path, progress, t).*rate; value > use.value * (1 + 1e-9))
        use.time = t, use.value = value;
    use.share = use.value / use.limit;
    uses.push_back(use);
  };
  add(LimitUse::Kind::velocity, velocity_, &PathRates::velocity);
  add(LimitUse::Kind::acceleration, acceleration_, &PathRates::acceleration);
  add(LimitUse::Kind::jerk, jerk_, &PathRates::jerk);
  return uses;
}

TipSpeed PathArguments::tip_speed(const Model<double>& model, int tip, const CartesianPath& path) const {
  const bool only_turns = !(path.length() > 0);
  if (!velocity_) return {0, {}, only_turns};
  const auto workspace = std::make_shared<JacobianWorkspace<double>>(model);
  const auto J = std::make_shared<Matrix<double>>(6, model.nv);
  const int first = only_turns ? 3 : 0;
  const auto speed = [=, &model](const Vector& q, const Vector& qd) {
    jacobian<double>(model, q, tip, *workspace, J->view());
    double square = 0;
    for (int i = first; i < first + 3; ++i) {
      double v = 0;
      for (int j = 0; j < model.nv; ++j) v += (*J)(i, j) * qd[static_cast<std::size_t>(j)];
      square += v * v;
    }
    return std::sqrt(square);
  };
  return {*velocity_, speed, only_turns};
}

LimitUse TipSpeed::use(const Trajectory& rows) const {
  LimitUse use{rows.q[0].size(), LimitUse::Kind::velocity, 0, 0, most, 0};
  for (std::size_t k = 0; k < rows.q.size(); ++k)
    if (const double value = at(rows.q[k], rows.qd[k]); value > use.value * (1 + 1e-9))
      use.time = rows.time[k], use.value = value;
  use.share = use.value / most;
  return use;
}

Trajectory PathArguments::joint_motion(const RobotArguments& robot, const Model<double>& model, int tip,
                                       const CartesianPath& path, const PiecewiseMotion& progress, const Vector& q,
                                       double rate) const {
  InverseKinematicsOptions solving;
  solving.match = position_only_ ? PoseMatch::position : PoseMatch::whole;
  InverseKinematics inverse(model, tip, solving);
  FollowPathOptions options;
  options.rate = rate;
  if (position_only_) options.rows = {0, 1, 2};
  FollowedPath found = follow_path(
      model, tip, path, progress, q,
      [&](const Transform<double>& pose, Output<double> at) { return inverse.solve_from(pose, at).reached; }, options);
  const std::string place = fmt::format("at {:.4g} s, on the way to {}", found.end_time, shown(path.pose(1).p));
  if (found.end == FollowedPath::End::no_solution)
    throw ComputationError(fmt::format("the tip cannot follow its way {}: no joint positions reach {}", place,
                                       shown(cartesian_state(path, progress, found.end_time).pose.p)),
                           position_only_ ? std::vector<std::string>() : std::vector<std::string>{"position_only"});
  if (found.end == FollowedPath::End::jump)
    throw ComputationError(fmt::format("the tip cannot follow its way {}: joints would have to jump", place));
  if (found.damped_time > 0)
    remark(Severity::warning,
           fmt::format("near a singularity, at {:.4g} s, where the smallest singular value is {:.3g}; velocities are "
                       "differences of positions for {:.3g} s in all",
                       found.time_of_it, found.smallest_singular_value, found.damped_time),
           robot.json());
  return std::move(found.rows);
}

}  // namespace torsor::cli
