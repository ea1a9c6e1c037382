#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "experiments/plan/plan_parts.hpp"
#include "experiments/plan/waypoints.hpp"
#include "torsor/trajectory/limited_motion.hpp"
#include "torsor/trajectory/motion_samples.hpp"

namespace torsor {
namespace {

/// Of the velocity limit. The slowest show what happens before and just after a joint breaks loose, the fastest that
/// friction does not grow in a straight line.
constexpr std::array<double, 6> shares_of_speed{0.5, 0.2, 0.05, 0.02, 0.005, 0.002};
constexpr double steady_time = 3, longest_time = 20, least_time = 0.3;  // s, in each direction
constexpr double inset = 0.03;                                          // of the range, at both of its ends

struct Sweep {
  Waypoints motion;
  std::vector<FrictionSpeed> speeds;
};

/// As far as the joint goes in some seconds, and as far as its motor turns once, since friction of gears repeats then.
double wanted_stroke(double speed, double turn) {
  return std::max(steady_time * speed, std::min(turn, longest_time * speed));
}

/// The stroke, ramps included, that runs at this speed for `steady` of its way; nothing where there is no room.
std::optional<LimitedProfile> profile_of(double stroke, double speed, const JointLimits& joint) {
  const double acceleration = share_of_waypoints * joint.acceleration;
  const LimitedProfile profile =
      quickest_profile({0, 0}, {stroke, 0}, {speed, acceleration, acceleration / ramp_of_waypoints});
  if (profile.cruise_time < least_time) return std::nullopt;
  return profile;
}

/// A joint about `centre`, up to `reach` to either side and to `fastest` of its velocity.
Sweep sweep_of(const PlanSetup& setup, std::size_t j, double turn, double centre, double reach, double fastest) {
  const std::vector<JointLimits>& limits = setup.motion.joint_limits;
  Sweep sweep{Waypoints(setup.home, limits), {}};
  const double noise = setup.motion.noise[j];
  for (const double share : shares_of_speed) {
    const double speed = share * limits[j].velocity;
    if (share > fastest) continue;
    const double acceleration = share_of_waypoints * limits[j].acceleration;
    const double ramps = speed * speed / acceleration + speed * ramp_of_waypoints;
    const double stroke = std::min(2 * reach, wanted_stroke(speed, turn) + ramps);
    const std::optional<LimitedProfile> profile = profile_of(stroke, speed, limits[j]);
    if (!profile) continue;
    const double from = centre - stroke / 2, to = centre + stroke / 2;
    sweep.motion.go(j, from, share_of_waypoints * limits[j].velocity);
    sweep.motion.stay(0.3);
    sweep.motion.go(j, to, speed);
    sweep.motion.stay(0.3);
    sweep.motion.go(j, from, speed);
    const double seconds = profile->cruise_time, samples = std::max(1.0, seconds * setup.motion.measurements);
    sweep.speeds.push_back({j, speed, stroke, seconds, noise / std::sqrt(2 * samples)});
  }
  sweep.motion.go(j, setup.home[j], share_of_waypoints * limits[j].velocity);
  sweep.motion.stay(0.5);
  return sweep;
}

/// Smaller and slower until all limits hold.
std::optional<Sweep> sweep_within_limits(const PlanSetup& setup, std::size_t j, double turn, Trajectory& rows) {
  const JointLimits& joint = setup.motion.joint_limits[j];
  const double range = joint.position_high - joint.position_low, home = setup.home[j];
  double reach = (0.5 - inset) * range, fastest = 1;
  for (int tries = 0; tries < 20; ++tries, reach *= 0.7, fastest *= 0.9) {
    const double edge = reach + inset * range;
    const double lowest = joint.position_low + edge, highest = std::max(lowest, joint.position_high - edge);
    const double centre = std::clamp(home, lowest, highest);
    Sweep sweep = sweep_of(setup, j, turn, centre, reach, fastest);
    if (sweep.speeds.empty()) return std::nullopt;
    rows = sampled(sweep.motion, setup.joints(), sweep.motion.duration(), setup.options.excitation.rate);
    if (setup.limits.slacks(motion_of(rows)).smallest() >= 0) return sweep;
  }
  return std::nullopt;
}

}  // namespace

void plan_friction(const PlanSetup& setup, ExperimentPlan& plan) {
  const IdentifyOptions& wanted = setup.options.excitation.identification;
  if (!wanted.viscous && !wanted.coulomb) return;
  for (std::size_t j = 0; j < setup.joints(); ++j) {
    const double turn = 2 * std::numbers::pi / std::abs(plan.joints[j].gear_ratio);
    Trajectory rows;
    const std::optional<Sweep> sweep = sweep_within_limits(setup, j, turn, rows);
    if (!sweep) {
      plan.warnings.push_back(plan.joints[j].name + " finds no room to go back and forth where the motion begins");
      continue;
    }
    PlannedMotion& motion =
        plan.motions.emplace_back(planned_motion(setup, PlannedMotion::Purpose::friction, std::move(rows)));
    motion.file = "friction-" + std::to_string(j + 1) + ".csv";
    motion.log = "friction-" + std::to_string(j + 1) + "-log.csv";
    motion.what = plan.joints[j].name + " alone, back and forth at " + std::to_string(sweep->speeds.size()) +
                  " speeds from " + plan_number(sweep->speeds.back().speed) + " to " +
                  plan_number(sweep->speeds.front().speed) + (plan.joints[j].unit == "N" ? " m/s" : " rad/s");
    plan.speeds.insert(plan.speeds.end(), sweep->speeds.begin(), sweep->speeds.end());
  }
}

}  // namespace torsor
