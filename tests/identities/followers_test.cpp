#include <gtest/gtest.h>

#include <map>

#include "support/random_robot.hpp"
#include "torsor/dynamics/consistency.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/spring.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/limits.hpp"

namespace torsor::test::followers_test {

TEST(JointsThatFollow, ObeyEveryIdentity) {
  std::map<std::string, double> worst;
  int followers = 0, before = 0, lagrange = 0;
  for (int seed = 0; seed < 1000; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Description robot = random_robot_with_followers(random, 2 + seed % 6);
    ASSERT_TRUE(check(robot).empty()) << check(robot).front().message;
    const Model<double> model = build_model<double>(robot);
    int own = 0;
    for (const Body<double>& body : model.bodies) {
      followers += body.follows, before += body.follows && body.v >= own;
      own += &body != model.bodies.data() && !body.follows;
    }
    const Consistency result = check_consistency(model, {1, static_cast<std::uint64_t>(seed)});
    if (result.singular_states + result.indefinite_states > 0) continue;
    lagrange += result.lagrange;
    for (const Identity& identity : result.identities)
      worst[identity.name] = std::max(worst[identity.name], identity.disagreement);
  }
  for (const auto& [name, disagreement] : worst) {
    std::printf("  %-60s %.1e\n", name.c_str(), disagreement);
    EXPECT_LT(disagreement, 1e-9) << name;
  }
  EXPECT_TRUE(worst.contains("joints that follow = free ones in gear: torque"));
  EXPECT_GE(worst.size(), 22u);
  EXPECT_GT(followers, 1000);
  EXPECT_GT(before, 200);
  EXPECT_GT(lagrange, 500);
}

/// Two bars on parallel axes, each a mass at the end of a massless rod of length 1; the second joint turns -1/2 times
/// as far as the first, plus 0.3.
Description two_bars() {
  Description robot;
  robot.name = "bars";
  for (int k = 0; k < 2; ++k) {
    described::Link link;
    link.name = k == 0 ? "upper" : "lower";
    link.joint_name = k == 0 ? "shoulder" : "elbow";
    link.parent = k == 0 ? "base" : "upper";
    link.axis = {0.0, -1.0, 0.0};
    if (k == 1) link.origin = described::Pose{{1.0, 0.0, 0.0}, {}};
    link.mass.mass = 2.0 + k;
    link.mass.com = {1.0, 0.0, 0.0};
    robot.links.push_back(link);
  }
  robot.links[1].mimic = described::Mimic{"shoulder", -0.5, 0.3};
  return robot;
}

TEST(JointsThatFollow, MoveAPendulumOfOneCoordinate) {
  // height of the masses: sin q, and sin q + sin(q - q/2 + 0.3): Lagrange by hand
  const Model<double> model = build_model<double>(two_bars());
  ASSERT_EQ(model.nq, 1);
  ASSERT_EQ(model.nv, 1);
  const double q = 0.7, qd = 1.3, qdd = -0.4, g = 9.81, m1 = 2, m2 = 3;
  const double elbow = -q / 2 + 0.3;                        // between the bars
  const double B = m1 + m2 * (1 + 0.25 + std::cos(elbow));  // |v2|^2 = qd^2 (1 + 1/4 + 2 (1/2) cos elbow)
  const double dB = m2 * 0.5 * std::sin(elbow);             // dB/dq
  const double weight = g * (m1 * std::cos(q) + m2 * (std::cos(q) + 0.5 * std::cos(q + elbow)));
  const std::vector<double> tau = inverse_dynamics<double>(model, {q}, {qd}, {qdd});
  EXPECT_NEAR(tau[0], B * qdd + dB / 2 * qd * qd + weight, 1e-12);
  EXPECT_NEAR(forward_dynamics<double>(model, {q}, {qd}, tau)[0], qdd, 1e-12);
  const Matrix<double> J = jacobian<double>(model, {q}, find_frame(model, "lower"));
  EXPECT_NEAR(J(4, 0), -0.5, 1e-15);  // the lower bar turns half as fast
}

TEST(JointsThatFollow, PassTheirFrictionSpringsAndRotorsThroughTheGear) {
  Description robot = two_bars();
  robot.rotor_model = RotorModel::reflected;
  robot.links[1].friction = described::Friction{{0.4, 0.6}, {1.0, 3.0}, 0.2, Side::link};
  robot.links[1].spring = described::Spring{5.0, 0.1, 0.0};
  robot.links[1].rotor = described::Rotor{0.01, 10.0, {}};
  const Model<double> model = build_model<double>(robot);
  // qd = 2 turns the elbow at -1: 0.6 * -1 - 3 + 0.2 there, times -1/2
  EXPECT_NEAR(friction_torque<double>(model, {2.0})[0], -0.5 * (-0.6 - 3.0 + 0.2), 1e-15);
  EXPECT_NEAR(friction_torque<double>(model, {-2.0})[0], -0.5 * (0.4 + 1.0 + 0.2), 1e-15);
  EXPECT_NEAR(spring_torque<double>(model, {0.4})[0], -0.5 * 5.0 * (-0.5 * 0.4 + 0.3 - 0.1), 1e-15);
  const double bare = inertia_matrix<double>(build_model<double>(two_bars()), {0.4})(0, 0);
  EXPECT_NEAR(inertia_matrix<double>(model, {0.4})(0, 0) - bare, 0.01 * 100 / 4, 1e-14);
}

TEST(JointsThatFollow, LimitTheJointThatMovesThem) {
  Description robot = two_bars();
  robot.links[0].limits.position = std::array<described::Quantity, 2>{-1.0, 2.0};
  robot.links[1].limits.position = std::array<described::Quantity, 2>{0.0, 0.5};  // q from -0.4 to 0.6
  robot.links[1].limits.velocity = 3.0;
  const std::vector<JointLimits> limits = joint_limits(robot);
  ASSERT_EQ(limits.size(), 1u);
  EXPECT_NEAR(limits[0].position_low, -0.4, 1e-15);
  EXPECT_NEAR(limits[0].position_high, 0.6, 1e-15);
  EXPECT_NEAR(limits[0].velocity, 6.0, 1e-15);
}

TEST(JointsThatFollow,
     LimitNothingWhereTheirLimitsContradict) {  // as in URDF files of grippers: 0 to 0.8, turned by -1
  Description robot = two_bars();
  robot.links[1].mimic = described::Mimic{robot.links[0].joint_name, -1.0, 0.0};
  robot.links[0].limits.position = std::array<described::Quantity, 2>{0.0, 0.7};
  robot.links[1].limits.position = std::array<described::Quantity, 2>{0.0, 0.8};
  robot.links[1].limits.velocity = 3.0;
  const std::vector<JointLimits> limits = joint_limits(robot);
  EXPECT_EQ(limits[0].position_low, 0.0);
  EXPECT_EQ(limits[0].position_high, 0.7);
  EXPECT_EQ(limits[0].velocity, 3.0);
  ASSERT_EQ(contradicting_followers(robot).size(), 1u);
  EXPECT_EQ(contradicting_followers(robot)[0].follower, &robot.links[1]);
  EXPECT_EQ(contradicting_followers(robot)[0].leader, &robot.links[0]);
  robot.links[1].limits.position = std::array<described::Quantity, 2>{-0.6, 0.0};
  EXPECT_TRUE(contradicting_followers(robot).empty());
  EXPECT_EQ(joint_limits(robot)[0].position_high, 0.6);
}

TEST(JointsThatFollow, MustEndAtOneThatMovesByItself) {
  Description robot = two_bars();
  robot.links[0].mimic = described::Mimic{"elbow", 1.0, 0.0};
  EXPECT_EQ(check(robot).size(), 2u);
  robot = two_bars();
  robot.links[1].mimic->joint = "wrist";
  ASSERT_EQ(check(robot).size(), 1u);
  EXPECT_EQ(check(robot)[0].message, "joint elbow follows 'wrist': expected two joints that turn or slide");
  robot = two_bars();
  robot.links[0].joint = JointType::ball;
  EXPECT_EQ(check(robot).size(), 1u);
}

}  // namespace torsor::test::followers_test
