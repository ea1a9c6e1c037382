#include "arguments/position_limits.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "output/remark.hpp"
#include "output/shown.hpp"

namespace torsor::cli {
namespace {

bool within(const JointLimits& limits, double value) {
  const auto slack = [](double limit) { return 1e-3 * std::max(1.0, std::abs(limit)); };  // 1.57 is meant as pi/2
  return value >= limits.position_low - slack(limits.position_low) &&
         value <= limits.position_high + slack(limits.position_high);
}

/// The same for an angle: 180 degrees is where -180 degrees is. More than a turn is not brought back.
bool within_a_turn(const JointLimits& limits, double angle) {
  constexpr double turn = 2 * std::numbers::pi;
  if (within(limits, angle)) return true;
  return std::abs(angle) <= turn && (within(limits, angle - turn) || within(limits, angle + turn));
}

/// A number that somebody wrote as such, with two decimals at most: 90, but not what 540deg is in radians.
bool is_plain(double value) { return std::abs(100 * value - std::round(100 * value)) < 1e-9; }

/// Of an angle more than a turn away: the same pose within the limits, where there is one.
std::string same_pose_within(const JointLimits& limits, double angle) {
  const double turn = 2 * std::numbers::pi;
  for (const double other : {std::fmod(angle, turn), std::fmod(angle, turn) - turn, std::fmod(angle, turn) + turn})
    if (within(limits, other)) return fmt::format("; {} rad is the same pose within them", shown(other));
  return "";
}

/// "-0.785398 to 3.92699"; one of them may be missing.
std::string limits_in_words(const JointLimits& limits) {
  const bool low = std::isfinite(limits.position_low), high = std::isfinite(limits.position_high);
  if (low && high) return shown(limits.position_low) + " to " + shown(limits.position_high);
  return low ? shown(limits.position_low) + " and above" : shown(limits.position_high) + " and below";
}

/// What is wrong with the position of a joint that turns; nothing where it is fine. A whole number of radians above one
/// turn is hardly meant even where the joint has no limits.
std::string doubt_about_angle(double value, const JointLimits& limits) {
  const double degrees = value * std::numbers::pi / 180;
  const bool outside = !within_a_turn(limits, value);
  if (!outside && !(std::abs(value) >= 10 && value == std::round(value))) return "";
  const std::string question = is_plain(value) && within(limits, degrees) && std::abs(value) > std::numbers::pi
                                   ? fmt::format("; did you mean {}deg?", shown(value))
                                   : "";
  if (outside)
    return fmt::format("{} rad is outside its limits, {} rad{}", shown(value), limits_in_words(limits),
                       question.empty() ? same_pose_within(limits, value) : question);
  return fmt::format("{} rad is {:.1f} turns{}", shown(value), std::abs(value) / (2 * std::numbers::pi), question);
}

std::string doubt_about_length(double value, const JointLimits& limits) {
  if (within(limits, value)) return "";
  const std::string question = std::abs(value) >= 1 && within(limits, value / 1000)
                                   ? fmt::format("; did you mean {}?", shown(value / 1000))
                                   : "";
  return fmt::format("{} m is outside its limits, {} m{}", shown(value), limits_in_words(limits), question);
}

}  // namespace

Vector positions(const VectorArgument& q, const RobotArguments& robot, const Model<double>& model) {
  const Vector values = q.positions(model);
  if (!q.given()) return values;
  std::size_t next = 0;
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<double>& body = model.bodies[i];
    if (body.follows) continue;
    const JointLimits& limits = robot.limits().at(next++);
    const std::string doubt = turns(body.joint)    ? doubt_about_angle(values[body.q], limits)
                              : slides(body.joint) ? doubt_about_length(values[body.q], limits)
                                                   : "";
    if (!doubt.empty()) remark(Severity::warning, "--q: " + model.joint_names[i - 1] + ": " + doubt, robot.json());
  }
  return values;
}

}  // namespace torsor::cli
