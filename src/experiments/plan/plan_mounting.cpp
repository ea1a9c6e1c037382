#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/plan/plan_parts.hpp"
#include "torsor/dynamics/bearing_loads.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/spatial/vector3.hpp"

namespace torsor {
namespace {

constexpr double degree = std::numbers::pi / 180;

/// A direction across another one.
Vector3<double> across(const Vector3<double>& v) {
  const Vector3<double> other = std::abs(v.x) < 0.6 * length(v) ? Vector3<double>{1, 0, 0} : Vector3<double>{0, 1, 0};
  const Vector3<double> found = cross(v, other);
  return (1 / length(found)) * found;
}

/// The torque of gravity is linear in it: a tilt adds |g| sin(tilt) across it, in the worst direction.
void describe_tilt(const PlanSetup& setup, ExperimentPlan& plan) {
  const Vector3<double> g = setup.conditions().gravity, first = across(g);
  const Vector3<double> second = (1 / length(g)) * cross(g, first);
  const double size = length(g) * std::sin(degree);
  for (const std::vector<double>& q : plan.motions.front().rows.q) {
    const std::vector<double> a = gravity_torque<double>(setup.model(), q, size * first),
                              b = gravity_torque<double>(setup.model(), q, size * second);
    for (std::size_t j = 0; j < plan.joints.size(); ++j)
      plan.joints[j].tilt_torque = std::max(plan.joints[j].tilt_torque, std::hypot(a[j], b[j]));
  }
  double level = std::numeric_limits<double>::infinity();
  for (PlannedJoint& joint : plan.joints) {
    if (joint.tilt_torque > 0) joint.level = joint.noise / joint.tilt_torque;
    level = std::min(level, joint.level);
  }
  if (std::isfinite(level)) plan.mounting.level = level;
}

/// What the base passes to the ground, and how far from its mean it comes.
void describe_loads(const PlanSetup& setup, ExperimentPlan& plan) {
  const Trajectory& rows = plan.motions.front().rows;
  std::vector<Vector3<double>> moments;
  Vector3<double> mean{};
  for (std::size_t i = 0; i < rows.time.size(); ++i) {
    const Force<double> load =
        bearing_loads(setup.model(), rows.q[i], rows.qd[i], rows.qdd[i], setup.conditions()).front();
    plan.mounting.force = std::max(plan.mounting.force, length(load.force));
    moments.push_back(load.moment);
    mean = mean + (1.0 / static_cast<double>(rows.time.size())) * load.moment;
  }
  for (const Vector3<double>& moment : moments)
    plan.mounting.moment = std::max(plan.mounting.moment, length(moment - mean));
  if (plan.mounting.level > 0) plan.mounting.stiffness = plan.mounting.moment / (plan.mounting.level * degree);
}

void describe_wall(const PlanSetup& setup, ExperimentPlan& plan) {
  const Unknowns& unknowns = setup.excite.unknowns;
  plan.mounting.parameters = unknowns.base.count();
  Conditions<double> wall = unknowns.conditions;
  wall.gravity = length(wall.gravity) * across(wall.gravity);
  const BaseParameters there = base_parameters(unknowns.model, unknowns.layout, wall);
  plan.mounting.wall = there.count();
  const std::vector<std::string> names = parameter_names(unknowns.layout);
  for (const int column : there.independent)
    if (std::ranges::find(unknowns.base.independent, column) == unknowns.base.independent.end())
      plan.mounting.gained.push_back(names[static_cast<std::size_t>(column)]);
}

}  // namespace

void plan_mounting(const PlanSetup& setup, ExperimentPlan& plan) {
  plan.mounting.gravity = setup.conditions().gravity;
  plan.mounting.parameters = setup.excite.unknowns.base.count();
  if (length(plan.mounting.gravity) == 0) return;
  describe_wall(setup, plan);
  if (!setup.has_masses) return;
  describe_tilt(setup, plan);
  describe_loads(setup, plan);
}

}  // namespace torsor
