#include "robot_files/convert_support.hpp"
#include "robot_files/mjcf_support.hpp"

// What MuJoCo's compiler does to masses, and gravity compensation. The numbers are reckoned by hand, and MuJoCo 4.0 has
// the same ones.
namespace torsor::test::mjcf_compiler_test {

/// The moments of a body about its centre.
std::array<double, 6> moments(const std::string& inertial, const std::string& compiler) {
  const Description robot = mjcf_robot(mjcf(
      "<body>" + hinge + "<inertial pos='0 0 0' mass='1' " + inertial + "/></body>", "<compiler " + compiler + "/>"));
  const Symmetric3<double> I = link_inertia(robot, 0).rotational();
  return {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz};
}
void expect_moments(const std::array<double, 6>& found, const std::array<double, 6>& expected) {
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(found[k], expected[k], 1e-14) << k;
}

TEST(MjcfCompiler, BalancedMomentsThatNoBodyHasBecomeTheirMean) {
  const double mean = 7.0 / 3;  // of 1, 2 and 4, and 1 + 2 < 4
  expect_moments(moments("diaginertia='1 2 4'", "balanceinertia='true'"), {mean, mean, mean, 0, 0, 0});
  // principal moments 0.9, 1.1 and 2.5
  expect_moments(moments("fullinertia='1 1 2.5 0.1 0 0'", "balanceinertia='true'"), {1.5, 1.5, 1.5, 0, 0, 0});
}

TEST(MjcfCompiler, BalancedMomentsThatABodyHasStay) {
  expect_moments(moments("diaginertia='1 1 2'", "balanceinertia='true'"), {1, 1, 2, 0, 0, 0});
  expect_moments(moments("fullinertia='5 6 7 0.1 0.2 0.3'", "balanceinertia='true'"), {5, 6, 7, 0.1, 0.2, 0.3});
}

TEST(MjcfCompiler, MomentsAreBoundedBeforeTheyAreBalanced) {
  // 0.5, 1 and 3 after the bound
  expect_moments(moments("diaginertia='0.1 1 3'", "balanceinertia='true' boundinertia='0.5'"),
                 {1.5, 1.5, 1.5, 0, 0, 0});
}

TEST(MjcfCompiler, TheTotalMassScalesMassesAndInertiasOfAllBodies) {
  const Description robot = mjcf_robot(
      mjcf("<geom size='9'/><body><inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/></body><body>" + hinge +
               "<inertial pos='1 0 0' mass='1' diaginertia='1 1 1'/><body><joint axis='0 1 0'/>"
               "<geom type='box' size='0.5 0.5 0.5' density='4'/></body></body>",
           "<compiler settotalmass='16'/>"));  // 3 + 1 + 4 kg become twice as much; the world weighs nothing
  const double masses[] = {6, 2, 8};
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(link_inertia(robot, k).mass, masses[k], 1e-14) << k;
  EXPECT_NEAR(link_inertia(robot, 0).rotational().xx, 2, 1e-14);
  EXPECT_NEAR(link_inertia(robot, 1).rotational().yy, 2 + 2, 1e-14);  // and 2 kg at a distance of 1 m
  EXPECT_NEAR(link_inertia(robot, 2).rotational().zz, 8.0 / 6, 1e-14);
}

TEST(MjcfCompiler, ATotalMassThatIsNotPositiveLeavesTheMasses) {
  for (const char* total : {"0", "-1"})
    EXPECT_EQ(link_inertia(mjcf_robot(mjcf("<body>" + hinge + unit_mass + "</body>",
                                           std::string("<compiler settotalmass='") + total + "'/>")),
                           0)
                  .mass,
              1);
}

/// 2 kg at 1 m and 3 kg at 2 m from the first joint, stretched out level.
std::vector<double> holding_torque(const std::string& first, const std::string& second) {
  const Description robot = mjcf_robot(
      mjcf("<body " + first +
           "><joint axis='0 1 0'/><inertial pos='1 0 0' mass='2' diaginertia='1 1 1'/><body pos='1 0 0' " + second +
           "><joint axis='0 1 0'/><inertial pos='1 0 0' mass='3' diaginertia='1 1 1'/></body></body>"));
  return inverse_dynamics(build_model<double>(robot), {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0});
}

TEST(MjcfCompiler, GravityCompensationOfAllBodiesTakesThatMuchWeight) {
  const std::vector<double> whole = holding_torque("", ""), less = holding_torque("gravcomp='0.25'", "gravcomp='0.25'"),
                            none = holding_torque("gravcomp='1'", "gravcomp='1'");
  EXPECT_NEAR(whole[0], -(2 * 1 + 3 * 2) * 9.81, 1e-12);
  EXPECT_NEAR(whole[1], -3 * 9.81, 1e-12);
  for (int j : {0, 1}) EXPECT_NEAR(less[j], 0.75 * whole[j], 1e-12);
  for (int j : {0, 1}) EXPECT_NEAR(none[j], 0, 1e-14);
}

TEST(MjcfCompiler, GravityCompensationOfOneBodyTakesTheWeightOfThatBody) {
  const std::vector<double> first = holding_torque("gravcomp='0.5'", ""), second = holding_torque("", "gravcomp='2'");
  EXPECT_NEAR(first[0], -(0.5 * 2 * 1 + 3 * 2) * 9.81, 1e-12);
  EXPECT_NEAR(first[1], -3 * 9.81, 1e-12);
  EXPECT_NEAR(second[0], -(2 * 1 - 3 * 2) * 9.81, 1e-12);
  EXPECT_NEAR(second[1], 3 * 9.81, 1e-12);
}

TEST(MjcfCompiler, AMomentThatIsNegativeOnlyByRoundingStopsNoConversion) {
  for (const char* inertia : {"-1e-20 1 1", "-1e-20 1e-20 1e-20"}) {
    const Reading reading =
        mjcf_reading(mjcf("<body>" + hinge + "<inertial pos='0 0 0' mass='1' diaginertia='" + inertia + "'/></body>"));
    ASSERT_TRUE(reading.sound()) << told(reading);
    for (const RobotFormat format : {RobotFormat::yaml, RobotFormat::urdf, RobotFormat::mjcf})
      EXPECT_EQ(through(reading.robot, format).links.size(), 1U) << name_of(format);
    EXPECT_EQ(write_mjcf(reading.robot).text.find("-1e-20"), std::string::npos);
  }
}

}  // namespace torsor::test::mjcf_compiler_test
