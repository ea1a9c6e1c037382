#include "torsor/robot_files/urdf/update_urdf.hpp"

#include <gtest/gtest.h>

#include "torsor/robot_files/robot_file.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"

namespace torsor::test::urdf_update_test {

using Names = std::vector<std::string>;

// A file that somebody cares for: comments, odd spacing, numbers as a person writes them.
const std::string file = R"(<?xml version='1.0'?>
<!-- measured by Ada, 3 May -->
<robot   name="arm">
    <link name="base"/>
    <link name="upper">   <!-- the heavy one -->
        <inertial>
            <mass   value = '2.50'/>
            <origin rpy="0 0 1.5707963267948966" xyz="0.10 0 0"/>
            <inertia ixx="0.010" ixy="0" ixz="0" iyy="0.020" iyz="0" izz="0.025"/>
        </inertial>
        <visual><geometry><box size="1 1 1"/></geometry></visual>
    </link>
    <link name="lower"/>
    <joint name="shoulder" type="continuous">
        <parent link="base"/> <child link="upper"/>
        <axis xyz="0 0 1"/>
        <dynamics friction="0.1" damping="1.0"/>
    </joint>
    <joint name="elbow" type="continuous">
        <parent link="upper"/>
        <child link="lower"/>
        <origin xyz="1 0 0"/>
        <axis xyz="0 0 1"/>
    </joint>
</robot>
)";

Description robot_in(const std::string& text) {
  Reading reading = read_urdf(text, "arm.urdf");
  EXPECT_TRUE(reading.sound());
  return std::move(reading.robot);
}
std::string replaced(std::string text, const std::string& old, const std::string& fresh) {
  EXPECT_NE(text.find(old), std::string::npos) << old;
  return text.replace(text.find(old), old.size(), fresh);
}
std::string refusal(const Description& robot) {
  try {
    update_urdf(file, "arm.urdf", robot);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(UrdfUpdate, TheFilesOwnValuesChangeNotAByte) {
  const UpdatedUrdf result = update_urdf(file, "arm.urdf", robot_in(file));
  EXPECT_EQ(result.text, file);
  EXPECT_EQ(result.changed, Names{});
  EXPECT_TRUE(result.losses.empty());
}

TEST(UrdfUpdate, NewValuesChangeTheirDigitsOnly) {
  Description robot = robot_in(file);
  described::Link& upper = robot.links[0];
  upper.mass.mass = 2.75;
  upper.mass.com[0] = 0.125;
  upper.mass.inertia[3] = 0.021;
  upper.friction->viscous = {1.5, 1.5};
  const UpdatedUrdf result = update_urdf(file, "arm.urdf", robot);
  std::string expected = replaced(file, "'2.50'", "'2.75'");
  expected = replaced(expected, "xyz=\"0.10 0 0\"", "xyz=\"0.125 0 0\"");
  expected = replaced(expected, "iyy=\"0.020\"", "iyy=\"0.021\"");
  expected = replaced(expected, "damping=\"1.0\"", "damping=\"1.5\"");
  EXPECT_EQ(result.text, expected);
  EXPECT_EQ(result.changed, (Names{"link upper", "joint shoulder"}));
}

/// The file turns the axes of the inertia by a right angle about z, the robot does not: x and y change places.
TEST(UrdfUpdate, TheInertiaKeepsTheAxesOfTheFile) {
  Description robot = robot_in(file);
  described::MassProperties& mass = robot.links[0].mass;
  mass.rpy = {0.0, 0.0, 0.0};
  mass.inertia = {0.020, 0.0, 0.0, 0.010, 0.0, 0.025};
  EXPECT_EQ(update_urdf(file, "arm.urdf", robot).text, file);
  mass.inertia = {0.022, 0.001, 0.0, 0.010, 0.0, 0.025};
  const std::string expected =
      replaced(file, "ixy=\"0\" ixz=\"0\" iyy=\"0.020\"", "ixy=\"-0.001\" ixz=\"0\" iyy=\"0.022\"");
  EXPECT_EQ(update_urdf(file, "arm.urdf", robot).text, expected);
}

TEST(UrdfUpdate, WhatIsMissingIsAddedWithTheIndentationAroundIt) {
  Description robot = robot_in(file);
  described::Link& lower = robot.links[1];
  lower.mass.mass = 1.0;
  lower.mass.com = {0.5, 0.0, 0.0};
  lower.mass.inertia = {0.001, 0.0, 0.0, 0.002, 0.0, 0.002};
  lower.friction = described::Friction{{0.25, 0.25}, {0.0, 0.0}, 0.0, Side::link};
  std::string expected = replaced(file, "    <link name=\"lower\"/>\n", R"(    <link name="lower">
        <inertial>
            <origin xyz="0.5 0 0" rpy="0 0 0"/>
            <mass value="1"/>
            <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.002" iyz="0" izz="0.002"/>
        </inertial>
    </link>
)");
  expected = replaced(expected, "        <origin xyz=\"1 0 0\"/>\n        <axis xyz=\"0 0 1\"/>\n",
                      "        <origin xyz=\"1 0 0\"/>\n        <axis xyz=\"0 0 1\"/>\n"
                      "        <dynamics damping=\"0.25\" friction=\"0\"/>\n");
  const UpdatedUrdf result = update_urdf(file, "arm.urdf", robot);
  EXPECT_EQ(result.text, expected);
  EXPECT_EQ(result.changed, (Names{"link lower", "joint elbow"}));
  EXPECT_EQ(update_urdf(result.text, "arm.urdf", robot).text, result.text);
}

TEST(UrdfUpdate, RobotsThatDoNotMatchAreNamed) {
  Description robot = robot_in(file);
  robot.links[1].name = "forearm";
  EXPECT_EQ(refusal(robot), "the robot has no links 'lower', which the file has");
  robot = robot_in(file);
  described::Link hand = robot.links[1];
  hand.name = hand.joint_name = "hand", hand.parent = "lower";
  robot.links.push_back(hand);
  EXPECT_EQ(refusal(robot), "the file has no links 'hand', which the robot has");
  robot = robot_in(file);
  robot.links[1].origin->xyz[0] = 1.001;
  EXPECT_EQ(refusal(robot), "the robot and the file have to agree in kinematics; they differ in the joints 'elbow'");
  EXPECT_THROW(update_urdf("<robot/>", "arm.urdf", robot), FileError);
}

TEST(UrdfUpdate, RotorsAndThePayloadHaveNoPlaceInTheFile) {
  Description robot = robot_in(file);
  robot.links[0].rotor = described::Rotor{1e-4, 100.0, {}};
  robot.payload = described::Payload{robot.links[0].mass, "lower", {}};
  const UpdatedUrdf result = update_urdf(file, "arm.urdf", robot);
  EXPECT_EQ(result.text, file);
  ASSERT_EQ(result.losses.size(), 2u);
  EXPECT_EQ(to_string(result.losses[0]), "joint shoulder: rotor: URDF has no rotor inertia");
  EXPECT_EQ(to_string(result.losses[1]), "payload: mass: the file has no link for it");
}

}  // namespace torsor::test::urdf_update_test
