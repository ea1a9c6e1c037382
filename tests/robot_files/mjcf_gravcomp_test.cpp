#include "robot_files/convert_support.hpp"
#include "robot_files/mjcf_support.hpp"

// Gravity compensation and springs of ball and free joints as MuJoCo has them: the figures are qfrc_inverse of
// mj_inverse in MuJoCo 4.0.0 (its Python package), for the models and states below.
namespace torsor::test::mjcf_gravcomp_test {

const std::string gravity = "<option gravity='1 2 -9.81'/>";

/// An arm on a ball joint; the last body is fixed to the one before it and has a compensation of its own.
const std::string arm =
    "<body name='a' gravcomp='0.5' pos='0 0 1' quat='0.9 0.1 0.2 0.3'><joint type='ball' stiffness='7'/>"
    "<inertial pos='0.1 0.2 0.3' mass='2' diaginertia='0.1 0.2 0.25'/>"
    "<body name='b' gravcomp='1.2' pos='0.3 0.1 0.2'><joint axis='0 0.6 0.8' pos='0.1 0 0'/>"
    "<inertial pos='0.05 -0.1 0.2' mass='1.5' diaginertia='0.05 0.06 0.07'/>"
    "<body name='c' pos='0.1 0.2 0.1' gravcomp='-0.3'>"
    "<inertial pos='0 0 0.1' mass='0.7' diaginertia='0.01 0.01 0.01'/></body></body></body>";

void expect_torque(const Description& robot, const std::vector<double>& q, const std::vector<double>& qd,
                   const std::vector<double>& qdd, const std::vector<double>& expected) {
  const std::vector<double> tau = inverse_dynamics(build_model<double>(robot), q, qd, qdd);
  ASSERT_EQ(tau.size(), expected.size());
  for (std::size_t k = 0; k < tau.size(); ++k) EXPECT_NEAR(tau[k], expected[k], 1e-13 * (1 + std::abs(expected[k])));
}

TEST(MjcfGravcomp, ThatDiffersBetweenBodiesAndTheSpringOfABallActAsInMujoco) {
  const std::vector<double> q{0.5, -0.5, 0.5, 0.5, 0.4}, qd{0.1, 0.2, 0.3, 0.4}, qdd{1, 2, 3, 4};
  const std::vector<double> tau{-11.009714698593974, 5.5318087167092, 16.284841173610268, 1.8656747812076815};
  const Description robot = mjcf_robot(mjcf(arm, gravity));
  expect_torque(robot, q, qd, qdd, tau);
  for (const RobotFormat format : {RobotFormat::yaml, RobotFormat::mjcf}) {
    SCOPED_TRACE(name_of(format));
    EXPECT_TRUE(write_robot(robot, format).losses.empty());
    expect_torque(through(robot, format), q, qd, qdd, tau);
  }
}

TEST(MjcfGravcomp, OfAFreeBodyOnASpringActsAsInMujoco) {
  const Description robot = mjcf_robot(
      mjcf("<body gravcomp='0.25' pos='1 2 3' quat='0.6 0 0.8 0'><joint name='root' type='free' stiffness='3'/>"
           "<inertial pos='0.1 0.2 0.3' mass='2' diaginertia='0.1 0.2 0.25'/></body>"));
  EXPECT_EQ(robot.links.at(0).joint, JointType::free);
  const std::vector<double> q{0.1, 0.2, 0.3, -0.5, 0.5, 0.1, 0.7}, still(6);
  // the force in the axes of the body, by the transpose of MuJoCo's xmat
  const std::vector<double> tau{8.531999999999998, -1.9493999999999994, -1.9008000000000018,
                                5.159124963870559, -0.9914195514632951, -9.687821809130224};
  expect_torque(robot, q, still, still, tau);
  for (const RobotFormat format : {RobotFormat::yaml, RobotFormat::mjcf}) {
    SCOPED_TRACE(name_of(format));
    EXPECT_TRUE(write_robot(robot, format).losses.empty());
    expect_torque(through(robot, format), q, still, still, tau);
  }
}

Description two_hinges(const std::string& joints) {
  return mjcf_robot(mjcf("<body gravcomp='1'><joint axis='0 1 0' " + joints +
                         "/><inertial pos='0.1 0.2 0.3' mass='2' diaginertia='0.1 0.2 0.25'/><body gravcomp='0.5' "
                         "pos='0.3 0.1 0.2'><joint axis='1 0 0' " +
                         joints +
                         "/><inertial pos='0.05 -0.1 0.2' mass='1.5' diaginertia='0.05 0.06 0.07'/></body></body>"));
}

TEST(MjcfGravcomp, ThatTheMotorsGiveIsPartOfTheirTorque) {
  expect_torque(two_hinges(""), {0.3, 0.4}, {0, 0}, {0, 0}, {-3.210828750094591, -1.1948390766319696});
  expect_torque(two_hinges("actuatorgravcomp='true'"), {0.3, 0.4}, {0, 0}, {0, 0},
                {-10.035459628262267, -2.3896781532639393});
}

TEST(MjcfGravcomp, IsLostInUrdfAndNamed) {
  const WrittenRobot written = write_urdf(two_hinges(""));
  const auto is_named = [](const Loss& loss) { return loss.what == "gravity compensation" && loss.changes_motion; };
  EXPECT_EQ(std::count_if(written.losses.begin(), written.losses.end(), is_named), 2);
}

TEST(MjcfGravcomp, BesideTheCentreOfMassIsLostInMjcfAndNamed) {
  const auto arm_with = [](const std::string& compensation) {
    return read_robot(
        "name: arm\ninertia_about: com\nlinks:\n  - {joint: revolute, mass: 2, com: [1, 0, 0], inertia: {xx: 1, yy: 1, "
        "zz: 1}, "
        "gravity_compensation: " +
            compensation + "}\n",
        "arm.yaml");
  };
  EXPECT_NE(write_mjcf(arm_with("{part: 0.5, mass: 1, com: [1, 0, 0]}")).text.find("gravcomp=\"1\""),
            std::string::npos);
  EXPECT_TRUE(write_mjcf(arm_with("{mass: 1, com: [1, 0, 0]}")).losses.empty());
  const std::vector<Loss> losses = write_mjcf(arm_with("{mass: 1, com: [0, 1, 0]}")).losses;
  ASSERT_EQ(losses.size(), 1U);
  EXPECT_EQ(losses[0].what, "gravity compensation");
}

TEST(MjcfBall, ThatRestsTurnedIsLostInMjcfAndNamed) {
  const std::vector<Loss> losses = write_mjcf(read_robot("name: arm\ninertia_about: com\nlinks:\n  - {joint: ball, "
                                                         "mass: 2, inertia: {xx: 1, yy: 1, zz: 1}, spring: "
                                                         "{stiffness: 1, rest: [0.6, 0.8, 0, 0]}}\n",
                                                         "arm.yaml"))
                                       .losses;
  ASSERT_EQ(losses.size(), 1U);
  EXPECT_EQ(losses[0].what, "rest of the spring");
}

}  // namespace torsor::test::mjcf_gravcomp_test
