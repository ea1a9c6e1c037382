#include "robot_files/urdf_text.hpp"

namespace torsor::test::urdf_warnings_test {

constexpr auto warning = Severity::warning;
constexpr auto note = Severity::note;

class UrdfWarning : public testing::TestWithParam<Oddity> {};
TEST_P(UrdfWarning, IsToldAndTheRobotLoads) { expect_found(GetParam()); }

/// A link whose inertia has these attributes; @ marks it.
std::string inertia(const std::string& attributes, const std::string& mass = "1") {
  return urdf_arm("<inertial><mass value=\"" + mass + "\"/><@inertia " + attributes + "/></inertial>");
}

TORSOR_ODDITIES(
    Inertia, UrdfWarning,
    {"Indefinite", inertia("ixx=\"1\" ixy=\"1.5\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\""), warning,
     "inertia-not-positive", "link arm: inertia: expected principal moments that are not negative, found -0.5, 1, 2."},
    {"OffTheTriangle", inertia("ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"3\""), warning,
     "inertia-triangle", "expected no principal moment above the sum of the other two, found 1, 1, 3"},
    {"OffTheTriangleInTurnedAxes",
     inertia("ixx=\"0.000115\" ixy=\"0.000052\" ixz=\"0.000025\" iyy=\"0.000153\" iyz=\"0.000034\" izz=\"0.00019\""),
     warning, "inertia-triangle", "above the sum"},
    {"Zero", inertia("ixx=\"0\" ixy=\"0\" ixz=\"0\" iyy=\"0\" iyz=\"0\" izz=\"0\""), warning, "inertia-zero",
     "taken as a point mass"},
    {"WithoutMass", inertia("ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"", "0"), warning, "mass-zero",
     "expected a mass where there is inertia, found 0"},
    {"WithoutOffDiagonals", inertia("ixx=\"1\" iyy=\"1\" izz=\"1\""), warning, "inertia-incomplete",
     "found no ixy, ixz, iyz; taken as 0"},
    {"Missing", urdf_arm("<@inertial><mass value=\"1\"/></inertial>"), warning, "inertia-missing",
     "expected an <inertia>, found none; taken as a point mass"});

std::string joint(const std::string& children, const std::string& type = "revolute") {
  return urdf_with_joint("<joint name=\"j\" type=\"" + type + "\"><parent link=\"base\"/><child link=\"arm\"/>" +
                         children + "</joint>");
}

TORSOR_ODDITIES(
    Joint, UrdfWarning,
    {"WithoutLimit",
     urdf_with_joint("<@joint name=\"j\" type=\"revolute\"><parent link=\"base\"/><child link=\"arm\"/></joint>"),
     warning, "limit-missing", "joint j: expected a <limit>, found none"},
    {"WithReversedLimits", joint("<@limit lower=\"1\" upper=\"-1\"/>"), warning, "limits-reversed",
     "expected lower below upper, found 1 and -1"},
    {"WithEqualLimits", joint("<@limit effort=\"1\"/>"), warning, "limits-equal",
     "found 0 and 0: the joint cannot move"},
    {"WithANegativeVelocityLimit", joint("<limit lower=\"-1\" upper=\"1\" @velocity=\"-1\"/>"), warning,
     "limit-negative", "velocity limit: expected a positive number, found -1"},
    {"WithAZeroEffortLimit", joint("<limit lower=\"-1\" upper=\"1\" @effort=\"0\"/>"), note, "limit-zero",
     "effort limit: expected a positive number, found 0"},
    {"WithAnInfiniteVelocityLimit", joint("<limit lower=\"-1\" upper=\"1\" @velocity=\"inf\"/>"), note,
     "limit-infinite", "velocity limit: found 'inf', taken as without limit"},
    {"WithAHugeEffortLimit", joint("<limit lower=\"-1\" upper=\"1\" @effort=\"1e308\"/>"), note, "limit-infinite",
     "found '1e308', taken as without limit"},
    {"WithALimitOnOneSide", joint("<@limit lower=\"-INF\" upper=\"1\"/>"), warning, "limit-one-sided",
     "expected lower and upper to be finite, or neither"},
    {"WithALongQuaternion", joint("<origin @quat_xyzw=\"0 0 0 2\"/>", "continuous"), warning, "quaternion-not-unit",
     "expected a length of 1, found 2"},
    {"WithALongAxis", joint("<axis @xyz=\"0 0 2\"/>", "continuous"), warning, "axis-not-unit",
     "expected a length of 1, found '0 0 2'"},
    {"PlanarWithLimit", joint("<@limit effort=\"1\"/>", "planar"), warning, "element-ignored",
     "expected <limit> on a joint with one axis"},
    {"FloatingWithDynamics", joint("<@dynamics damping=\"1\"/>", "floating"), warning, "element-ignored", "<dynamics>"},
    {"FixedWithMimic", joint("<@mimic joint=\"j\"/>", "fixed"), warning, "element-ignored", "found it on a fixed one"});

TORSOR_ODDITIES(Spelling, UrdfWarning,
                {"OfALinksChild", urdf(urdf_link("arm", "<@Inertial/>") + urdf_joint("j", "base", "arm")), warning,
                 "element-misspelt", "expected inertial, visual, collision"},
                {"OfAJointsChild", urdf_arm("", "<@dynamic damping=\"1\"/>"), warning, "element-misspelt",
                 "found 'dynamic'"},
                {"OfAnInertialsChild",
                 urdf_arm("<inertial><@orgin/><mass value=\"1\"/>"
                          "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>"),
                 warning, "element-misspelt", "found 'orgin', which is ignored"},
                {"OfATopLevelElement", urdf(urdf_link("arm") + urdf_joint("j", "base", "arm") + "<@Link name=\"b\"/>"),
                 warning, "element-misspelt", "expected link or joint, found 'Link'"},
                {"WithAPrefix", urdf(urdf_link("arm") + urdf_joint("j", "base", "arm") + "<@drake:joint name=\"b\"/>"),
                 warning, "element-misspelt", "found 'drake:joint'"},
                {"OfAnAttribute", urdf_arm("", "<dynamics @dampin=\"1\"/>"), warning, "attribute-misspelt",
                 "found 'dampin'"},
                {"OfSomebodyElsesChild", urdf_arm("", "<@controller_gains Kp=\"1\"/>"), note, "element-unknown",
                 "found 'controller_gains', which is ignored"});

TORSOR_ODDITIES(Whole, UrdfWarning,
                {"RobotWithoutAName",
                 "<@robot><link name=\"base\"/>" + urdf_link("arm") + urdf_joint("j", "base", "arm") + "</robot>",
                 warning, "robot-unnamed", "taken as 'robot'"},
                {"SecondOrigin", urdf_arm("", "<origin xyz=\"0 0 1\"/><@origin xyz=\"0 0 2\"/>"), warning,
                 "element-repeated", "expected one <origin>, found another; the first one counts"},
                {"MacroCallInALink", urdf(urdf_link("arm", "<@xacro:camera/>") + urdf_joint("j", "base", "arm")),
                 warning, "xacro-call", "found a call of 'xacro:camera'"},
                {"MacroCallAtTheTop", urdf("<@xacro:camera/>" + urdf_link("arm") + urdf_joint("j", "base", "arm")),
                 warning, "xacro-call", "found a call of 'xacro:camera'"},
                {"NegativeDamping", urdf_arm("", "<dynamics @damping=\"-1\"/>"), warning, "friction-negative",
                 "damping: expected a number that is not negative, found -1; taken as 0"},
                {"NegativeFriction", urdf_arm("", "<dynamics damping=\"1\" @friction=\"-2\"/>"), warning,
                 "friction-negative", "friction: expected a number that is not negative, found -2; taken as 0"});

TEST(UrdfWarnings, ANegativeFrictionIsNoneAndTheDampingBesideItStays) {
  const Reading reading = read_urdf(urdf_arm("", "<dynamics damping=\"1\" friction=\"-2\"/>"), "arm.urdf");
  ASSERT_TRUE(reading.sound());
  const described::Friction& friction = *reading.robot.links[0].friction;
  EXPECT_EQ(friction.viscous[0].expression.text(), "1");
  EXPECT_EQ(friction.coulomb[0].expression.text(), "0");
}

TEST(UrdfWarnings, NothingIsSaidAboutASoundRobot) {
  const Reading reading = read_urdf(urdf_arm("", "<dynamics damping=\"1\" friction=\"2\"/>"), "arm.urdf");
  EXPECT_TRUE(reading.findings.empty()) << all(reading.findings);
}

TEST(UrdfWarnings, ARodAndADirectionWithFewDigitsAreFine) {
  const Reading reading = read_urdf(
      urdf(urdf_link("arm",
                     "<inertial><mass value=\"1\"/><inertia ixx=\"0\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" "
                     "izz=\"1\"/></inertial>") +
           "<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/>"
           "<axis xyz=\"0.707 0 0.707\"/></joint>"),
      "arm.urdf");
  EXPECT_TRUE(reading.findings.empty()) << all(reading.findings);
}

}  // namespace torsor::test::urdf_warnings_test
