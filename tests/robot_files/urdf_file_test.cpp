#include "robot_files/temporary_file.hpp"
#include "robot_files/urdf_text.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/robot_file.hpp"

namespace torsor::test::urdf_file_test {

double value(const described::Quantity& quantity) {
  return evaluate<double>(quantity.expression, [](const std::string&) { return 0.0; });
}
std::vector<double> values(const auto& quantities) {
  std::vector<double> result;
  for (const described::Quantity& quantity : quantities) result.push_back(value(quantity));
  return result;
}
using Numbers = std::vector<double>;

Description read(const std::string& text, const XmlRobotOptions& options = {}) {
  Reading reading = read_urdf(text, "arm.urdf", options);
  EXPECT_TRUE(reading.sound()) << all(reading.findings);
  return std::move(reading.robot);
}
std::vector<std::string> names(const Description& robot) {
  std::vector<std::string> result;
  for (const described::Link& link : robot.links) result.push_back(link.name);
  return result;
}
using Names = std::vector<std::string>;

TEST(UrdfFile, EveryNumberOfALinkAndItsJointIsRead) {
  const Description robot =
      read(urdf("<link name=\"arm\"><inertial><origin xyz=\"1 2 3\" rpy=\"0.1 0.2 0.3\"/><mass value=\"+2.\"/><inertia "
                "ixx=\"4\" ixy=\"0.1\" ixz=\"0.2\" iyy=\"5\" iyz=\"0.3\" izz=\"6\"/></inertial></link>"
                "<joint name=\"elbow\" type=\"prismatic\"><parent link=\"base\"/><child link=\"arm\"/>"
                "<origin xyz=\" .5\t1E-1\n+2e+0 \" rpy=\"0 -0 1\"/><axis xyz=\"0 1 0\"/>"
                "<limit lower=\"-1\" upper=\"2\" velocity=\"3\" effort=\"4\" acceleration=\"5\"/>"
                "<dynamics damping=\"0.5\" friction=\"0.25\"/></joint>"));
  EXPECT_EQ(robot.name, "r");
  EXPECT_EQ(robot.base_name, "base");
  ASSERT_EQ(robot.links.size(), 1u);
  const described::Link& link = robot.links[0];
  EXPECT_EQ(link.name, "arm");
  EXPECT_EQ(link.parent, "base");
  EXPECT_EQ(link.joint_name, "elbow");
  EXPECT_EQ(link.joint, JointType::prismatic);
  EXPECT_EQ(values(link.origin->xyz), (Numbers{0.5, 0.1, 2}));
  EXPECT_EQ(values(link.origin->rpy), (Numbers{0, 0, 1}));
  EXPECT_EQ(values(link.axis), (Numbers{0, 1, 0}));
  EXPECT_EQ(value(link.mass.mass), 2);
  EXPECT_EQ(values(link.mass.com), (Numbers{1, 2, 3}));
  EXPECT_EQ(values(link.mass.rpy), (Numbers{0.1, 0.2, 0.3}));
  EXPECT_EQ(values(link.mass.inertia), (Numbers{4, 0.1, 0.2, 5, 0.3, 6}));
  EXPECT_EQ(values(link.friction->viscous), (Numbers{0.5, 0.5}));
  EXPECT_EQ(values(link.friction->coulomb), (Numbers{0.25, 0.25}));
  EXPECT_EQ(values(*link.limits.position), (Numbers{-1, 2}));
  EXPECT_EQ(value(*link.limits.velocity), 3);
  EXPECT_EQ(value(*link.limits.torque), 4);
  EXPECT_EQ(value(*link.limits.acceleration), 5);
}

TEST(UrdfFile, WhatIsNotWrittenHasTheDefaultsOfUrdf) {
  const Description robot = read(urdf(
      "<link name=\"arm\"/><joint name=\"j\" type=\"revolute\"><parent link=\"base\"/><child link=\"arm\"/></joint>"));
  const described::Link& link = robot.links.at(0);
  EXPECT_EQ(values(link.axis), (Numbers{1, 0, 0}));
  EXPECT_EQ(value(link.mass.mass), 0);
  EXPECT_FALSE(link.limits.position || link.limits.velocity || link.limits.torque || link.friction || link.mimic);
}

TEST(UrdfFile, AContinuousJointHasNoPositionLimits) {
  const Description robot = read(urdf(urdf_link("arm") + urdf_joint("j", "base", "arm",
                                                                    "<limit lower=\"-1\" upper=\"1\" "
                                                                    "effort=\"5\"/>",
                                                                    "continuous")));
  EXPECT_EQ(robot.links.at(0).joint, JointType::revolute);
  EXPECT_FALSE(robot.links[0].limits.position);
  EXPECT_EQ(value(*robot.links[0].limits.torque), 5);
}

TEST(UrdfFile, ALongAxisIsMadeShortAndReversedLimitsAreExchanged) {
  const Description robot =
      read(urdf(urdf_link("arm") + "<joint name=\"j\" type=\"revolute\"><parent link=\"base\"/><child link=\"arm\"/>"
                                   "<axis xyz=\"0 3 4\"/><limit lower=\"2\" upper=\"-1\"/></joint>"));
  EXPECT_EQ(values(robot.links.at(0).axis), (Numbers{0, 0.6, 0.8}));
  EXPECT_EQ(values(*robot.links[0].limits.position), (Numbers{-1, 2}));
}

TEST(UrdfFile, ParentsComeFirstAndOtherwiseTheFilesOrderStays) {
  const Description robot =
      read("<robot name=\"r\">" + urdf_link("c") + urdf_link("b") + urdf_link("a") + urdf_link("root") +
           urdf_link("d") + urdf_joint("jb", "a", "b") + urdf_joint("ja", "root", "a") + urdf_joint("jd", "root", "d") +
           urdf_joint("jc", "b", "c") + "</robot>");
  EXPECT_EQ(robot.base_name, "root");
  EXPECT_EQ(names(robot), (Names{"a", "b", "c", "d"}));
  EXPECT_EQ(value(robot.base_mass.mass), 2);
}

TEST(UrdfFile, NamesAreKeptByteForByte) {
  const Description robot = read("<robot name=\"r\xC3\xBC\"><link name=\"a b/\xF0\x9F\xA4\x96\"/></robot>");
  EXPECT_EQ(robot.name, "r\xC3\xBC");
  EXPECT_EQ(robot.base_name, "a b/\xF0\x9F\xA4\x96");
}

TEST(UrdfFile, PartsOfTransmissionsAreNoPartsOfTheRobot) {
  const Description robot = read(urdf(urdf_link("arm") + urdf_joint("j", "base", "arm") +
                                      "<transmission name=\"t\"><joint name=\"j\"/><link name=\"x\"/></transmission>"
                                      "<gazebo reference=\"arm\"><link name=\"y\"/></gazebo><vendor/>stray"));
  EXPECT_EQ(names(robot), Names{"arm"});
}

TEST(UrdfFile, APlanarJointIsTwoSlidesAndATurn) {
  const Description robot =
      read(urdf(urdf_link("arm") + "<joint name=\"p\" type=\"planar\"><parent link=\"base\"/><child link=\"arm\"/>"
                                   "<origin xyz=\"1 2 3\" rpy=\"0.1 0 0\"/><axis xyz=\"0 1 0\"/></joint>"));
  EXPECT_EQ(names(robot), (Names{"p_x", "p_y", "arm"}));
  EXPECT_EQ(robot.links[0].joint, JointType::prismatic);
  EXPECT_EQ(robot.links[1].joint, JointType::prismatic);
  EXPECT_EQ(robot.links[2].joint, JointType::revolute);
  EXPECT_EQ(robot.links[0].joint_name, "p_x");
  EXPECT_EQ(robot.links[1].joint_name, "p_y");
  EXPECT_EQ(robot.links[2].joint_name, "p_angle");
  EXPECT_EQ(robot.links[1].parent, "p_x");
  EXPECT_EQ(robot.links[2].parent, "p_y");
  EXPECT_EQ(values(robot.links[0].origin->xyz), (Numbers{1, 2, 3}));
  EXPECT_FALSE(robot.links[1].origin || robot.links[2].origin);
  EXPECT_EQ(values(robot.links[0].axis), (Numbers{0, 0, 1}));
  EXPECT_EQ(values(robot.links[1].axis), (Numbers{1, 0, 0}));
  EXPECT_EQ(values(robot.links[2].axis), (Numbers{0, 1, 0}));
  EXPECT_EQ(value(robot.links[0].mass.mass), 0);
  EXPECT_EQ(value(robot.links[2].mass.mass), 2);
}

TEST(UrdfFile, AFloatingJointIsFree) {
  const Description robot = read(urdf(urdf_link("arm") + urdf_joint("j", "base", "arm", "", "floating")));
  EXPECT_EQ(robot.links.at(0).joint, JointType::free);
}

TEST(UrdfFile, WithAFreeBaseTheRootFloatsInTheWorld) {
  const std::string text = urdf(urdf_link("arm") + urdf_joint("j", "base", "arm"));
  const Description robot = read(text, {.free_base = true});
  EXPECT_EQ(robot.base_name, "world");
  EXPECT_EQ(names(robot), (Names{"base", "arm"}));
  EXPECT_EQ(robot.links[0].joint, JointType::free);
  EXPECT_EQ(robot.links[0].joint_name, "base_free");
  EXPECT_EQ(robot.links[0].parent, "world");
  const Description taken = read("<robot name=\"r\"><link name=\"world\"/></robot>", {.free_base = true});
  EXPECT_EQ(taken.base_name, "world_");
}

TEST(UrdfFile, AMimicOfAMimicFollowsItsSource) {
  const std::string text = urdf(urdf_link("c") + urdf_link("b") + urdf_link("a") +
                                urdf_joint("k3", "b", "c", "<mimic joint=\"k2\" multiplier=\"3\" offset=\"1\"/>") +
                                urdf_joint("k2", "a", "b", "<mimic joint=\"k1\" multiplier=\"2\" offset=\"5\"/>") +
                                urdf_joint("k1", "base", "a"));
  const Description robot = read(text);
  EXPECT_FALSE(robot.links.at(0).mimic);
  ASSERT_TRUE(robot.links[1].mimic && robot.links[2].mimic);
  EXPECT_EQ(robot.links[1].mimic->joint, "k1");
  EXPECT_EQ(robot.links[2].mimic->joint, "k1");
  EXPECT_EQ(value(robot.links[2].mimic->multiplier), 6);
  EXPECT_EQ(value(robot.links[2].mimic->offset), 16);
  for (const described::Link& link : read(text, {.free_mimic = true}).links) EXPECT_FALSE(link.mimic);
}

TEST(UrdfFile, ARobotWithoutJointsLoads) {
  const TemporaryFile file(
      "<?xml version=\"1.0\"?>\n<!-- <mujoco> -->\n<robot name=\"r\">" + urdf_link("box") + "</robot>", ".urdf");
  const Model<double> model = build_model<double>(read_robot_file(file.path()));
  EXPECT_EQ(model.nv, 0);
  EXPECT_EQ(model.bodies[0].inertia.mass, 2);
}

TEST(UrdfFile, AChainOfThirtyThousandLinksIsRead) {
  std::string text = "<robot name=\"r\"><link name=\"l0\"/>";
  for (int k = 30000; k > 0; --k) {
    const std::string child = std::to_string(k), parent = std::to_string(k - 1);
    text += "<link name=\"l" + child + "\"/><joint name=\"j" + child + "\" type=\"continuous\"><parent link=\"l" +
            parent + "\"/><child link=\"l" + child + "\"/>" + (k > 1 ? "<mimic joint=\"j" + parent + "\"/>" : "") +
            "</joint>\n";
  }
  const Description robot = read(text + "</robot>");
  ASSERT_EQ(robot.links.size(), 30000u);
  EXPECT_EQ(robot.links[0].name, "l1");
  EXPECT_EQ(robot.links.back().mimic->joint, "j1");
}

/// What is wrong with a file, as it is told: place and message.
std::vector<std::string> file_errors(const std::string& text, const std::string& ending = ".urdf",
                                     const XmlRobotOptions& options = {}) {
  const TemporaryFile file(text, ending);
  try {
    read_robot_file(file.path(), {}, options);
  } catch (const FileError& error) {
    std::vector<std::string> lines;
    for (Finding finding : error.findings()) {
      EXPECT_EQ(std::exchange(finding.file, ""), file.path());
      lines.push_back(to_string(finding));
    }
    return lines;
  }
  ADD_FAILURE() << "no error";
  return {};
}

TEST(UrdfFile, IsKnownByItsContent) {
  const TemporaryFile file(urdf_arm("<inertial><mass value=\"1\"/></inertial>", "<dynamics dampin=\"1\"/>"), ".txt");
  std::vector<Finding> warnings;
  EXPECT_EQ(read_robot_file(file.path(), {}, {}, &warnings).name, "r");
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0].code, "inertia-missing");
  using Lines = std::vector<std::string>;
  EXPECT_EQ(file_errors("hello"), Lines{":1:1: expected XML, which starts with '<', found other text"});
  EXPECT_EQ(file_errors("<sdf/>", ".xml"), Lines{":1:2: expected <robot>, found <sdf>"});
}

TEST(UrdfFile, AllErrorsAreTold) {
  const std::vector<std::string> lines = file_errors(urdf("<link name=\"base\"/>\n<link/>"));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0].starts_with(":3:7: expected a name for each link")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with(":4:2: <link>: expected an attribute name, found none")) << lines[1];
}

TEST(UrdfFile, AMimicHasNoCoordinateOfItsOwnUnlessItIsFreed) {
  const TemporaryFile file(urdf(urdf_link("a") + urdf_link("b") + urdf_joint("j", "base", "a") +
                                urdf_joint("k", "a", "b", "<mimic joint=\"j\" multiplier=\"-0.5\"/>")),
                           ".urdf");
  EXPECT_EQ(build_model<double>(read_robot_file(file.path())).nv, 1);
  EXPECT_EQ(build_model<double>(read_robot_file(file.path(), {}, {.free_mimic = true})).nv, 2);
}

TEST(UrdfFile, AFloatingJointAndAFreeBaseHaveSixVelocities) {
  const TemporaryFile floating(urdf(urdf_link("arm") + urdf_joint("j", "base", "arm", "", "floating")), ".urdf");
  EXPECT_EQ(build_model<double>(read_robot_file(floating.path())).nv, 6);
  const TemporaryFile arm(urdf_arm(""), ".urdf");
  const Model<double> free = build_model<double>(read_robot_file(arm.path(), {}, {.free_base = true}));
  EXPECT_EQ(free.nv, build_model<double>(read_robot_file(arm.path())).nv + 6);
  EXPECT_EQ(free.nq, free.nv + 1);
}

TEST(UrdfFile, InfiniteLimitsAreNone) {
  const Reading reading = read_urdf(
      urdf(urdf_link("arm") + "<joint name=\"j\" type=\"revolute\"><parent link=\"base\"/><child link=\"arm\"/>"
                              "<limit lower=\"-inf\" upper=\" +Infinity \" velocity=\"INF\" effort=\"inf\" "
                              "acceleration=\"1e308\"/></joint>"),
      "r.urdf");
  ASSERT_TRUE(reading.sound());
  const described::Limits& limits = reading.robot.links[0].limits;
  EXPECT_FALSE(limits.position || limits.velocity || limits.torque || limits.acceleration);
  for (const Finding& finding : reading.findings) EXPECT_EQ(finding.severity, Severity::note);
}

// A turn of 120 degrees about (1, 1, 1) takes x to y, y to z and z to x.
TEST(UrdfFile, ARotationMayBeAQuaternion) {
  const Reading reading = read_urdf(urdf_arm("", "<origin xyz=\"1 2 3\" quat_xyzw=\"0.5 0.5 0.5 0.5\"/>"), "r.urdf");
  ASSERT_TRUE(reading.sound());
  const Matrix3<double> R = build_model<double>(reading.robot).bodies[1].placement.R;
  EXPECT_NEAR(R.yx, 1, 1e-15);
  EXPECT_NEAR(R.zy, 1, 1e-15);
  EXPECT_NEAR(R.xz, 1, 1e-15);
}

TEST(UrdfFile, OptionsForXmlAreRefusedWithYaml) {
  const TemporaryFile file("name: a\nlinks:\n  - {joint: revolute}\n");
  EXPECT_THROW(read_robot_file(file.path(), {}, {.free_base = true}), UsageError);
  EXPECT_THROW(read_robot_file(file.path(), {}, {.free_mimic = true}), UsageError);
  const TemporaryFile arm(urdf_arm(""), ".urdf");
  EXPECT_THROW(read_robot_file(arm.path(), {{"m", "1"}}), UsageError) << "URDF names no parameters";
}

}  // namespace torsor::test::urdf_file_test
