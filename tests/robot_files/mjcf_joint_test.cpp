#include "robot_files/mjcf_support.hpp"

namespace torsor::test::mjcf_joint_test {

constexpr double degree = 3.141592653589793 / 180;

described::Link first_link(const std::string& joint, const std::string& sections = "") {
  return mjcf_robot(mjcf("<body>" + joint + unit_mass + "</body>", sections)).links.at(0);
}

TEST(MjcfJoint, IsAHingeAboutZUnlessTheFileSaysOtherwise) {
  const described::Link link = first_link("<joint/>");
  EXPECT_EQ(link.joint, JointType::revolute);
  expect_near(vector(link.axis), {0, 0, 1});
  EXPECT_EQ(link.name, "body1");
  EXPECT_EQ(link.joint_name, "joint1");
  EXPECT_EQ(link.parent, "world");
}

TEST(MjcfJoint, AxesAreMadeUnit) { expect_near(vector(first_link("<joint axis='0 3 4'/>").axis), {0, 0.6, 0.8}); }

TEST(MjcfJoint, RangesOfHingesAreDegreesAndOfSlidesAreNot) {
  EXPECT_NEAR(number((*first_link("<joint range='-90 45'/>").limits.position)[0]), -90 * degree, 1e-15);
  EXPECT_EQ(number((*first_link("<joint type='slide' range='-2 3'/>").limits.position)[1]), 3);
  EXPECT_EQ(number((*first_link("<joint range='-2 3'/>", "<compiler angle='radian'/>").limits.position)[1]), 3);
}

TEST(MjcfJoint, IsLimitedAsLimitedAndAutolimitsSay) {
  EXPECT_FALSE(first_link("<joint range='-1 1' limited='false'/>").limits.position);
  EXPECT_TRUE(first_link("<joint range='-1 1' limited='true'/>", "<compiler autolimits='false'/>").limits.position);
  EXPECT_FALSE(first_link("<joint/>").limits.position);
}

TEST(MjcfJoint, ArmatureIsAReflectedRotor) {
  const Description robot = mjcf_robot(mjcf("<body><joint armature='0.5'/>" + unit_mass + "</body>"));
  EXPECT_EQ(robot.rotor_model, RotorModel::reflected);
  EXPECT_EQ(inertia_matrix(build_model<double>(robot), {0.0})(0, 0), 1.5);
}

TEST(MjcfJoint, DampingFrictionlossAndSpringResistAsInMujoco) {
  const Description robot = mjcf_robot(
      mjcf("<body><joint damping='2' frictionloss='0.5' stiffness='10' springref='90'/>" + unit_mass + "</body>"));
  // damping * qd + frictionloss * sign(qd) + stiffness * (q - springref)
  const auto tau = inverse_dynamics<double>(build_model<double>(robot), {0.25}, {-3}, {0});
  EXPECT_NEAR(tau[0], -6 - 0.5 + 10 * (0.25 - 90 * degree), 1e-14);
}

TEST(MjcfJoint, ABoundOnActuatorForcesIsATorqueLimit) {
  EXPECT_EQ(number(*first_link("<joint actuatorfrcrange='-7 7'/>").limits.torque), 7);
  EXPECT_FALSE(first_link("<joint actuatorfrcrange='-7 8'/>").limits.torque);
}

TEST(MjcfJoint, BesideTheOriginTurnsTheBodyAboutItsAnchor) {
  const Description robot = mjcf_robot(
      mjcf("<body name='a' pos='0 0 1'><joint name='j' axis='0 1 0' pos='0.5 0 0'/>" + unit_mass + "</body>"));
  ASSERT_EQ(robot.links.size(), 2U);
  EXPECT_EQ(robot.links[0].name, "a/j");
  EXPECT_EQ(robot.links[1].name, "a");
  expect_near(link_pose(robot, {0}, "a").p, {0, 0, 1});
  expect_near(link_pose(robot, {90 * degree}, "a").p, {0.5, 0, 1.5});
  EXPECT_EQ(inertia_matrix(build_model<double>(robot), {0.3})(0, 0), 1.25);
}

TEST(MjcfJoint, RefIsItsValueInThePoseThatTheFileShows) {
  const Description turned =
      mjcf_robot(mjcf("<body name='a' pos='0 0 1'><joint ref='90' pos='1 0 0'/>" + unit_mass + "</body>"));
  expect_near(link_pose(turned, {90 * degree}, "a").p, {0, 0, 1});
  expect_near(link_pose(turned, {0}, "a").p, {1, 1, 1});
  const Description slid = mjcf_robot(mjcf("<body name='a'><joint type='slide' ref='2'/>" + unit_mass + "</body>"));
  expect_near(link_pose(slid, {2}, "a").p, {0, 0, 0});
  expect_near(link_pose(slid, {5}, "a").p, {0, 0, 3});
}

TEST(MjcfJoint, SeveralInOneBodyMoveOneAfterTheOther) {
  const Description robot =
      mjcf_robot(mjcf("<body name='a'><joint name='x' type='slide' axis='1 0 0'/><joint name='r' pos='0 1 0'/>"
                      "<joint name='y' type='slide' axis='0 1 0'/>" +
                      unit_mass + "</body>"));
  ASSERT_EQ(robot.links.size(), 3U);
  EXPECT_EQ(robot.links[1].joint_name, "r");
  // by x, a quarter turn about (0, 1), then along what has become of y
  const Transform<double> pose = link_pose(robot, {10, 90 * degree, 2}, "a");
  expect_near(pose.p, {10 + 1 - 2, 1, 0});
  expect_near(pose.R, rotation_z(sincos(90 * degree)));
}

TEST(MjcfJoint, TheLastOfSeveralCarriesTheBodyWhereItIsAtTheOrigin) {
  const Description robot = mjcf_robot(mjcf("<body name='a'><joint axis='1 0 0'/><joint axis='0 1 0'/>" + unit_mass +
                                            "<body name='b' pos='0 0 1'>" + hinge + unit_mass + "</body></body>"));
  ASSERT_EQ(robot.links.size(), 3U);
  EXPECT_EQ(robot.links[0].name, "a/joint1");
  EXPECT_EQ(robot.links[1].name, "a");
  EXPECT_EQ(robot.links[2].parent, "a");
  expect_near(link_pose(robot, {0.4, 0.5, 0.0}, "b").R, rotation_x(sincos(0.4)) * rotation_y(sincos(0.5)));
}

TEST(MjcfJoint, BallAndFreeJointsAreDescribed) {
  const Description robot = mjcf_robot(mjcf("<body name='a' pos='1 2 3'><freejoint name='f'/>" + unit_mass +
                                            "<body name='b' pos='0 0 1'><joint name='g' type='ball' pos='0 0 2'/>" +
                                            unit_mass + "</body></body>"));
  ASSERT_EQ(robot.links.size(), 3U);
  EXPECT_EQ(robot.links[0].joint, JointType::free);
  EXPECT_EQ(robot.links[0].joint_name, "f");
  expect_near(vector(robot.links[0].origin->xyz), {0, 0, 0});  // its position is that in the world
  EXPECT_EQ(robot.links[1].joint, JointType::ball);
  EXPECT_EQ(robot.links[1].name, "b/g");
  expect_near(vector(robot.links[1].origin->xyz), {0, 0, 3});
  EXPECT_EQ(robot.links[2].joint, JointType::fixed);
  expect_near(vector(robot.links[2].origin->xyz), {0, 0, -2});
}

TEST(MjcfJoint, AFreejointTakesNoDefaults) {
  mjcf_robot(
      mjcf("<body><freejoint/>" + unit_mass + "</body>", "<default><joint armature='1' damping='1'/></default>"));
}

TEST(MjcfJoint, AFreeBaseFloatsWhereABodyHasNoJoint) {
  const std::string text =
      mjcf("<body name='a' pos='0 0 1'>" + unit_mass + "<body>" + hinge + unit_mass + "</body></body>");
  EXPECT_EQ(mjcf_robot(text).links[0].joint, JointType::fixed);
  EXPECT_EQ(mjcf_robot(text, {.free_base = true}).links[0].joint, JointType::free);
}

TEST(MjcfJoint, AFreeBaseThatCannotFloatIsToldOf) {
  const Reading reading = mjcf_reading(mjcf("<body>" + hinge + unit_mass + "</body>"), {.free_base = true});
  EXPECT_TRUE(reading.sound());
  ASSERT_EQ(reading.findings.size(), 1U);
  EXPECT_EQ(reading.findings[0].code, "base-not-free");
}

TEST(MjcfJoint, GeneratedNamesAvoidThoseInUse) {
  const Description robot = mjcf_robot(mjcf("<body><joint/>" + unit_mass + "<body name='body1'><joint name='joint1'/>" +
                                            unit_mass + "<body><joint/>" + unit_mass + "</body></body></body>"));
  EXPECT_EQ(robot.links[0].name, "body1_");
  EXPECT_EQ(robot.links[0].joint_name, "joint1_");
  EXPECT_EQ(robot.links[1].name, "body1");
  EXPECT_EQ(robot.links[2].name, "body3");
  EXPECT_EQ(robot.links[2].joint_name, "joint3");
}

TEST(MjcfJoint, ALinearEqualityMakesItFollow) {
  const std::string text =
      mjcf("<body><joint name='a' ref='0.5'/>" + unit_mass + "<body><joint name='b' ref='0.25'/>" + unit_mass +
               "</body></body>",
           "<compiler angle='radian'/><equality><joint joint1='b' joint2='a' polycoef='0.1 -2 0 0 0'/></equality>");
  const auto mimic = mjcf_robot(text).links[1].mimic;
  ASSERT_TRUE(mimic);
  EXPECT_EQ(mimic->joint, "a");
  EXPECT_EQ(number(mimic->multiplier), -2);
  EXPECT_EQ(number(mimic->offset), 0.1 + 0.25 + 2 * 0.5);  // q_b - 0.25 = 0.1 - 2 (q_a - 0.5)
  EXPECT_FALSE(mjcf_robot(text, {.free_mimic = true}).links[1].mimic);
}

TEST(MjcfJoint, AnEqualityThatIsNotActiveIsNone) {
  const std::string bodies =
      "<body><joint name='a'/>" + unit_mass + "<body><joint name='b'/>" + unit_mass + "</body></body>";
  EXPECT_FALSE(
      mjcf_robot(mjcf(bodies, "<equality><joint joint1='a' joint2='b' active='false'/></equality>")).links[0].mimic);
  EXPECT_FALSE(mjcf_robot(mjcf(bodies,
                               "<default><equality active='false'/></default>"
                               "<equality><joint joint1='a' joint2='b'/></equality>"))
                   .links[0]
                   .mimic);
}

}  // namespace torsor::test::mjcf_joint_test
