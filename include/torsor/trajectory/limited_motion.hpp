#pragma once

#include <optional>
#include <variant>

#include "torsor/trajectory/piecewise_motion.hpp"

namespace torsor {

/// A change from one steady velocity to another: the acceleration rises, stays and falls again. Without a limit of jerk
/// it only stays.
struct VelocityChange {
  double ramp = 0, flat = 0;  // s: of each of the two ramps, and between them
  double acceleration = 0;    // with its sign
  double duration() const { return 2 * ramp + flat; }
};

/// The quickest one; `limits` are positive, and the velocity's is not looked at.
VelocityChange velocity_change(double from, double to, const AxisLimits& limits);

/// One joint on its way: a change of velocity, a steady one, a change to the final velocity: at most seven pieces, with
/// no acceleration at both ends. Without a limit of jerk the velocity is a trapezoid.
struct LimitedProfile {
  double from = 0, to = 0, from_velocity = 0, to_velocity = 0;
  VelocityChange first, last;
  double cruise_velocity = 0, cruise_time = 0;
  double duration() const { return first.duration() + cruise_time + last.duration(); }
};

/// Where a joint is and how fast.
struct AxisState {
  double q = 0, qd = 0;
};

/// The quickest way from one state to another. Both velocities are within the limits, which are positive; the
/// acceleration's is finite. [Kroeger 2010; Berscheid, Kroeger 2021; Biagiotti, Melchiorri 2008, 3.4]
LimitedProfile quickest_profile(const AxisState& from, const AxisState& to, const AxisLimits& limits);

/// A way that takes a given time with the same limits, where there is one: with velocities at the ends, a joint may be
/// too fast to take a little longer.
std::optional<LimitedProfile> profile_lasting(double duration, const AxisState& from, const AxisState& to,
                                              const AxisLimits& limits);

struct LimitedMotionOptions {
  std::vector<double> from_velocity{}, to_velocity{};  // by joint; empty: at rest
  double duration = 0;                                 // s; 0: as short as the limits allow
};

/// All joints through `points`, row after row, at rest in those between, and from one to the next at the same time: the
/// joint that needs longest sets it. From rest to rest the others do the same as they would alone, but slower.
std::variant<PiecewiseMotion, MotionProblem> limited_motion(Input<double> points, std::span<const AxisLimits> limits,
                                                            const LimitedMotionOptions& options = {});

}  // namespace torsor
