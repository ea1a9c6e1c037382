// One motion of a Panda by five profiles: how long each takes within the same limits, and what it asks of the motors.
#include <cmath>
#include <cstdio>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/trajectory/limited_motion.hpp"
#include "torsor/trajectory/motion_demand.hpp"
#include "torsor/trajectory/motion_samples.hpp"
#include "torsor/trajectory/spline_motion.hpp"

int main() {
  using namespace torsor;
  const Description panda = load_robot("panda");
  const Model<double> model = build_model<double>(panda);
  const std::vector<JointLimits> joints = joint_limits(panda);
  const std::vector<double> points{0, -0.5, 0, -2, 0, 1.5, 0.7, 0.5, 0.2, -0.4, -1.5, 0.3, 1.8, 1};  // from and to

  std::printf("%-14s%10s%12s%12s%12s\n", "profile", "time, s", "power, W", "energy, J", "most used");
  for (const char* profile : {"cubic", "quintic", "septic", "trapezoid", "jerk-limited"}) {
    const bool jerk_limited = profile[0] == 'j', polynomial = !jerk_limited && profile[0] != 't';
    std::vector<AxisLimits> limits;
    for (const JointLimits& joint : joints)
      limits.push_back({joint.velocity, joint.acceleration, jerk_limited ? 500.0 : HUGE_VAL});
    const SplineDegree degree = profile[0] == 'c'   ? SplineDegree::cubic
                                : profile[0] == 'q' ? SplineDegree::quintic
                                                    : SplineDegree::septic;
    const auto planned =
        polynomial ? spline_within_limits(degree, {0, 1}, points, limits) : limited_motion(points, limits);
    if (const auto* problem = std::get_if<MotionProblem>(&planned)) {
      std::printf("%s: %s\n", problem->option.c_str(), problem->message.c_str());
      return 1;
    }
    const auto& motion = std::get<PiecewiseMotion>(planned);
    const Trajectory rows = sampled(motion, joints.size(), motion.duration(), 2000);
    const TrajectoryTorque torque = trajectory_torque(model, rows, default_conditions(model));
    const MotionDemand demand = motion_demand(rows, torque, joints);
    const LimitUse& nearest = *demand.nearest();
    std::printf("%-14s%10.4f%12.2f%12.3f%9.1f %%  %s of joint %zu\n", profile, demand.duration, demand.power,
                demand.energy, 100 * nearest.share, name_of(nearest.kind), nearest.joint + 1);
    if (nearest.exceeded()) return 1;
  }
  return 0;
}
