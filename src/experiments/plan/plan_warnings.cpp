#include <cmath>

#include "experiments/plan/plan_parts.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

/// "joint1, joint2 and joint3", or "all joints".
std::string who(const std::vector<std::string>& some, std::size_t all) {
  return some.size() == all && all > 1 ? "all joints" : enumerated(some);
}

template <class Lacks>
std::vector<std::string> lacking(const std::vector<std::string>& names, const Lacks& lacks) {
  std::vector<std::string> found;
  for (std::size_t j = 0; j < names.size(); ++j)
    if (lacks(j)) found.push_back(names[j]);
  return found;
}

void warn_of_limits(const PlanSetup& setup, const std::vector<std::string>& names, ExperimentPlan& plan) {
  std::vector<JointLimits> stated =
      setup.options.excitation.limits.empty() ? joint_limits(setup.robot) : setup.options.excitation.limits;
  for (JointLimits& joint : stated) joint = without_huge(joint);
  const auto warn = [&](const auto& lacks, const std::string& what, const std::string& so) {
    const std::vector<std::string> found = lacking(names, [&](std::size_t j) { return lacks(stated[j]); });
    if (!found.empty())
      plan.warnings.push_back("no limit of " + what + " is stated for " + who(found, names.size()) + ": " + so);
  };
  const auto bad = [](double x) { return !(x > 0) || !std::isfinite(x); };
  warn([](const JointLimits& j) { return !std::isfinite(j.position_low) || !std::isfinite(j.position_high); },
       "position", "2 rad or 0.3 m to either side is assumed; look whether cables and walls allow it");
  warn([&](const JointLimits& j) { return bad(j.velocity); }, "velocity", "2 rad/s or 0.5 m/s is assumed");
  warn([&](const JointLimits& j) { return bad(j.acceleration); }, "acceleration", "10 rad/s^2 or 3 m/s^2 is assumed");
  warn([&](const JointLimits& j) { return bad(j.torque); }, "torque",
       "the motions are not held to one, and noise is assumed to be 1 % of the largest torque");
}

}  // namespace

void plan_warnings(const PlanSetup& setup, ExperimentPlan& plan) {
  const std::vector<std::string> names = velocity_names(setup.model());
  warn_of_limits(setup, names, plan);
  std::vector<std::string> massless;
  for (std::size_t body = 1; body < setup.model().bodies.size(); ++body)
    if (!(setup.model().bodies[body].inertia.mass > 0))
      massless.push_back(setup.model().frames[static_cast<std::size_t>(setup.model().bodies[body].frame)].name);
  if (!setup.has_masses)
    plan.warnings.emplace_back(
        "the robot file has no masses: torques, relative accuracy, levelling and encoders cannot be judged; a first "
        "log gives at least the noise");
  else if (!massless.empty())
    plan.warnings.push_back("the robot file has no mass for " + enumerated(massless) +
                            ": what it adds to torques is not counted");
  const std::vector<std::string> smooth =
      lacking(names, [&](std::size_t j) { return setup.model().friction[j].absent(); });
  if (!smooth.empty())
    plan.warnings.push_back("the robot file has no friction for " + who(smooth, names.size()) +
                            ": torques will be larger than predicted");
  if (setup.robot.payload)
    plan.warnings.emplace_back("the robot file has a payload: mount exactly that, or leave it out of the file");
  if (!setup.robot.loops.empty())
    plan.warnings.emplace_back("the robot file has closed loops, which are left open here");
  for (const Finding& finding : setup.options.robot_findings)
    if (finding.severity != Severity::note) plan.warnings.push_back("robot file: " + to_string(finding));
}

}  // namespace torsor
