#include "robot_files/convert_support.hpp"
#include "robot_files/mjcf_support.hpp"

// What acts in ball and free joints. With I = diag(1, 2, 2.5), omega = (0.3, -0.7, 1.1) and its rate
// alpha = (0.2, 0.5, -0.4), I alpha + omega x I omega = (0.2, 1, -1) + (-0.385, -0.495, -0.21). MuJoCo 4.0 has the same
// torques, but for friction, which is a constraint there.
namespace torsor::test::mjcf_several_axes_test {

const std::string body_mass = "<inertial pos='0 0 0' mass='2' diaginertia='1 2 2.5'/>";
const std::vector<double> omega{0.3, -0.7, 1.1}, alpha{0.2, 0.5, -0.4};
const std::vector<double> rigid{-0.185, 0.505, -1.21};
const std::vector<double> turned{0.8, 0.1, -0.3, 0.5};  // a quaternion, but for its length

Description body_on(const std::string& joint) {
  return mjcf_robot(mjcf("<body name='b'><" + joint + "/>" + body_mass + "</body>"));
}

std::vector<double> torque(const Description& robot, std::vector<double> q, const std::vector<double>& qd,
                           const std::vector<double>& qdd) {
  const Model<double> model = build_model<double>(robot);
  normalize_position<double>(model, q);
  return inverse_dynamics(model, q, qd, qdd);
}
void expect_torque(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-13) << k;
}
std::vector<double> sum(const std::vector<double>& a, double factor, const std::vector<double>& b) {
  std::vector<double> result = a;
  for (std::size_t k = 0; k < a.size(); ++k) result[k] += factor * b[k];
  return result;
}

TEST(MjcfBall, HasItsArmatureAtEachVelocity) {
  expect_torque(torque(body_on("joint type='ball'"), turned, omega, alpha), rigid);
  expect_torque(torque(body_on("joint type='ball' armature='0.4'"), turned, omega, alpha), sum(rigid, 0.4, alpha));
}

TEST(MjcfBall, IsDampedAndHasFriction) {
  expect_torque(torque(body_on("joint type='ball' damping='0.6'"), turned, omega, alpha), sum(rigid, 0.6, omega));
  expect_torque(torque(body_on("joint type='ball' frictionloss='0.5'"), turned, omega, alpha),
                sum(rigid, 0.5, {1, -1, 1}));
}

TEST(MjcfFree, IsDampedAlikeInAllAxes) {
  const std::vector<double> q{0.1, 0.2, 0.3, 0.8, 0.1, -0.3, 0.5}, qd{0.5, -0.4, 0.9, 0.3, -0.7, 1.1},
      qdd{1, 0.2, -0.3, 0.2, 0.5, -0.4};
  const Description damped = body_on("joint type='free' damping='0.6'");
  EXPECT_EQ(damped.links.at(0).joint, JointType::free);
  expect_torque(torque(damped, q, qd, qdd), sum(torque(body_on("freejoint"), q, qd, qdd), 0.6, qd));
}

// q: the place in the world, then the quaternion; qd: velocity in axes of the world, then rotation in those of the body
const std::vector<double> place{0.1, 0.2, 0.3, 0.8, 0.1, -0.3, 0.5};
const std::vector<double> motion{0.5, -0.4, 0.9, 0.3, -0.7, 1.1}, change{1, 0.2, -0.3, 0.2, 0.5, -0.4};
const std::vector<double> floating{2 * 1, 2 * 0.2, 2 * (9.81 - 0.3), -0.185, 0.505, -1.21};  // m (a - g), and as above

TEST(MjcfFree, WithArmatureIsThreeSlidesAndABall) {
  const Description robot = body_on("joint name='root' type='free' armature='0.4'");
  ASSERT_EQ(robot.links.size(), 4U);
  EXPECT_EQ(robot.links[0].joint_name, "root_x");
  EXPECT_EQ(robot.links[3].joint_name, "root");
  EXPECT_EQ(robot.links[3].name, "b");
  expect_torque(torque(robot, place, motion, change), sum(floating, 0.4, change));
}

TEST(MjcfFree, HasFrictionAlongTheAxesOfTheWorld) {
  expect_torque(torque(body_on("joint type='free' frictionloss='0.5' damping='0.6'"), place, motion, change),
                sum(sum(floating, 0.5, {1, -1, 1, 1, -1, 1}), 0.6, motion));
}

TEST(MjcfFree, ASpringPullsItToWhereTheFileShowsIt) {
  // turned by 90 degrees about x from where it rests, so that its y points up
  const std::vector<double> q{0.1, 0.2, 0.3, 1, 1, 0, 0}, still(6);
  const std::string body = "<body pos='1 2 3'><joint type='free' stiffness='3' ";
  const double turn = 3 * 1.5707963267948966, weight = 2 * 9.81;
  expect_torque(torque(mjcf_robot(mjcf(body + "/>" + body_mass + "</body>")), q, still, still),
                {3 * (0.1 - 1), 3 * (0.3 - 3) + weight, -3 * (0.2 - 2), turn, 0, 0});
  // with armature it counts its velocities along the world's axes
  expect_torque(torque(mjcf_robot(mjcf(body + "armature='1'/>" + body_mass + "</body>")), q, still, still),
                {3 * (0.1 - 1), 3 * (0.2 - 2), 3 * (0.3 - 3) + weight, turn, 0, 0});
}

TEST(MjcfBall, ASpringTurnsItBackByTheShorterWay) {
  const Description robot = body_on("joint type='ball' stiffness='3'");
  const std::vector<double> still(3);
  const double half = 0.4;  // of the angle, about (0.6, 0, 0.8)
  const std::vector<double> q{std::cos(half), 0.6 * std::sin(half), 0, 0.8 * std::sin(half)};
  expect_torque(torque(robot, q, still, still), {3 * 0.8 * 0.6, 0, 3 * 0.8 * 0.8});
  expect_torque(torque(robot, {-q[0], -q[1], -q[2], -q[3]}, still, still), {3 * 0.8 * 0.6, 0, 3 * 0.8 * 0.8});
  expect_torque(torque(robot, {1, 0, 0, 0}, still, still), {0, 0, 0});
}

TEST(MjcfFree, DefaultsOfJointsActInAJointAndNotInAFreejoint) {
  const std::string defaults = "<default><joint armature='0.4'/></default>";
  EXPECT_EQ(mjcf_robot(mjcf("<body><joint type='free'/>" + body_mass + "</body>", defaults)).links.size(), 4U);
  EXPECT_EQ(mjcf_robot(mjcf("<body><freejoint/>" + body_mass + "</body>", defaults)).links.size(), 1U);
}

TEST(MjcfSeveralAxes, WhatActsInThemIsWrittenAgain) {
  for (const char* joint : {"joint type='ball' armature='0.4' damping='0.6' frictionloss='0.5'",
                            "joint type='ball' stiffness='3'", "joint type='free' damping='0.6'",
                            "joint type='free' stiffness='3'", "joint type='free' armature='0.4' frictionloss='0.5'"}) {
    SCOPED_TRACE(joint);
    const Description robot = body_on(joint);
    EXPECT_TRUE(write_mjcf(robot).losses.empty());
    EXPECT_LT(disagreement(build_model<double>(robot), build_model<double>(through(robot, RobotFormat::mjcf))), 1e-14);
  }
}

}  // namespace torsor::test::mjcf_several_axes_test
