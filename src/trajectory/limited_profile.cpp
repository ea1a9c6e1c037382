#include <algorithm>
#include <cmath>

#include "torsor/trajectory/limited_motion.hpp"

namespace torsor {
namespace {

/// Seconds of the quickest change of velocity by so much.
double change_time(double by, const AxisLimits& limits) {
  const double a = limits.acceleration, j = limits.jerk;
  return by >= a * a / j ? by / a + a / j : 2 * std::sqrt(by / j);
}

/// The way that two changes of velocity take, from v0 to v and from v to v1, and its time.
struct TwoChanges {
  double distance, time;
};
TwoChanges two_changes(double v0, double v, double v1, const AxisLimits& limits) {
  const double first = change_time(std::abs(v - v0), limits), last = change_time(std::abs(v1 - v), limits);
  return {(v0 + v) / 2 * first + (v + v1) / 2 * last, first + last};
}

/// The largest x between low and high with f(x) <= 0, to the last bit; f rises, and f(low) <= 0.
template <class Function>
double last_not_positive(double low, double high, const Function& f) {
  if (f(high) <= 0) return high;
  for (double middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2)
    (f(middle) <= 0 ? low : high) = middle;
  return low;
}

/// The velocity to which a joint speeds up from rest to come to rest after a distance.
double peak_from_rest(double distance, const AxisLimits& limits) {
  const double a = limits.acceleration, j = limits.jerk, ramp = a / j;
  if (distance >= 2 * a * ramp * ramp) return 2 * distance / (ramp + std::sqrt(ramp * ramp + 4 * distance / a));
  return std::cbrt(distance * distance * j / 4);
}

/// The same between two velocities. The unknown is the root of what it lies above the greater one: there the time
/// itself has the slope of a root.
double peak_between(double v0, double v1, double distance, const AxisLimits& limits) {
  const double high = std::max(v0, v1), gap = std::abs(v0 - v1);
  const auto excess = [&](double x) {
    const double above = x * x, near = change_time(above, limits), far = change_time(above + gap, limits);
    const double v = high + above, low = std::min(v0, v1);
    return (high + v) / 2 * near + (low + v) / 2 * far - distance;
  };
  const double from = std::sqrt(std::max(0.0, -high));  // below it the way grows longer as time goes on
  const double x = last_not_positive(from, std::sqrt(std::max(from * from, limits.velocity - high)), excess);
  return high + x * x;
}

/// Limits with one of velocity: a joint gets no faster than this on its way.
AxisLimits with_finite_velocity(const AxisState& from, const AxisState& to, AxisLimits limits) {
  const double way = std::abs(to.q - from.q), square = from.qd * from.qd + to.qd * to.qd;
  limits.velocity = std::min(limits.velocity, 2 * std::sqrt(limits.acceleration * way + square));
  return limits;
}

LimitedProfile profile_through(double v, double cruise_time, const AxisState& from, const AxisState& to,
                               const AxisLimits& limits) {
  return {from.q, to.q,       from.qd, to.qd, velocity_change(from.qd, v, limits), velocity_change(v, to.qd, limits),
          v,      cruise_time};
}

}  // namespace

VelocityChange velocity_change(double from, double to, const AxisLimits& limits) {
  const double by = std::abs(to - from), a = limits.acceleration, j = limits.jerk, sign = to < from ? -1 : 1;
  if (by == 0) return {};
  if (by >= a * a / j) return {a / j, by / a - a / j, sign * a};
  const double ramp = std::sqrt(by / j);
  return {ramp, 0, sign * j * ramp};
}

/// Within a time T just above that of the direct change of velocity, the way can be made longer only by going beyond
/// both velocities, upwards; and the largest way in T grows with T. So the first T that reaches the distance has the
/// lowest such peak; below the direct way, all is mirrored.
LimitedProfile quickest_profile(const AxisState& from, const AxisState& to, const AxisLimits& limits) {
  const AxisLimits finite = with_finite_velocity(from, to, limits);
  if (finite.velocity == 0) return profile_through(0, 0, from, to, limits);
  const double way = to.q - from.q, direct = (from.qd + to.qd) / 2 * change_time(std::abs(to.qd - from.qd), finite);
  const double sign = way < direct ? -1 : 1, v0 = sign * from.qd, v1 = sign * to.qd, distance = sign * way;
  const TwoChanges at_limit = two_changes(v0, finite.velocity, v1, finite);
  if (at_limit.distance <= distance)
    return profile_through(sign * finite.velocity, (distance - at_limit.distance) / finite.velocity, from, to, finite);
  const bool rests = v0 == 0 && v1 == 0;
  const double peak = rests ? peak_from_rest(distance, finite) : peak_between(v0, v1, distance, finite);
  return profile_through(sign * peak, 0, from, to, finite);
}

std::optional<LimitedProfile> profile_lasting(double duration, const AxisState& from, const AxisState& to,
                                              const AxisLimits& limits) {
  const AxisLimits finite = with_finite_velocity(from, to, limits);
  const double v0 = from.qd, v1 = to.qd, low = std::min(v0, v1), high = std::max(v0, v1), middle = (low + high) / 2;
  const auto late = [&](double v) { return two_changes(v0, v, v1, finite).time - duration; };
  if (late(low) > 0) return std::nullopt;
  const auto mirrored = [&](double v) { return late(-v); };
  const auto excess = [&](double v) {
    const TwoChanges changes = two_changes(v0, v, v1, finite);
    return changes.distance + v * (duration - changes.time) - (to.q - from.q);
  };
  // Steady velocities that leave time: from a lowest one to a highest one, but for a gap about the middle of both ends.
  const double lowest = -last_not_positive(-low, finite.velocity, mirrored);
  const double highest = last_not_positive(high, finite.velocity, late);
  const bool gap = late(middle) > 0;
  const double below = gap ? last_not_positive(low, middle, late) : highest;
  const double above = gap ? -last_not_positive(-high, -middle, mirrored) : lowest;
  for (const auto& [begin, end] : {std::pair{lowest, below}, std::pair{above, highest}}) {
    if (excess(begin) > 0 || excess(end) < 0) continue;
    const double v = last_not_positive(begin, end, excess);
    return profile_through(v, std::max(0.0, -late(v)), from, to, finite);
  }
  return std::nullopt;
}

}  // namespace torsor
