#include "robot_files/mjcf_support.hpp"

namespace torsor::test::mjcf_findings_test {

/// A file in which @ marks the place of what is found.
struct Flaw {
  const char* name;
  std::string marked;
  const char* code;
  Severity severity;
  const char* message;
};
void PrintTo(const Flaw& flaw, std::ostream* out) { *out << flaw.name; }

class MjcfFlaw : public testing::TestWithParam<Flaw> {};

TEST_P(MjcfFlaw, IsFoundWhereItStandsAndToldOnce) {
  const Flaw& flaw = GetParam();
  const MarkedText marked(flaw.marked);
  const Reading reading = mjcf_reading(marked.text);
  SCOPED_TRACE(told(reading) + flaw.marked);
  EXPECT_EQ(reading.sound(), flaw.severity != Severity::error);
  const auto is_it = [&](const Finding& finding) { return finding.code == flaw.code; };
  ASSERT_EQ(std::count_if(reading.findings.begin(), reading.findings.end(), is_it), 1);
  const Finding& found = *std::find_if(reading.findings.begin(), reading.findings.end(), is_it);
  EXPECT_EQ(found.severity, flaw.severity);
  EXPECT_EQ(found.file, "dir/robot.xml");
  EXPECT_EQ(found.where.line, marked.line);
  EXPECT_EQ(found.where.column, marked.column);
  EXPECT_NE(found.message.find(flaw.message), std::string::npos) << found.message;
}

/// A body that is sound but for what is added to it, on a line of its own.
std::string body(const std::string& added) { return mjcf("\n<body>" + hinge + unit_mass + added + "</body>"); }
std::string joint(const std::string& attributes) {
  return mjcf("\n<body><" + attributes + "/>" + unit_mass + "</body>");
}
std::string inertial(const std::string& written) { return mjcf("\n<body>" + hinge + "<" + written + "/></body>"); }
std::string section(const std::string& written) {
  return mjcf("<body><joint name='a'/>" + unit_mass + "<body><joint name='b'/>" + unit_mass +
                  "<body name='l'><joint name='c' type='ball'/><site name='s'/>" + unit_mass + "</body></body></body>",
              "\n" + written);
}

std::string name_of_flaw(const testing::TestParamInfo<Flaw>& info) { return info.param.name; }

#define MJCF_FLAWS(group, ...) \
  INSTANTIATE_TEST_SUITE_P(group, MjcfFlaw, testing::ValuesIn(std::vector<Flaw>{__VA_ARGS__}), name_of_flaw)

constexpr Severity error = Severity::error, warning = Severity::warning, note = Severity::note;

MJCF_FLAWS(File, {"NotXml", "<mujoco>\n</@robot></mujoco>", "xml", error, "XML"},
           {"AnotherKindOfRobot", "<@robot name='a'/>", "not-mjcf", error, "expected <mujoco>, found <robot>"},
           {"WithoutBodies", "<@mujoco><worldbody/></mujoco>", "no-bodies", error, "expected a body in <worldbody>"},
           {"NothingMoves", mjcf("<@body>" + unit_mass + "</body>"), "impossible", error, "a joint that moves"},
           {"IncludeOfNothing", "<mujoco><@include/></mujoco>", "include-without-file", error, "the attribute file"},
           {"IncludeMissing", "<mujoco>\n  <@include file='nope.xml'/></mujoco>", "include-missing", error, "nope.xml"},
           {"IncludeOfItself", "<mujoco>\n  <@include file='robot.xml'/></mujoco>", "include-repeated", error,
            "robot.xml"});

MJCF_FLAWS(Compiler,
           {"GlobalCoordinates", section("<compiler @coordinate='global'/>"), "coordinate", error, "expected local"},
           {"OtherEulerSequence", section("<compiler @eulerseq='xyw'/>"), "euler-sequence", error, "found 'xyw'"},
           {"OtherAngle", section("<compiler @angle='grad'/>"), "word", error, "expected one of degree, radian"},
           {"AlignedFreeBodies", section("<compiler @alignfree='true'/>"), "compiler-ignored", warning, "alignfree"},
           {"Medium", section("<option @viscosity='0.1'/>"), "option-ignored", warning, "viscosity"},
           {"NoSprings", section("<option><flag @spring='disable'/></option>"), "option-ignored", warning, "spring"});

MJCF_FLAWS(Default, {"UnknownClass", joint("joint @class='x'"), "class-unknown", error, "found 'x'"},
           {"UnknownChildclass", mjcf("<body @childclass='x'>" + hinge + unit_mass + "</body>"), "class-unknown", error,
            "childclass"},
           {"ClassTwice", section("<default><default class='x'/><default @class='x'/></default>"), "class-repeated",
            error, "'x'"},
           {"ClassWithoutName", section("<default><@default/></default>"), "class-without-name", error,
            "attribute class"},
           {"NumberForManyJoints", section("<default><joint @damping='a'/></default>"), "number", error, "damping"});

MJCF_FLAWS(Number, {"Missing", joint("joint @axis='0 1'"), "number", error, "expected 3 numbers, found '0 1'"},
           {"TooMany", joint("joint @armature='0 1'"), "number", error, "expected 1 number, found '0 1'"},
           {"Hexadecimal", joint("joint @damping='0x10'"), "number", error, "found '0x10'"},
           {"WithComma", joint("joint @range='0,5 1'"), "number", error, "found '0,5 1'"},
           {"NotANumber", joint("joint @ref='nan'"), "number", error, "found 'nan'"},
           {"TooLarge", joint("joint @ref='1e999'"), "number", error, "found '1e999'"},
           {"NegativeDamping", joint("joint @damping='-1'"), "friction-negative", warning, "taken as 0"},
           {"NegativeArmature", joint("joint @armature='-1'"), "friction-negative", warning, "taken as 0"},
           {"NegativeMass", inertial("inertial pos='0 0 0' @mass='-1' diaginertia='1 1 1'"), "negative", error, "'-1'"},
           {"OtherJointType", joint("joint @type='screw'"), "word", error, "expected one of hinge, slide, ball, free"});

MJCF_FLAWS(
    Place, {"AxisOfNoLength", joint("joint @axis='0 0 0'"), "direction", error, "axis: expected a direction"},
    {"QuaternionOfNoLength", mjcf("<body @quat='0 0 0 0'>" + hinge + unit_mass + "</body>"), "direction", error,
     "quat: expected a rotation"},
    {"ParallelAxes", mjcf("<body @xyaxes='1 0 0 2 0 0'>" + hinge + unit_mass + "</body>"), "direction", error,
     "xyaxes"},
    {"ZAxisOfNoLength", mjcf("<body @zaxis='0 0 0'>" + hinge + unit_mass + "</body>"), "direction", error, "zaxis"},
    {"TwoOrientations", mjcf("<body quat='1 0 0 0' @euler='0 0 0'>" + hinge + unit_mass + "</body>"),
     "orientation-repeated", error, "found several"},
    {"BodiesOfOneName", mjcf("<body name='a'>" + hinge + unit_mass + "<body @name='a'>" + unit_mass + "</body></body>"),
     "name-repeated", error, "two bodies are named 'a'"},
    {"BodyNamedWorld", mjcf("<body @name='world'>" + hinge + unit_mass + "</body>"), "name-repeated", error, "'world'"},
    {"JointsOfOneName", mjcf("<body><joint name='a'/><joint @name='a'/>" + unit_mass + "</body>"), "name-repeated",
     error, "two joints are named 'a'"},
    {"JointInTheWorld", mjcf("<@joint/><body>" + hinge + unit_mass + "</body>"), "world-moves", error, "in a body"});

MJCF_FLAWS(Joint,
           {"RangeTurnedRound", joint("joint @range='1 -1'"), "range", error, "the lower one first, found '1 -1'"},
           {"LimitedWithoutRange", joint("joint @limited='true'"), "range", error, "found ''"},
           {"RangeWithoutLimited",
            mjcf("<body><joint @range='-1 1'/>" + unit_mass + "</body>", "<compiler autolimits='false'/>"),
            "range-unused", warning, "autolimits"},
           {"FreeInABody", mjcf("<body>" + hinge + unit_mass + "<body><@freejoint/>" + unit_mass + "</body></body>"),
            "free-joint", error, "a body of a body"},
           {"FreeBesideAnother", mjcf("<body>" + hinge + "<@freejoint/>" + unit_mass + "</body>"), "free-joint", error,
            "other joints beside it"},
           {"RangeOfABall", joint("joint type='ball' @range='0 1'"), "joint-effect-ignored", note, "range"},
           {"AlignedFree", mjcf("<body><freejoint @align='true'/>" + unit_mass + "</body>"), "joint-effect-ignored",
            warning, "align"},
           {"SpringByTimeConstant", joint("joint @springdamper='0.1 1'"), "joint-effect-ignored", warning,
            "springdamper"});

MJCF_FLAWS(Mass, {"WithoutAny", mjcf("<@body>" + hinge + "</body>"), "massless-body", warning, "to have mass"},
           {"InertialWithoutPos", inertial("@inertial mass='1' diaginertia='1 1 1'"), "attribute-missing", error,
            "pos"},
           {"InertialTwice", body("<@inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"), "inertial-repeated", error,
            "found another"},
           {"NegativeMoment", inertial("inertial pos='0 0 0' mass='1' @diaginertia='1 1 -1'"), "inertia-not-positive",
            error, "found -1, 1, 1"},
           {"FullNegativeMoment", inertial("inertial pos='0 0 0' mass='1' @fullinertia='1 1 1 2 0 0'"),
            "inertia-not-positive", error, "not negative"},
           {"TooLargeAMoment", inertial("inertial pos='0 0 0' mass='1' @diaginertia='1 1 3'"), "inertia-triangle",
            warning, "found 1, 1, 3"},
           {"FullAndDiagonal", inertial("inertial pos='0 0 0' mass='1' diaginertia='1 1 1' @fullinertia='1 1 1 0 0 0'"),
            "inertia-repeated", error, "beside fullinertia"},
           {"FullAndTurned", inertial("inertial pos='0 0 0' mass='1' quat='1 0 0 0' @fullinertia='1 1 1 0 0 0'"),
            "inertia-repeated", error, "beside fullinertia"},
           {"OfAMesh", inertial("@geom type='mesh' mesh='m'"), "geom-mass-unknown", error, "the mass of a mesh"},
           {"OfAMeshThatStands",
            mjcf("<body><@geom type='mesh' mesh='m'/><body>" + hinge + unit_mass + "</body></body>"),
            "geom-mass-unknown", note, "the mass of a mesh"},
           {"OfAShell", inertial("@geom size='1' shellinertia='true'"), "geom-mass-unknown", error, "a shell"},
           {"BoxWithoutDepth", inertial("geom type='box' @size='1 1'"), "geom-size", error, "for a box, found '1 1'"},
           {"SphereBetweenPoints", inertial("geom size='1' @fromto='0 0 0 1 0 0'"), "geom-size", error, "and a sphere"},
           {"PosBesideEnds", inertial("geom type='box' size='1' @pos='1 0 0' fromto='0 0 0 1 0 0'"), "geom-size", error,
            "no pos beside fromto"},
           {"Overflowing", mjcf("<body>" + hinge + "<@inertial pos='1e200 0 0' mass='1' diaginertia='1 1 1'/></body>"),
            "impossible", error, "expected a number from -1e+30 to 1e+30"});

MJCF_FLAWS(Unread, {"Composite", body("<@composite/>"), "element-unsupported", error, "<composite>"},
           {"Flexcomp", body("<@flexcomp/>"), "element-unsupported", error, "<flexcomp>"},
           {"Replicate", body("<@replicate/>"), "element-unsupported", error, "<replicate>"},
           {"Attach", body("<@attach/>"), "element-unsupported", error, "<attach>"},
           {"Deformable", section("<@deformable><flex/></deformable>"), "element-unsupported", error, "<deformable>"},
           {"UnknownElement", body("<@jiont/>"), "element-unknown", warning, "<jiont>"},
           {"UnknownAttribute", joint("joint @armatur='1'"), "attribute-unknown", warning, "'armatur'"},
           {"GravityCompensationByTheMotorsOfOneJointOfTwo",
            mjcf("<body><joint axis='1 0 0' actuatorgravcomp='true'/>" + unit_mass +
                 "<body @gravcomp='1'><joint axis='1 0 0'/>" + unit_mass + "</body></body>"),
            "gravcomp-ignored", warning, "found it at some, where it is ignored"},
           {"Tendons", section("<@tendon><fixed/><spatial/></tendon>"), "tendon-ignored", warning, "2 tendons are"},
           {"LoopWithoutAnchor", section("<equality><@connect body1='l'/></equality>"), "attribute-missing", error,
            "found no anchor"},
           {"LoopWithoutABody", section("<equality><@connect anchor='0 0 0'/></equality>"), "attribute-missing", error,
            "found no body1"},
           {"LoopOfOneSite", section("<equality><@connect site2='s'/></equality>"), "attribute-missing", error,
            "found no site1"},
           {"LoopOfNothing", section("<equality><connect @body1='x' anchor='0 0 0'/></equality>"), "body-unknown",
            error, "body1: expected the name of a body, found 'x'"},
           {"LoopOfANameThatIsNotWritten", section("<equality><connect @body1='body1' anchor='0 0 0'/></equality>"),
            "body-unknown", error, "found 'body1'"},
           {"LoopOfNoSite", section("<equality><connect site1='s' @site2='t'/></equality>"), "body-unknown", error,
            "site2: expected the name of a site, found 't'"},
           {"LoopNumbers", section("<equality><connect body1='l' @anchor='0 0'/></equality>"), "number", error,
            "anchor"},
           {"LoopOfOneBody", section("<equality><@connect body1='l' body2='l' anchor='0 0 0'/></equality>"),
            "equality-ignored", warning, "move as one"},
           {"Weld", section("<equality><@weld body1='x'/></equality>"), "equality-ignored", warning, "<weld>"},
           {"HeldJoint", section("<equality><@joint joint1='a'/></equality>"), "equality-ignored", warning, "held"},
           {"CurvedEquality", section("<equality><joint joint1='a' joint2='b' @polycoef='0 1 2 0 0'/></equality>"),
            "equality-ignored", warning, "linear polycoef"},
           {"FollowingInACircle",
            section("<equality><joint joint1='a' joint2='b'/><@joint joint1='b' joint2='a'/></equality>"),
            "equality-ignored", warning, "follow each other"},
           {"FollowingItself", section("<equality><@joint joint1='a' joint2='a'/></equality>"), "equality-ignored",
            warning, "follow each other"},
           {"EqualityOfNothing", section("<equality><joint joint1='a' @joint2='x'/></equality>"), "joint-unknown",
            error, "found 'x'"},
           {"EqualityOfABall", section("<equality><joint @joint1='c' joint2='a'/></equality>"), "joint-unknown", error,
            "found 'c'"},
           {"EqualityNumbers", section("<equality><joint joint1='a' joint2='b' @polycoef='x'/></equality>"), "number",
            error, "1 to 5 numbers"});

TEST(MjcfFinding, NamesItsElementAndAWayOut) {
  const Reading reading =
      mjcf_reading(mjcf("<body name='arm'>" + hinge + "<geom name='hull' type='mesh' mesh='m'/></body>"));
  ASSERT_EQ(reading.findings.size(), 2U) << told(reading);  // and the body without mass
  EXPECT_EQ(reading.findings[0].element, "geom hull");
  EXPECT_NE(reading.findings[0].fix.find("<inertial>"), std::string::npos);
  EXPECT_EQ(reading.findings[1].element, "body arm");
}

}  // namespace torsor::test::mjcf_findings_test
