#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/kinematics/link_motion.hpp"

namespace torsor::test::moving_base_test {

/// The same arm on six massless virtual joints: three that slide along base axes, then three that turn.
Description on_virtual_joints(const Description& arm) {
  Description robot = arm;
  robot.links.clear();
  std::string parent = "base";
  for (int k = 0; k < 6; ++k) {
    described::Link link;
    link.name = "virtual" + std::to_string(k + 1);
    link.joint_name = "virtual_joint" + std::to_string(k + 1);
    link.parent = parent;
    link.joint = k < 3 ? JointType::prismatic : JointType::revolute;
    link.axis = {k % 3 == 0 ? 1.0 : 0.0, k % 3 == 1 ? 1.0 : 0.0, k % 3 == 2 ? 1.0 : 0.0};
    robot.links.push_back(link);
    parent = link.name;
  }
  robot.base = {};
  for (described::Link link : arm.links) {
    if (link.parent == "base") {  // the table's frame 0 now hangs on the last virtual link
      described::Link foot;
      foot.name = "foot_of_" + link.name;
      foot.joint_name = foot.name;
      foot.parent = parent;
      foot.joint = JointType::fixed;
      foot.origin = arm.base;
      robot.links.push_back(foot);
      link.parent = foot.name;
    }
    robot.links.push_back(link);
  }
  return robot;
}

TEST(MovingBase, EqualsTheSameArmOnVirtualBaseJoints) {
  double worst_torque = 0, worst_energy = 0;
  for (int seed = 0; seed < 500; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Description arm = random_robot(random, 1 + seed % 9);
    const Model<double> model = build_model<double>(arm);
    const RandomState state(random, model, false);
    const Description virtual_robot = on_virtual_joints(arm);
    ASSERT_TRUE(check(virtual_robot).empty());
    const Model<double> carried = build_model<double>(virtual_robot);

    // the virtual joints stand at some angles; the arm's base frame is the last virtual link
    std::vector<double> q = random.list(6, 0.1, 1), qd = random.list(6, 0.1, 1), qdd = random.list(6, 0.1, 2);
    const auto append = [](std::vector<double>& a, const std::vector<double>& b) {
      a.insert(a.end(), b.begin(), b.end());
    };
    append(q, state.q), append(qd, state.qd), append(qdd, state.qdd);
    const LinkMotion<double> motion = link_motion(carried, q, qd, qdd);
    const Matrix3<double> Rt = transpose(motion.pose[6].R);
    Conditions<double> moving;
    moving.base = {Rt * motion.v[6], Rt * motion.omega[6], Rt * motion.v_dot[6], Rt * motion.omega_dot[6]};
    moving.gravity = Rt * model.gravity;
    moving.wrenches = state.conditions.wrenches;
    Wrench<double> same = state.wrench;
    same.body += 6;
    Conditions<double> fixed = default_conditions(carried);
    fixed.wrenches = {&same, 1};

    const std::vector<double> tau = inverse_dynamics(model, state.q, state.qd, state.qdd, moving);
    const std::vector<double> all = inverse_dynamics(carried, q, qd, qdd, fixed);
    const std::vector<double> arm_part(all.begin() + 6, all.end());
    worst_torque = std::max(worst_torque, norm(difference(tau, arm_part)) / norm(all));
    const double energy = kinetic_energy(carried, q, qd);
    // fixed links on the base move with it and are not counted as the arm's
    const Inertia<double>& foot = carried.bodies[6].inertia;
    const Motion<double> velocity{moving.base.angular_velocity, moving.base.linear_velocity};
    const double of_foot = 0.5 * dot(velocity, foot * velocity);
    worst_energy = std::max(
        worst_energy, std::abs(kinetic_energy(model, state.q, state.qd, moving.base) + of_foot - energy) / energy);
  }
  std::printf("largest disagreement: torque %.1e, kinetic energy %.1e\n", worst_torque, worst_energy);
  EXPECT_LT(worst_torque, 1e-11);
  EXPECT_LT(worst_energy, 1e-11);
}

}  // namespace torsor::test::moving_base_test
