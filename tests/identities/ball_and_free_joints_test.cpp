#include <gtest/gtest.h>

#include <map>

#include "support/random_robot.hpp"
#include "torsor/dynamics/consistency.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"

namespace torsor::test::ball_and_free_joints_test {

TEST(BallAndFreeJoints, ObeyEveryIdentity) {
  std::map<std::string, double> worst;
  int free = 0, ball = 0;
  for (int seed = 0; seed < 1000; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Description robot = random_robot_with_ball_and_free_joints(random, 1 + seed % 6);
    ASSERT_TRUE(check(robot).empty()) << check(robot).front().message;
    const Model<double> model = build_model<double>(robot);
    for (const Body<double>& body : model.bodies)
      free += body.joint == JointType::free, ball += body.joint == JointType::ball;
    const Consistency result = check_consistency(model, {1, static_cast<std::uint64_t>(seed)});
    EXPECT_FALSE(result.lagrange);
    for (const Identity& identity : result.identities)
      worst[identity.name] = std::max(worst[identity.name], identity.disagreement);
  }
  for (const auto& [name, disagreement] : worst) {
    std::printf("  %-60s %.1e\n", name.c_str(), disagreement);
    EXPECT_LT(disagreement, 1e-9) << name;
  }
  EXPECT_GT(free, 300);
  EXPECT_GT(ball, 300);
  EXPECT_GE(worst.size(), 18u);
}

/// A box on a joint of its own, pushed by nothing but gravity.
Description body_on(JointType joint) {
  Description robot;
  robot.name = "box";
  described::Link link;
  link.name = "box", link.joint_name = "joint", link.parent = "base";
  link.joint = joint;
  link.mass.mass = 2.0;
  link.mass.com = {0.1, -0.2, 0.3};
  link.mass.inertia = {0.3, 0.01, 0.02, 0.4, 0.03, 0.5};
  robot.links.push_back(link);
  return robot;
}

TEST(FreeJoint, FallsWithGravityInTheAxesOfTheBody) {
  const Model<double> model = build_model<double>(body_on(JointType::free));
  ASSERT_EQ(model.nq, 7);
  ASSERT_EQ(model.nv, 6);
  const double h = std::sqrt(0.5);  // turned 90 degrees about x: the body's y is up
  const std::vector<double> q{1, 2, 3, h, h, 0, 0}, still(6, 0.0);
  const std::vector<double> qdd = forward_dynamics(model, q, still, still);
  const std::vector<double> expected{0, -9.81, 0, 0, 0, 0};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(qdd[k], expected[k], 1e-13) << k;
}

TEST(FreeJoint, KeepsMomentumWhenNothingActs) {  // in space: d/dt (R f) = 0 and so on, by a step of the exact rates
  const Model<double> model = build_model<double>(body_on(JointType::free));
  std::vector<double> q = zero_position(model), qd{0.3, -0.2, 0.5, 1.0, -2.0, 0.7};
  const auto momentum = [&] {
    const Motion<double> v{{qd[3], qd[4], qd[5]}, {qd[0], qd[1], qd[2]}};
    JointPositions<double> positions(q);
    const Transform<double> X = Free::pose(model.bodies[1].placement, positions, 0);
    return to_parent(X, model.bodies[1].inertia * v);
  };
  const Force<double> before = momentum();
  constexpr double dt = 1e-4;
  for (int k = 0; k < 2000; ++k) {  // midpoint rule
    const std::vector<double> none(6, 0.0);
    std::vector<double> middle(q), middle_qd(qd);
    const std::vector<double> rate = position_rate<double>(model, q, qd);
    const std::vector<double> qdd = forward_dynamics(model, q, qd, none, {});
    for (int j = 0; j < 7; ++j) middle[j] += dt / 2 * rate[j];
    for (int j = 0; j < 6; ++j) middle_qd[j] += dt / 2 * qdd[j];
    normalize_position<double>(model, middle);
    const std::vector<double> rate_2 = position_rate<double>(model, middle, middle_qd);
    const std::vector<double> qdd_2 = forward_dynamics(model, middle, middle_qd, none, {});
    for (int j = 0; j < 7; ++j) q[j] += dt * rate_2[j];
    for (int j = 0; j < 6; ++j) qd[j] += dt * qdd_2[j];
    normalize_position<double>(model, q);
  }
  const Force<double> after = momentum();
  const Vector3<double> force = after.force - before.force, moment = after.moment - before.moment;
  EXPECT_LT(std::sqrt(dot(force, force) + dot(moment, moment)), 1e-6);
}

TEST(BallJoint, AtZeroMovesLikeThreeHinges) {  // in the reference configuration the velocities are the same
  const Model<double> ball = build_model<double>(body_on(JointType::ball));
  Description hinged = body_on(JointType::revolute);
  const described::Link box = hinged.links[0];
  hinged.links.clear();
  const Vector3<double> axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int k = 0; k < 3; ++k) {
    described::Link link = box;
    link.name = "link" + std::to_string(k), link.joint_name = "joint" + std::to_string(k);
    link.parent = k == 0 ? "base" : hinged.links.back().name;
    link.axis = triple(axes[k]);
    if (k < 2) link.mass = {};
    hinged.links.push_back(link);
  }
  const Model<double> three = build_model<double>(hinged);
  const Matrix<double> B = inertia_matrix(ball, {1, 0, 0, 0}), expected = inertia_matrix(three, {0, 0, 0});
  EXPECT_LT(norm(difference(B.data, expected.data)), 1e-14);
  const std::vector<double> still(3, 0.0);
  EXPECT_LT(norm(difference(inverse_dynamics(ball, {1, 0, 0, 0}, still, {0.3, -0.4, 0.5}),
                            inverse_dynamics(three, still, still, {0.3, -0.4, 0.5}))),
            1e-13);
}

}  // namespace torsor::test::ball_and_free_joints_test
