#include "torsor/trajectory/limited_motion.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/core/text.hpp"

namespace torsor {
namespace {

/// Position, velocity and acceleration after a piece with constant jerk, or before one where dt < 0.
struct RunningState {
  double q, v, a;
  RunningState after(double dt, double jerk) const {
    return {q + dt * (v + dt * (a / 2 + dt * jerk / 6)), v + dt * (a + dt * jerk / 2), a + dt * jerk};
  }
};

/// A profile as polynomials: from the start up to its steady part, and backwards from the end, so that both ends are
/// met to the last bit.
class ProfilePieces {
 public:
  ProfilePieces(PiecewiseMotion& motion, std::size_t joint) : motion_(motion), joint_(joint) {}

  void add(double begin, double end, const LimitedProfile& profile) {
    const double first_jerk = jerk_of(profile.first), last_jerk = jerk_of(profile.last);
    RunningState at{profile.from, profile.from_velocity, 0};
    double t = begin;
    piece(t, profile.first.ramp, at, first_jerk);
    if (profile.first.flat > 0) at.a = profile.first.acceleration;
    piece(t, profile.first.flat, at, 0);
    piece(t, profile.first.ramp, at, -first_jerk);
    at.v = profile.cruise_velocity, at.a = 0;
    add_piece(t, at, 0);  // also where it lasts no time: it is then the one that the next begins with

    const VelocityChange& last = profile.last;
    const RunningState stop{profile.to, profile.to_velocity, 0};
    const RunningState down = stop.after(-last.ramp, -last_jerk);
    RunningState top = down;
    top.a = last.flat > 0 ? last.acceleration : down.a;
    const RunningState flat_begin = top.after(-last.flat, 0), ramp_begin = flat_begin.after(-last.ramp, last_jerk);
    const double end_of_change = std::min(end, begin + profile.duration());
    const double change = std::max(t, end_of_change - last.duration());
    if (last.ramp > 0) add_piece(change, ramp_begin, last_jerk);
    if (last.flat > 0) add_piece(change + last.ramp, flat_begin, 0);
    if (last.ramp > 0) add_piece(change + last.ramp + last.flat, down, -last_jerk);
    if (end_of_change < end) add_piece(end_of_change, stop, 0);
  }

 private:
  static double jerk_of(const VelocityChange& change) {
    return change.ramp > 0 ? change.acceleration / change.ramp : 0;
  }

  void add_piece(double t, const RunningState& at, double jerk) {
    motion_.add(joint_, {t, {at.q, at.v, at.a / 2, jerk / 6}});
  }
  void piece(double& t, double length, RunningState& at, double jerk) {
    if (!(length > 0)) return;
    add_piece(t, at, jerk);
    at = at.after(length, jerk);
    t += length;
  }

  PiecewiseMotion& motion_;
  std::size_t joint_;
};

/// One leg: all joints from one point to the next.
class Leg {
 public:
  Leg(std::vector<AxisState> from, std::vector<AxisState> to, std::span<const AxisLimits> limits)
      : from_(std::move(from)), to_(std::move(to)), limits_(limits) {
    for (std::size_t j = 0; j < limits.size(); ++j) {
      quickest_.push_back(quickest_profile(from_[j], to_[j], limits[j]));
      shortest_ = std::max(shortest_, quickest_.back().duration());
    }
  }

  double shortest() const { return shortest_; }

  /// A time at or above the one asked for that all joints can take. Those that begin or end with a velocity may have
  /// times in between that they cannot. Infinite where numbers are too large for an answer.
  double common_time(double asked) const {
    double time = asked;
    for (bool changed = true; changed && std::isfinite(time);) {
      changed = false;
      for (std::size_t j = 0; j < limits_.size(); ++j) {
        if (lasts(j, time)) continue;
        time = next_time(j, time);
        changed = true;
      }
    }
    return std::isfinite(time) ? time : HUGE_VAL;
  }

  void add_to(PiecewiseMotion& motion, double begin, double duration) const {
    for (std::size_t j = 0; j < limits_.size(); ++j)
      ProfilePieces(motion, j).add(begin, begin + duration, *lasting(j, duration));
  }

  /// How the joint ends: without a limit of jerk it still has an acceleration then.
  double last_acceleration(std::size_t j, double duration) const {
    const VelocityChange last = lasting(j, duration)->last;
    return last.ramp > 0 ? 0 : last.acceleration;
  }

 private:
  bool rests(std::size_t j) const { return from_[j].qd == 0 && to_[j].qd == 0; }
  bool is_quickest(std::size_t j, double duration) const {
    return std::abs(duration - quickest_[j].duration()) <= 1e-13 * duration;
  }
  bool lasts(std::size_t j, double duration) const {
    return rests(j) || is_quickest(j, duration) || profile_lasting(duration, from_[j], to_[j], limits_[j]).has_value();
  }

  std::optional<LimitedProfile> lasting(std::size_t j, double duration) const {
    if (is_quickest(j, duration)) return quickest_[j];
    if (!rests(j)) return profile_lasting(duration, from_[j], to_[j], limits_[j]);
    const double slower = quickest_[j].duration() / duration;  // the same in more time: limits that fall with it
    AxisLimits limits = limits_[j];
    limits.velocity *= slower, limits.acceleration *= slower * slower, limits.jerk *= slower * slower * slower;
    return slower > 0 ? quickest_profile(from_[j], to_[j], limits) : quickest_[j];
  }

  double next_time(std::size_t j, double time) const {
    constexpr double step = 1e-3;
    double low = time, high = time * (1 + step);
    while (std::isfinite(high) && !lasts(j, high)) low = high, high *= 1 + step;
    if (!std::isfinite(high)) return high;
    for (double middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2)
      (lasts(j, middle) ? high : low) = middle;
    return high;
  }

  std::vector<AxisState> from_, to_;
  std::span<const AxisLimits> limits_;
  std::vector<LimitedProfile> quickest_;
  double shortest_ = 0;
};

std::optional<MotionProblem> problem_of_limits(std::span<const AxisLimits> limits) {
  for (std::size_t j = 0; j < limits.size(); ++j) {
    const auto told = [&](const char* option, const char* what, double found) {
      return MotionProblem{option, "joint " + std::to_string(j + 1) + ": expected a limit of " + what +
                                       " above 0, found " + number_text(found)};
    };
    if (!(limits[j].velocity > 0)) return told("max_velocity", "velocity", limits[j].velocity);
    if (!(limits[j].acceleration > 0)) return told("max_acceleration", "acceleration", limits[j].acceleration);
    if (!(limits[j].jerk > 0)) return told("max_jerk", "jerk", limits[j].jerk);
    if (!std::isfinite(limits[j].acceleration))
      return MotionProblem{"max_acceleration",
                           "joint " + std::to_string(j + 1) + ": expected a finite limit of acceleration, found none"};
  }
  return std::nullopt;
}

std::optional<MotionProblem> problem_of_velocities(const std::vector<double>& velocities, const char* option,
                                                   std::span<const AxisLimits> limits) {
  if (!velocities.empty() && velocities.size() != limits.size())
    return MotionProblem{option, "expected " + std::to_string(limits.size()) + " numbers, one for each joint, found " +
                                     std::to_string(velocities.size())};
  for (std::size_t j = 0; j < velocities.size(); ++j)
    if (!(std::abs(velocities[j]) <= limits[j].velocity))
      return MotionProblem{option, "joint " + std::to_string(j + 1) + ": expected at most its limit of velocity, " +
                                       number_text(limits[j].velocity) + ", found " + number_text(velocities[j])};
  return std::nullopt;
}

std::vector<AxisState> states_at(Input<double> points, std::size_t row, std::size_t joints,
                                 const std::vector<double>& velocities) {
  std::vector<AxisState> states(joints);
  for (std::size_t j = 0; j < joints; ++j)
    states[j] = {points[row * joints + j], velocities.empty() ? 0 : velocities[j]};
  return states;
}

}  // namespace

std::variant<PiecewiseMotion, MotionProblem> limited_motion(Input<double> points, std::span<const AxisLimits> limits,
                                                            const LimitedMotionOptions& options) {
  const std::size_t joints = limits.size(), rows = joints > 0 ? points.size() / joints : 0;
  if (rows < 2 || points.size() != rows * joints)
    return MotionProblem{"points", "expected two rows or more of " + std::to_string(joints) + " positions, found " +
                                       std::to_string(points.size()) + " numbers"};
  if (auto problem = problem_of_limits(limits)) return *problem;
  if (auto problem = problem_of_velocities(options.from_velocity, "from_velocity", limits)) return *problem;
  if (auto problem = problem_of_velocities(options.to_velocity, "to_velocity", limits)) return *problem;
  std::vector<Leg> legs;
  double shortest = 0;
  for (std::size_t k = 0; k + 1 < rows; ++k) {
    legs.emplace_back(states_at(points, k, joints, k == 0 ? options.from_velocity : std::vector<double>()),
                      states_at(points, k + 1, joints, k + 2 == rows ? options.to_velocity : std::vector<double>()),
                      limits);
    shortest += legs.back().common_time(legs.back().shortest());
  }
  if (!std::isfinite(shortest))
    return MotionProblem{"to", "expected numbers that a finite time can be computed from, found none"};
  if (options.duration != 0 && !(options.duration >= shortest * (1 - 1e-12)))
    return MotionProblem{"duration", "expected at least " + number_text(shortest) +
                                         " s, which the limits need, found " + number_text(options.duration)};
  const double slower = options.duration != 0 && shortest > 0 ? options.duration / shortest : 1;
  PiecewiseMotion motion(joints);
  double begin = 0, last = 0;
  for (const Leg& leg : legs) {
    const double asked = slower * leg.common_time(leg.shortest());
    last = leg.common_time(asked);
    if (!std::isfinite(last) || (slower != 1 && last > asked * (1 + 1e-12)))
      return MotionProblem{"duration", "expected a time that joints with these velocities can take, such as " +
                                           number_text(options.duration + last - asked) + " s; found " +
                                           number_text(options.duration)};
    leg.add_to(motion, begin, last);
    begin += last;
  }
  motion.set_duration(begin);
  for (std::size_t j = 0; j < joints; ++j)
    motion.end(j, {points[(rows - 1) * joints + j], options.to_velocity.empty() ? 0 : options.to_velocity[j],
                   legs.back().last_acceleration(j, last)});
  return motion;
}

}  // namespace torsor
