#include <gtest/gtest.h>

#include <cmath>

#include "torsor/control/controllers.hpp"
#include "torsor/control/tip_of_joints.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/change_description.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::tip_controllers_test {

Model<double> robot(const char* name) { return build_model<double>(read_builtin_robot(name)); }
const std::vector<double> panda_pose{0.2, 0.3, -0.3, -1.6, 0.4, 1.9, 0.4};

/// Sines of the joints about a pose.
struct Sines {
  std::vector<double> center, q, qd, qdd;

  explicit Sines(const std::vector<double>& pose) : center(pose), q(pose), qd(pose), qdd(pose) {}

  Reference<double> operator()(double t) {
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double w = 1.3 + 0.3 * static_cast<double>(i);
      q[i] = center[i] + 0.2 * std::sin(w * t);
      qd[i] = 0.2 * w * std::cos(w * t), qdd[i] = -0.2 * w * w * std::sin(w * t);
    }
    return {q, qd, qdd};
  }
};

TEST(TipOfJoints, HasTheVelocityAndAccelerationOfItsPose) {
  const Model<double> panda = robot("panda");
  Sines motion(panda_pose);
  TipOfJoints<double> tip(panda, panda.tip);
  const double h = 1e-4, t = 0.7;
  const TipReference<double> before = tip(motion(t - h)), after = tip(motion(t + h)), now = tip(motion(t));
  const auto turn = pose_error(after.pose, before.pose);
  const Vector3<double> v = 1 / (2 * h) * (after.pose.p - before.pose.p),
                        a = 1 / (2 * h) * (after.velocity.linear - before.velocity.linear),
                        alpha = 1 / (2 * h) * (after.velocity.angular - before.velocity.angular);
  EXPECT_NEAR(now.velocity.linear.x, v.x, 1e-7);
  EXPECT_NEAR(now.velocity.linear.z, v.z, 1e-7);
  EXPECT_NEAR(now.velocity.angular.x, turn[3] / (2 * h), 1e-6);
  EXPECT_NEAR(now.velocity.angular.z, turn[5] / (2 * h), 1e-6);
  EXPECT_NEAR(now.acceleration.linear.y, a.y, 1e-6);
  EXPECT_NEAR(now.acceleration.angular.y, alpha.y, 1e-6);
}

ControllerOptions of_kind(ControllerKind kind) {
  ControllerOptions options;
  options.kind = kind;
  return options;
}

/// A redundant arm follows with its tip and with all of its joints; so does one with fewer joints than directions.
TEST(TipControllers, FollowTheJointsOfTheReference) {
  for (const char* name : {"panda", "ur5e", "two-rods"}) {
    const Model<double> arm = without_friction(robot(name));
    const std::vector<double> pose = arm.nv == 7   ? panda_pose
                                     : arm.nv == 6 ? std::vector<double>{0, -1.2, 1.5, -0.8, 0.6, 0.2}
                                                   : std::vector<double>{0.3, 0.8};
    for (const ControllerKind kind : tip_controller_kinds()) {
      Sines motion(pose);
      const ReferenceAt reference = [&](double t) { return motion(t); };
      SimulationSchedule schedule;
      schedule.duration = 2;
      const ControlledRun run = run_loop(arm, reference, make_controller(arm, of_kind(kind), reference(0)), schedule);
      EXPECT_TRUE(run.holds()) << name << " " << name_of(kind);
      for (const double e : run.review.largest_error) EXPECT_LT(e, 5e-3) << name << " " << name_of(kind);
    }
  }
}

/// Two joints cannot move a tip in six directions: the law holds the weight, and the loop tells it once.
TEST(TipControllers, ASingularArmIsTold) {
  const Model<double> arm = robot("two-rods");
  const std::vector<double> q{0.3, 0.5}, still{0, 0};
  EXPECT_EQ(movable_rows(arm, arm.tip, q).size(), 2u);
  OperationalSpaceControl law(arm, arm.tip, TipGains{});
  TipOfJoints<double> tip(arm, arm.tip);
  bool follows = true;
  Controller controller([&](double, const Reference<double>& wanted, Input<double> at, Input<double> rate,
                            Output<double> tau) { follows = law(tip(wanted), at, rate, tau); });
  controller.follows = [&] { return follows; };
  SimulationSchedule schedule;
  schedule.duration = 0.1;
  const ReferenceAt reference = [&](double) -> Reference<double> { return {q, still, still}; };
  const ControlledRun run = run_loop(arm, reference, controller, schedule);
  ASSERT_EQ(run.review.findings.size(), 1u);
  EXPECT_EQ(run.review.findings[0].kind, ControlFinding::Kind::singular);
  for (const double e : run.review.largest_error) EXPECT_LT(e, 1e-6);  // the weight is held
}

/// The torque of the null space moves joints and not the tip: J B^-1 tau = 0.
TEST(NullSpace, IsNotFeltByTheTip) {
  for (const char* name : {"panda", "two-rods", "ur5e"}) {
    const Model<double> arm = robot(name);
    std::vector<double> q(arm.nv, 0.4), y(arm.nv), tau(arm.nv, 0.0);
    for (int v = 0; v < arm.nv; ++v) q[v] += 0.2 * v, y[v] = 1 - 0.3 * v;
    const Matrix<double> J = jacobian(arm, q, arm.tip);
    NullSpace<double> space(arm);
    space.add(arm, q, J, y, tau);
    Matrix<double> B = inertia_matrix(arm, q);
    std::vector<double> moved = tau;
    factor_ltdl<double>(arm.velocity_parent, B.view());
    solve_ltdl<double>(arm.velocity_parent, B.view(), moved);
    double size = 0;
    for (const double x : moved) size += std::abs(x);
    for (int a = 0; a < 6; ++a) {
      double felt = 0;
      for (int v = 0; v < arm.nv; ++v) felt += J(a, v) * moved[v];
      EXPECT_NEAR(felt, 0, 1e-9) << name;
    }
    if (arm.nv == 7) {
      EXPECT_GT(size, 0.1);
    } else {
      EXPECT_LT(size, 1e-6) << name << " has nothing to move beside its tip";
    }
  }
}

}  // namespace torsor::test::tip_controllers_test
