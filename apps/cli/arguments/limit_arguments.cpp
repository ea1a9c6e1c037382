#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "arguments/motion_arguments.hpp"
#include "output/shown.hpp"

namespace torsor::cli {
void LimitArguments::add_to(Command& command) {
  velocity_.add_to(command, "--max-velocity",
                   "rad/s or m/s, one number for each joint or one for all (default: the robot file's)");
  acceleration_.add_to(command, "--max-acceleration", "rad/s^2 or m/s^2 (default: the robot file's)");
  jerk_.add_to(command, "--max-jerk",
               "rad/s^3 or m/s^3; --profile jerk-limited needs it, polynomials keep it or, with --duration, are "
               "judged by it");
  command.flag("--no-limits", none_, "Leave out the limits of the robot file");
}

std::vector<JointLimits> LimitArguments::limits(const RobotArguments& robot, const Model<double>& model) const {
  const auto joints = static_cast<std::size_t>(model.nv);
  std::vector<JointLimits> limits = none_ ? std::vector<JointLimits>(joints) : robot.limits();
  if (velocity_.given()) {
    const Vector values = velocity_.by_joint(joints);
    for (std::size_t j = 0; j < joints; ++j) limits[j].velocity = values[j];
  }
  if (acceleration_.given()) {
    const Vector values = acceleration_.by_joint(joints);
    for (std::size_t j = 0; j < joints; ++j) limits[j].acceleration = values[j];
  }
  return limits;
}

std::vector<LimitUse> LimitArguments::jerk_uses(const PiecewiseMotion& motion) const {
  std::vector<LimitUse> uses;
  if (!jerk_.given()) return uses;
  const Vector limits = jerk_.by_joint(motion.joint_count());
  for (std::size_t j = 0; j < limits.size(); ++j) {
    const auto [lowest, highest] = motion.range(j, 3);
    const auto& [value, time] = std::abs(lowest.value) > std::abs(highest.value) ? lowest : highest;
    uses.push_back({j, LimitUse::Kind::jerk, time, value, limits[j], std::abs(value) / limits[j]});
  }
  return uses;
}

std::vector<AxisLimits> LimitArguments::along(const std::vector<JointLimits>& limits) const {
  const Vector jerk =
      jerk_.given() ? jerk_.by_joint(limits.size()) : Vector(limits.size(), std::numeric_limits<double>::infinity());
  std::vector<AxisLimits> along;
  along.reserve(limits.size());
  for (std::size_t j = 0; j < limits.size(); ++j)
    along.push_back({limits[j].velocity, limits[j].acceleration, jerk[j]});
  return along;
}

}  // namespace torsor::cli
