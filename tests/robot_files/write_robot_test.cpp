#include "torsor/robot_files/write_robot.hpp"

#include <gtest/gtest.h>

#include "torsor/robot_files/mjcf/read_mjcf.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"

namespace torsor::test::write_robot_test {

// One arm, written by hand in each of the formats: a column of 3 kg that turns about z, and on its top, 0.5 m up and
// turned by a right angle, a ram of 1 kg that slides along its x.

const std::string in_yaml = R"(name: arm
inertia_about: com
rotor_model: reflected

base:
  name: ground
  mass: 5

links:
  - name: column
    joint: {name: waist, type: revolute}
    mass: 3
    com: [0, 0, 0.25]
    inertia: {xx: 0.0625, yy: 0.0625, zz: 0.01, xy: 0.001}
    friction: {viscous: 2, coulomb: 0.5}
    limits: {position: [-1.5, 1.5], velocity: 2, torque: 40}

  - name: ram
    joint: {name: stroke, type: prismatic}
    origin: {xyz: [0, 0, 0.5], rpy: [0, 0, 1.5707963267948966]}
    axis: [1, 0, 0]
    mass: 1
    com: [0.1, 0, 0]
    inertia: {xx: 0.001, yy: 0.01, zz: 0.0105, rpy: [0.1, 0, 0]}
    limits: {position: [0, 0.4]}
)";

const std::string in_urdf = R"(<?xml version="1.0"?>
<robot name="arm">
  <link name="ground">
    <inertial>
      <mass value="5"/>
      <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>
    </inertial>
  </link>
  <link name="column">
    <inertial>
      <origin xyz="0 0 0.25" rpy="0 0 0"/>
      <mass value="3"/>
      <inertia ixx="0.0625" ixy="0.001" ixz="0" iyy="0.0625" iyz="0" izz="0.01"/>
    </inertial>
  </link>
  <link name="ram">
    <inertial>
      <origin xyz="0.1 0 0" rpy="0.1 0 0"/>
      <mass value="1"/>
      <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.0105"/>
    </inertial>
  </link>
  <joint name="waist" type="revolute">
    <parent link="ground"/>
    <child link="column"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1.5" upper="1.5" effort="40" velocity="2"/>
    <dynamics damping="2" friction="0.5"/>
  </joint>
  <joint name="stroke" type="prismatic">
    <parent link="column"/>
    <child link="ram"/>
    <origin xyz="0 0 0.5" rpy="0 0 1.5707963267948966"/>
    <axis xyz="1 0 0"/>
    <limit lower="0" upper="0.4" effort="0" velocity="0"/>
  </joint>
</robot>
)";

const std::string in_mjcf = R"(<mujoco model="arm">
  <compiler angle="radian" eulerseq="XYZ"/>
  <option gravity="0 0 -9.81"/>
  <worldbody>
    <body name="ground">
      <inertial pos="0 0 0" mass="5" diaginertia="0 0 0"/>
      <body name="column">
        <inertial pos="0 0 0.25" mass="3" fullinertia="0.0625 0.0625 0.01 0.001 0 0"/>
        <joint name="waist" type="hinge" axis="0 0 1" range="-1.5 1.5" actuatorfrcrange="-40 40" damping="2" frictionloss="0.5"/>
        <body name="ram" pos="0 0 0.5" euler="0 0 1.5707963267948966">
          <inertial pos="0.1 0 0" mass="1" euler="0.1 0 0" diaginertia="0.001 0.01 0.0105"/>
          <joint name="stroke" type="slide" axis="1 0 0" range="0 0.4"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
)";

std::string listed(const WrittenRobot& written) {
  std::string lines;
  for (const Loss& loss : written.losses) lines += to_string(loss) + "\n";
  return lines;
}
Description robot(const std::string& text) { return read_robot(text, "arm.yaml"); }

TEST(WriteRobot, AnArmInYamlComesBackAsItWasWritten) {
  const WrittenRobot written = write_yaml(robot(in_yaml));
  EXPECT_EQ(written.text, in_yaml);
  EXPECT_EQ(listed(written), "");
}

TEST(WriteRobot, AnArmInYamlIsTheOneWrittenInUrdfByHand) {
  const WrittenRobot written = write_urdf(robot(in_yaml));
  EXPECT_EQ(written.text, in_urdf);
  EXPECT_EQ(listed(written), "");
  const Reading reading = read_urdf(in_urdf, "arm.urdf");
  ASSERT_TRUE(reading.sound());
  EXPECT_EQ(write_urdf(reading.robot).text, in_urdf);
}

TEST(WriteRobot, AnArmInYamlIsTheOneWrittenInMjcfByHand) {
  const WrittenRobot written = write_mjcf(robot(in_yaml));
  EXPECT_EQ(written.text, in_mjcf);
  EXPECT_EQ(listed(written), "joint waist: velocity limit: MJCF has none\n");
}

TEST(WriteRobot, TheArmInUrdfBecomesTheOneInYaml) {
  const Reading reading = read_urdf(in_urdf, "arm.urdf");
  ASSERT_TRUE(reading.sound());
  std::string expected = in_yaml;
  expected.erase(expected.find("rotor_model"), 23);  // URDF has no rotors, and says nothing about them
  EXPECT_EQ(write_yaml(reading.robot).text, expected);
}

TEST(WriteRobot, ExpressionsParametersAndTheTableStay) {
  const std::string text = R"(name: two-rods
description: "Two rods: one on the other"
dh: standard
gravity: [0, -g, 0]

parameters:
  l: 1
  g: 9.81

base: {xyz: [0, 0, l/2], rpy: [0, 0, 90deg]}

links:
  - name: upper
    joint: revolute
    dh: {a: l, alpha: 90deg, d: 0, theta: 0, offset: -30deg}
    shape: {rod: l, mass: 1, at: [-l/2, 0, 0]}
    rotor: {inertia: 2e-4, ratio: -100, axis: [1, 0, 0]}
    friction: {viscous: 1e-3, coulomb: [0.4, 0.3], offset: -2e-3, load: g/100, presliding: {stiffness: 2*g, damping: 1e-3}, side: motor}

  - name: lower
    joint: {name: elbow, type: revolute, flip: true}
    dh: {a: l + 0.1, alpha: 0, d: 0, theta: 0}
    shapes:
      - {tube: {outer: 0.07, inner: 0.05, length: 0.15}, density: 2700, at: [0, 0.02, 0], rpy: [10deg, 0, 0]}
      - {box: [1, 2, 3], mass: 4}
    spring: {stiffness: 10, rest: 30deg, damping: 0.1}

  - name: finger
    parent: upper
    joint: prismatic
    mimic: {joint: elbow, multiplier: -0.5, offset: 0.1}
    axis: [0, 1, 0]
    shape: {point: true, mass: 0.1}

tool: {link: lower, xyz: [0, 0, 0.1]}
payload:
  at: tool
  mass: 0.5
  com: [0, 0, 0.05]
couplings:
  - {joints: {joint1: 1, elbow: -1}, stiffness: 3, viscous: 8, coulomb: [1.5, 1], presliding: {stiffness: 300, damping: 2}}
)";
  const WrittenRobot written = write_yaml(robot(text));
  EXPECT_EQ(written.text, text);
  EXPECT_EQ(listed(written), "");
}

TEST(WriteRobot, ABodyOfSeveralJointsComesBackAsOne) {
  const std::string text = R"(<mujoco model="torso">
  <compiler angle="radian" eulerseq="XYZ"/>
  <option gravity="0 0 -9.81"/>
  <worldbody>
    <body name="torso" pos="0 0 1">
      <inertial pos="0 0 0.5" mass="2" diaginertia="1 1 1"/>
      <joint name="yaw" type="hinge" axis="0 0 1"/>
      <joint name="rise" type="slide" axis="0 0 1"/>
      <joint name="pitch" type="hinge" pos="0 0 0.25" axis="0 1 0"/>
    </body>
  </worldbody>
</mujoco>
)";
  const Reading reading = read_mjcf(text, "torso.xml", {});
  ASSERT_TRUE(reading.sound());
  EXPECT_EQ(write_mjcf(reading.robot).text, text);
  EXPECT_EQ(write_mjcf(read_robot(write_yaml(reading.robot).text, "torso.yaml")).text, text);
}

TEST(WriteRobot, AnyNameComesBackFromEveryFormat) {
  for (const std::string name : {"plain", "with space", "a: b", "null", "- x", "\"quoted\" & <tagged>", "it's", "7",
                                 "{x}", "#", "tab\tand\nline", "\xD0\xBE\xD1\x81\xD1\x8C", "back\\slash", " edge "}) {
    Description one = robot(in_yaml);
    one.name = one.links[0].name = one.links[0].joint_name = one.links[1].parent = name;
    EXPECT_EQ(read_robot(write_yaml(one).text, "x").links[0].name, name);
    EXPECT_EQ(read_robot(write_yaml(one).text, "x").links[0].joint_name, name);
    const Reading urdf = read_urdf(write_urdf(one).text, "x");
    const Reading mjcf = read_mjcf(write_mjcf(one).text, "x", {});
    ASSERT_TRUE(urdf.sound() && mjcf.sound()) << name;
    for (const Description& read : {urdf.robot, mjcf.robot}) {
      EXPECT_EQ(read.name, name);
      const bool mujoco = read.base_name == "world";  // whose ground is a link
      EXPECT_EQ(read.links[mujoco ? 1 : 0].name, name);
      EXPECT_EQ(read.links[mujoco ? 1 : 0].joint_name, name);
    }
  }
}

}  // namespace torsor::test::write_robot_test
