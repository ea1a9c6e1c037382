#include <gtest/gtest.h>

#include "robot_files/convert_support.hpp"
#include "robot_files/urdf_text.hpp"
#include "torsor/robot_files/mesh_paths.hpp"

namespace torsor::test::visuals_test {

using described::Visual;

constexpr XmlRobotOptions with_visuals{.visuals = true};

const std::string drawn = urdf(
    "<material name=\"steel\"><color rgba=\"0.5 0.5 0.6 1\"/></material>\n" +
    urdf_link(
        "arm",
        "<inertial><mass value=\"2\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>"
        "<visual name=\"hull\"><origin xyz=\"0 0 0.2\" rpy=\"0 1.5 0\"/><geometry>"
        "<mesh filename=\"package://maker/arm.stl\" scale=\"0.001 0.001 0.001\"/></geometry>"
        "<material name=\"steel\"/></visual>"
        "<collision><geometry><box size=\"0.2 0.4 0.6\"/></geometry></collision>"
        "<collision><geometry><cylinder radius=\"0.1\" length=\"0.8\"/></geometry></collision>"
        "<visual><geometry><sphere radius=\"0.3\"/></geometry></visual>") +
    urdf_joint("elbow", "base", "arm") +
    "<link name=\"frame\"><visual><geometry><mesh filename=\"meshes/frame.obj\"/></geometry></visual></link>\n" +
    urdf_joint("fixture", "arm", "frame", "", "fixed"));

Description read_drawn() {
  Reading reading = read_urdf(drawn, "arm.urdf", with_visuals);
  EXPECT_TRUE(reading.sound()) << all(reading.findings);
  return std::move(reading.robot);
}

TEST(Visuals, AreOnlyReadWhereTheyAreAskedFor) {
  EXPECT_TRUE(read_urdf(drawn, "arm.urdf").robot.visuals.empty());
  const Description robot = read_drawn();
  ASSERT_EQ(robot.visuals.size(), 6U);  // with the material
  EXPECT_EQ(robot.visuals[1].kind, Visual::Kind::mesh);
  EXPECT_EQ(robot.visuals[1].file, "package://maker/arm.stl");
  EXPECT_EQ(robot.visuals[1].color, "0.5 0.5 0.6 1");
  EXPECT_EQ(robot.visuals[2].size, (std::array<double, 3>{0.2, 0.4, 0.6}));
  EXPECT_TRUE(robot.visuals[2].collision);
}

TEST(Visuals, GoFromUrdfToUrdfAsTheyAre) {
  const Description robot = read_drawn();
  const WrittenRobot written = write_urdf(robot);
  EXPECT_TRUE(written.losses.empty());
  const Description again = read_urdf(written.text, "again.urdf", with_visuals).robot;
  ASSERT_EQ(again.visuals.size(), robot.visuals.size()) << written.text;
  for (std::size_t k = 0; k < robot.visuals.size(); ++k) {
    EXPECT_EQ(again.visuals[k].link, robot.visuals[k].link);
    EXPECT_EQ(again.visuals[k].urdf, robot.visuals[k].urdf);
  }
}

TEST(Visuals, GoFromUrdfToMjcf) {
  const Description robot = read_drawn();
  const std::string text = write_mjcf(robot).text;
  for (const char* line :
       {"<mesh name=\"arm\" file=\"maker/arm.stl\" scale=\"0.001 0.001 0.001\"/>",
        "<geom type=\"mesh\" mesh=\"arm\" pos=\"0 0 0.2\" euler=\"0 1.5 0\" group=\"2\" contype=\"0\" "
        "conaffinity=\"0\" rgba=\"0.5 0.5 0.6 1\"/>",
        "<geom type=\"box\" size=\"0.1 0.2 0.3\" group=\"3\"/>",
        "<geom type=\"cylinder\" size=\"0.1 0.4\" group=\"3\"/>",
        "<geom type=\"sphere\" size=\"0.3\" group=\"2\" contype=\"0\" conaffinity=\"0\"/>"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

TEST(Visuals, WeighNothingInMjcf) {  // the fixed link has a mesh and no mass
  const Description robot = read_drawn();
  EXPECT_EQ(disagreement(build_model<double>(robot), build_model<double>(through(robot, RobotFormat::mjcf))), 0);
}

TEST(Visuals, ReadFromMjcfAreTheSameAgain) {
  const std::string text = write_mjcf(read_drawn()).text;
  const Description robot = read_mjcf(text, "arm.xml", with_visuals).robot;
  ASSERT_EQ(robot.visuals.size(), 5U);
  EXPECT_EQ(write_mjcf(robot).text, text);
  const std::string urdf = write_urdf(robot).text;
  for (const char* line :
       {"<box size=\"0.2 0.4 0.6\"/>", "<cylinder radius=\"0.1\" length=\"0.8\"/>",
        "<mesh filename=\"maker/arm.stl\" scale=\"0.001 0.001 0.001\"/>", "<color rgba=\"0.5 0.5 0.6 1\"/>"})
    EXPECT_NE(urdf.find(line), std::string::npos) << line << "\n" << urdf;
}

TEST(Visuals, OfMjcfHaveTheirDefaultsFramesAndFolder) {
  const std::string text =
      "<mujoco><compiler meshdir='assets' angle='radian'/><default><default class='skin'><geom type='mesh' contype='0' "
      "conaffinity='0'/></default></default><asset><mesh file='a.obj' scale='2 2 2'/></asset><worldbody><body "
      "name='b'><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><frame pos='1 0 0'><geom class='skin' "
      "mesh='a' pos='0 2 0'/><geom type='capsule' size='0.1' fromto='0 0 0 0 0 "
      "2'/></frame></body></worldbody></mujoco>";
  const Description robot = read_mjcf(text, "b.xml", with_visuals).robot;
  ASSERT_EQ(robot.visuals.size(), 2U);
  EXPECT_EQ(robot.visuals[0].file, "assets/a.obj");
  EXPECT_FALSE(robot.visuals[0].collision);
  EXPECT_EQ(robot.visuals[0].xyz, (std::array<double, 3>{1, 2, 0}));
  EXPECT_EQ(robot.visuals[0].size, (std::array<double, 3>{2, 2, 2}));
  EXPECT_TRUE(robot.visuals[1].collision);
  EXPECT_EQ(robot.visuals[1].kind, Visual::Kind::capsule);
  EXPECT_EQ(robot.visuals[1].xyz, (std::array<double, 3>{1, 0, 1}));
  EXPECT_EQ(robot.visuals[1].size, (std::array<double, 3>{0.1, 2, 0}));
  // in URDF a capsule is a cylinder with a ball at each end
  const std::string urdf = write_urdf(robot).text;
  EXPECT_NE(urdf.find("<cylinder radius=\"0.1\" length=\"2\"/>"), std::string::npos) << urdf;
  EXPECT_NE(urdf.find("<origin xyz=\"1 0 2\" rpy=\"0 0 0\"/>"), std::string::npos) << urdf;
}

TEST(Visuals, ThatAFormatDoesNotHaveAreALossThatChangesNoMotion) {
  const std::vector<Loss> yaml = write_yaml(read_drawn()).losses;
  ASSERT_EQ(yaml.size(), 1U);
  EXPECT_EQ(to_string(yaml[0]),
            "robot: 3 visual shapes or meshes: a robot file has capsules around collision shapes, and none of these");
  EXPECT_FALSE(yaml[0].changes_motion);
  Description robot = read_drawn();
  robot.visuals[1].file = "arm.dae";
  robot.visuals[2].kind = Visual::Kind::unknown;
  for (const Loss& loss : write_mjcf(robot).losses) {
    if (loss.what.ends_with("limit")) continue;
    EXPECT_FALSE(loss.changes_motion) << to_string(loss);
    EXPECT_TRUE(loss.element == "mesh arm.dae" || loss.element == "link arm") << to_string(loss);
  }
}

TEST(Visuals, PathsOfMeshesFollowTheFile) {
  Description robot = read_drawn();
  move_mesh_paths(robot, "robots/maker", "robots/other/written");
  EXPECT_EQ(robot.visuals[5].file, "../../maker/meshes/frame.obj");
  EXPECT_NE(robot.visuals[5].urdf.find("\"../../maker/meshes/frame.obj\""), std::string::npos);
  EXPECT_EQ(robot.visuals[1].file, "package://maker/arm.stl");
}

}  // namespace torsor::test::visuals_test
