#include <gtest/gtest.h>

#include "robot_files/urdf_text.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/tip.hpp"
#include "torsor/robot_files/mjcf/read_mjcf.hpp"
#include "torsor/robot_files/write_robot.hpp"
#include "torsor/robot_files/yaml/read_yaml.hpp"

namespace torsor::test::default_tip_test {

using Names = std::vector<std::string>;

std::string moving(const std::string& name, const std::string& parent) {
  return urdf_link(name) + urdf_joint(name + "_joint", parent, name);
}
std::string fixed(const std::string& name, const std::string& parent) {
  return "<link name=\"" + name + "\"/>\n" + urdf_joint(name + "_joint", parent, name, "", "fixed");
}
Description robot(const std::string& elements) {
  Reading reading = read_urdf(urdf(elements), "tip.urdf");
  EXPECT_TRUE(reading.sound()) << all(reading.findings);
  return std::move(reading.robot);
}
std::string tip(const Description& robot) {
  const Model<double> model = build_model<double>(robot);
  return model.frames[model.tip].name;
}

TEST(DefaultTip, ALastLinkThatIsBoltedToTheBaseIsNotTheTip) {
  const Description arm = robot(moving("upper", "base") + moving("lower", "upper") + fixed("stand", "base"));
  EXPECT_EQ(tip(arm), "lower");
  EXPECT_EQ(tip_names(arm), Names{"lower"});
  const Model<double> model = build_model<double>(arm);
  EXPECT_EQ(jacobian(model, {0.1, 0.2}, model.tip)(5, 1), 1);  // both joints turn it about z
}

TEST(DefaultTip, OfSeveralBranchesTheOneWithTheMostJointsHasTheTip) {
  EXPECT_EQ(tip(robot(moving("a", "base") + moving("b", "a") + moving("c", "base"))), "b");
}

TEST(DefaultTip, ALinkNamedAsAToolIsPreferredAtTheEnd) {
  const std::string arm = moving("a", "base") + moving("b", "a");
  EXPECT_EQ(tip(robot(arm + fixed("tool0", "b") + fixed("camera", "b"))), "tool0");
  EXPECT_EQ(tip(robot(arm + fixed("ee_link", "b") + fixed("tool0", "b"))), "tool0");
  EXPECT_EQ(tip(robot(arm + fixed("arm_tcp", "b") + fixed("arm_ee_link", "b"))), "arm_tcp");
  EXPECT_EQ(tip(robot(arm + fixed("iiwa_link_ee", "b") + fixed("camera", "b"))), "iiwa_link_ee");
  EXPECT_EQ(tip(robot(arm + fixed("End-Effector", "b") + fixed("flange", "b"))), "End-Effector");
  EXPECT_EQ(tip(robot(arm + fixed("flange", "b") + fixed("ft_frame", "b"))), "flange");
}

TEST(DefaultTip, AToolBetweenTwoFingersIsTheTip) {
  const std::string hand = moving("hand", "base") + fixed("hand_tcp", "hand");
  EXPECT_EQ(tip(robot(hand + moving("left", "hand") + moving("right", "hand"))), "hand_tcp");
}

TEST(DefaultTip, AToolThatIsBoltedToTheBaseIsNotTheTip) {
  EXPECT_EQ(tip(robot(moving("a", "base") + fixed("tool0", "base"))), "a");
}

TEST(DefaultTip, EndsThatAreAsGoodAreAllNamed) {
  const Description hand = robot(moving("left", "base") + moving("right", "base") + fixed("stand", "base"));
  EXPECT_EQ(tip_names(hand), (Names{"left", "right"}));
  EXPECT_EQ(tip(hand), "right");  // something that moves, for those who do not care
  EXPECT_EQ(tip_names(robot(moving("a", "base") + fixed("l_tcp", "a") + fixed("r_tcp", "a") + fixed("x", "a"))),
            (Names{"l_tcp", "r_tcp"}));
}

TEST(DefaultTip, TheOrderOfTheFileDoesNotMatter) {
  const std::string a = moving("a", "base"), b = moving("b", "a"), stand = fixed("stand", "base");
  for (const std::string& elements : {a + b + stand, stand + b + a, b + stand + a, b + a + stand})
    EXPECT_EQ(tip(robot(elements)), "b");
}

TEST(DefaultTip, HoldsForMjcfToo) {
  const std::string mass = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";
  const Reading reading = read_mjcf("<mujoco><worldbody><body name='arm'><joint/>" + mass +
                                        "</body><body name='table'>" + mass + "</body></worldbody></mujoco>",
                                    "tip.xml", {});
  ASSERT_TRUE(reading.sound());
  EXPECT_EQ(tip(reading.robot), "arm");
}

const std::string yaml_arm =
    "name: r\nlinks:\n  - {name: arm, joint: revolute, shape: {rod: 1, mass: 1}}\n"
    "  - {name: stand, parent: base, joint: fixed}\n";

TEST(DefaultTip, HoldsForYamlAndForItsToolAndPayload) {
  const Reading reading = read_yaml(yaml_arm + "payload: {mass: 1}\n", "tip.yaml");
  ASSERT_TRUE(reading.sound());
  EXPECT_EQ(tip(reading.robot), "arm");
  EXPECT_EQ(reading.robot.payload->at, "arm");
  const Reading with_tool = read_yaml(yaml_arm + "tool: {xyz: [1, 0, 0]}\n", "tip.yaml");
  ASSERT_TRUE(with_tool.sound());
  EXPECT_EQ(with_tool.robot.tool->link, "arm");
}

TEST(DefaultTip, AToolOfAYamlFileWithTwoEndsHasToSayWhereItIs) {
  const Reading reading = read_yaml(
      "name: r\nlinks:\n  - {name: left, joint: revolute, shape: {rod: 1, mass: 1}}\n"
      "  - {name: right, parent: base, joint: revolute, shape: {rod: 1, mass: 1}}\ntool: {xyz: [1, 0, 0]}\n",
      "tip.yaml");
  ASSERT_FALSE(reading.sound());
  EXPECT_NE(to_string(reading.findings[0]).find("expected `link`, because left, right are as far"), std::string::npos)
      << to_string(reading.findings[0]);
}

TEST(DefaultTip, IsTheSameAfterEveryConversion) {
  const Description arm = robot(moving("upper", "base") + moving("lower", "upper") + fixed("stand", "base"));
  EXPECT_EQ(tip(read_urdf(write_urdf(arm).text, "a.urdf").robot), "lower");
  EXPECT_EQ(tip(read_mjcf(write_mjcf(arm).text, "a.xml").robot), "lower");
  EXPECT_EQ(tip(read_yaml(write_yaml(arm).text, "a.yaml").robot), "lower");
  Description loaded = arm;
  loaded.payload = described::Payload{{}, "lower"};
  loaded.payload->mass.mass = 2.0;
  EXPECT_EQ(tip(read_urdf(write_urdf(loaded).text, "a.urdf").robot), "tool");  // where `lower` is
}

}  // namespace torsor::test::default_tip_test
