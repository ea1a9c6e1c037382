#include <gtest/gtest.h>

#include "torsor/robot_files/mjcf/read_mjcf.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::test::write_losses_test {

using Lines = std::vector<std::string>;

Lines listed(const WrittenRobot& written) {
  Lines lines;
  for (const Loss& loss : written.losses) lines.push_back(to_string(loss));
  return lines;
}
Description robot(const std::string& text) { return read_robot(text, "arm.yaml"); }

/// A robot of two joints about z, the second with these keys.
Description arm(const std::string& keys, const std::string& head = "") {
  return robot("name: arm\ninertia_about: com\n" + head +
               "links:\n"
               "  - {name: a, joint: revolute, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}\n"
               "  - {name: b, joint: revolute, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}" +
               (keys.empty() ? "" : ", " + keys) + "}\n");
}

TEST(WriteLosses, UrdfHasNoRotorsSpringsAndGravity) {
  EXPECT_EQ(
      listed(write_urdf(arm("rotor: {inertia: 1e-4, ratio: 10}, spring: {stiffness: 3}", "gravity: [0, 0, -1.62]\n"))),
      (Lines{"robot: gravity 0 0 -1.62: URDF has none, and 0 0 -9.81 is taken",
             "joint joint2: rotor: URDF has no rotor inertia", "joint joint2: spring: URDF has no springs"}));
}

TEST(WriteLosses, NothingIsLostOfWhatAFormatHas) {
  const std::string keys = "friction: {viscous: 2, coulomb: 3}, limits: {position: [-1, 1], torque: 5}";
  EXPECT_EQ(listed(write_urdf(arm(keys + ", spring: {damping: 1}"))), Lines{});
  EXPECT_EQ(listed(write_mjcf(arm(keys + ", spring: {stiffness: 3, rest: 1}, rotor: {inertia: 0.1}",
                                  "gravity: [1, 2, 3]\nrotor_model: reflected\n"))),
            Lines{});
}

TEST(WriteLosses, FrictionThatDiffersByDirectionIsWrittenAsItsMean) {
  const WrittenRobot written = write_urdf(arm("friction: {viscous: [1, 3], coulomb: [0.5, 0.25], offset: 2}"));
  EXPECT_NE(written.text.find("<dynamics damping=\"2\" friction=\"0.375\"/>"), std::string::npos) << written.text;
  EXPECT_EQ(listed(written),
            (Lines{"joint joint2: viscous friction that differs by direction: URDF has one value for both directions; "
                   "written is the mean of 1 and 3",
                   "joint joint2: Coulomb friction that differs by direction: URDF has one value for both directions; "
                   "written is the mean of 0.5 and 0.25",
                   "joint joint2: friction offset: URDF has no torque that is always there"}));
}

TEST(WriteLosses, FrictionBeforeSlidingIsLostAndWhatSlidesStays) {
  const Description robot = arm("friction: {coulomb: 0.5, presliding: {stiffness: 100}}");
  const WrittenRobot urdf = write_urdf(robot);
  EXPECT_NE(urdf.text.find("friction=\"0.5\""), std::string::npos) << urdf.text;
  EXPECT_EQ(listed(urdf), Lines{"joint joint2: presliding: URDF has Coulomb friction that sticks or slides only"});
  EXPECT_EQ(listed(write_mjcf(robot)),
            Lines{"joint joint2: presliding: MJCF has Coulomb friction that sticks or slides only"});
}

TEST(WriteLosses, FrictionThatGrowsWithTheLoadIsLost) {
  const Description robot = arm("friction: {coulomb: 0.5, load: 0.1}");
  EXPECT_EQ(listed(write_urdf(robot)), Lines{"joint joint2: friction that grows with the load: URDF has none"});
  EXPECT_EQ(listed(write_mjcf(robot)), Lines{"joint joint2: friction that grows with the load: MJCF has none"});
}

TEST(WriteLosses, FrictionOfTheMotorIsWrittenOnTheLinkSide) {
  const WrittenRobot written =
      write_urdf(arm("rotor: {inertia: 0, ratio: -10}, friction: {viscous: 0.02, coulomb: 0.25, side: motor}"));
  EXPECT_NE(written.text.find("<dynamics damping=\"2\" friction=\"2.5\"/>"), std::string::npos) << written.text;
  EXPECT_EQ(listed(written), Lines{});
}

TEST(WriteLosses, MjcfHasReflectedRotorsOnly) {
  const WrittenRobot written = write_mjcf(arm("rotor: {inertia: 0.5, ratio: 2}"));
  EXPECT_NE(written.text.find("armature=\"2\""), std::string::npos) << written.text;
  EXPECT_EQ(listed(written), Lines{"joint joint2: rotor: MJCF has the reflected inertia only, 2"});
}

TEST(WriteLosses, LimitsOfMjcf) {
  EXPECT_EQ(listed(write_mjcf(arm("limits: {position: [1, 1], velocity: 2, acceleration: 3}"))),
            (Lines{"joint joint2: velocity limit: MJCF has none", "joint joint2: acceleration limit: MJCF has none",
                   "joint joint2: position limits: MJCF has no range of a single point"}));
}

TEST(WriteLosses, TextsParametersAndCouplings) {
  const Description one = robot(
      "name: arm\ndescription: An arm\nsource: a book\nillustrative: true\nparameters: {l: 1, m: 2}\n"
      "links: [{joint: revolute, shape: {sphere: l, mass: m}}]\ncouplings: [{joints: {joint1: 1}, viscous: 1}]\n");
  EXPECT_EQ(listed(write_mjcf(one)),
            (Lines{"robot: description: MJCF has no place for it", "robot: source: MJCF has no place for it",
                   "robot: illustrative: MJCF has no mark for masses that are made up",
                   "robot: parameters l, m: MJCF has numbers only",
                   "coupling of joint1: spring, friction and rotor on several joints: MJCF has no coupling"}));
}

TEST(WriteLosses, TheOrderOfMjcfIsThatOfTheTree) {
  const Description tree = robot(
      "name: tree\nlinks:\n"
      "  - {name: a, joint: revolute, shape: {sphere: 1, mass: 1}}\n"
      "  - {name: b, parent: base, joint: revolute, shape: {sphere: 1, mass: 1}}\n"
      "  - {name: c, parent: a, joint: revolute, shape: {sphere: 1, mass: 1}}\n");
  EXPECT_EQ(listed(write_mjcf(tree)),
            Lines{"robot: order of the joints: MJCF has a body's joints before those of the next branch: joint1, "
                  "joint3, joint2"});
}

TEST(WriteLosses, OnlySomeChangeTheMotion) {
  const auto changes = [](const WrittenRobot& written) {
    Lines lines;
    for (const Loss& loss : written.losses)
      if (loss.changes_motion) lines.push_back(loss.what);
    return lines;
  };
  const std::string limits = "limits: {position: [1, 1], velocity: 2, acceleration: 3}", head = "description: An arm\n";
  EXPECT_EQ(changes(write_mjcf(arm(limits, head))), Lines{});
  EXPECT_EQ(changes(write_mjcf(arm("rotor: {inertia: 0.5, ratio: 2}", "rotor_model: reflected\n"))), Lines{});
  EXPECT_EQ(changes(write_mjcf(arm("rotor: {inertia: 0.5, ratio: 2}"))), Lines{"rotor"});
  EXPECT_EQ(changes(write_urdf(arm("spring: {stiffness: 3}", "gravity: [0, 0, -1]\n"))),
            (Lines{"gravity 0 0 -1", "spring"}));
}

TEST(WriteLosses, ThatAreTheSameAreSummedUp) {
  const std::vector<Loss> losses{{"robot", "source", "MJCF has no place for it"},
                                 {"joint a", "velocity limit", "MJCF has none"},
                                 {"joint b", "rotor", "MJCF has the reflected inertia only, 2"},
                                 {"joint b", "velocity limit", "MJCF has none"},
                                 {"mesh a.dae", "shape", "no"},
                                 {"joint c", "velocity limit", "MJCF has none"},
                                 {"mesh b.dae", "shape", "no"}};
  Lines lines;
  for (const Loss& loss : summed_up(losses)) lines.push_back(to_string(loss));
  EXPECT_EQ(lines, (Lines{"robot: source: MJCF has no place for it", "joints a, b, c: velocity limit: MJCF has none",
                          "joint b: rotor: MJCF has the reflected inertia only, 2", "meshes a.dae, b.dae: shape: no"}));
}

TEST(WriteLosses, ANegativeSpringIsWrittenInMjcf) {  // MuJoCo has them
  const WrittenRobot written = write_mjcf(arm("spring: {stiffness: -3, rest: 1}"));
  EXPECT_EQ(listed(written), Lines{});
  EXPECT_NE(written.text.find("stiffness=\"-3\" springref=\"1\""), std::string::npos) << written.text;
}

TEST(WriteLosses, AFixedJointOfUrdfGetsANameThatNoOtherHas) {
  const WrittenRobot written =
      write_urdf(robot("name: arm\nlinks:\n  - {name: a, joint: {name: grip, type: revolute}, mass: 1}\n"
                       "  - {name: b, joint: {name: grip, type: fixed}, mass: 1}\n"));
  const Reading reading = read_urdf(written.text, "arm.urdf");
  ASSERT_TRUE(reading.sound());
  EXPECT_EQ(reading.robot.links[0].joint_name, "grip");
  EXPECT_EQ(reading.robot.links[1].joint_name, "grip_");
}

TEST(WriteLosses, ABallJointHasNoUrdf) {
  const Description ball = robot("name: ball\nlinks: [{joint: ball, shape: {sphere: 1, mass: 1}}]\n");
  EXPECT_THROW(write_urdf(ball), ComputationError);
  EXPECT_EQ(listed(write_mjcf(ball)), Lines{});
}

TEST(WriteLosses, AFreeJointOfMjcfStandsInTheWorld) {
  const std::string sphere = "shape: {sphere: 1, mass: 1}";
  const Description at_origin = robot("name: free\nlinks: [{joint: free, " + sphere + "}]\n");
  EXPECT_EQ(listed(write_mjcf(at_origin)), Lines{});
  const Description above = robot("name: free\nlinks: [{joint: free, origin: {xyz: [0, 0, 2]}, " + sphere + "}]\n");
  EXPECT_EQ(listed(write_mjcf(above)), Lines{"joint joint1: origin 0 0 2: MJCF counts the positions of a free "
                                             "joint from the origin of the world"});
  const Description carried =
      robot("name: free\nlinks: [{joint: revolute, " + sphere + "}, {joint: free, " + sphere + "}]\n");
  EXPECT_THROW(write_mjcf(carried), ComputationError);
  EXPECT_EQ(listed(write_urdf(carried)), Lines{});
}

TEST(WriteLosses, WhatMujocoRefusesIsNamed) {
  const auto lines = [](const std::string& mass) {
    return listed(write_mjcf(robot("name: arm\ninertia_about: com\nlinks: [{joint: revolute, " + mass + "}]\n")));
  };
  EXPECT_EQ(lines("mass: 0"), Lines{"link link1: no mass: MuJoCo refuses it in a body that moves; it is written"});
  EXPECT_EQ(lines("mass: 1"),
            Lines{"link link1: a moment of inertia of 0: MuJoCo refuses it in a body that moves; it is written"});
  EXPECT_EQ(lines("mass: 1, inertia: {xx: 1, yy: 1, zz: 3}"),
            Lines{"link link1: inertia: MuJoCo refuses a moment above the sum of the two others; it is written"});
}

TEST(WriteLosses, NegativeMomentsPassThroughYamlAndUrdfButNotMjcf) {
  const std::string text =
      "<robot name=\"r\"><link name=\"base\"/><link name=\"arm\"><inertial><mass value=\"1\"/><inertia ixx=\"-1\" "
      "ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link><joint name=\"j\" type=\"continuous\">"
      "<parent link=\"base\"/><child link=\"arm\"/></joint></robot>";
  const Description odd = read_urdf(text, "arm.urdf").robot;
  const WrittenRobot yaml = write_yaml(odd);
  EXPECT_NE(yaml.text.find("inertia_checked: false\n"), std::string::npos);
  EXPECT_EQ(write_urdf(read_robot(yaml.text, "arm.yaml")).text, write_urdf(odd).text);
  EXPECT_THROW(write_mjcf(odd), ComputationError);
}

}  // namespace torsor::test::write_losses_test
