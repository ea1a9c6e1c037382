#include "robot_files/urdf_text.hpp"

namespace torsor::test::urdf_errors_test {

constexpr auto error = Severity::error;
const std::string unit_inertia = "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/>";

class UrdfError : public testing::TestWithParam<Oddity> {};
TEST_P(UrdfError, IsToldWhereItIs) { expect_found(GetParam()); }

TORSOR_ODDITIES(
    Document, UrdfError, {"Empty", "@", error, "xml", "expected XML, found nothing"},
    {"PlainText", "@hello", error, "xml", "expected XML, which starts with '<'"},
    {"CutOff", "<robot name=\"r\"><link name=\"a@\"", error, "xml", "XML: "},
    {"DeclarationWithoutQuotes", "<?xml version=@1.0?><robot name=\"r\"><link name=\"a\"/></robot>", error, "xml",
     "XML: Error parsing"},
    {"DeclarationOfAnotherVersion", "<?@xml version=\"2.0\"?><robot name=\"r\"><link name=\"a\"/></robot>", error,
     "xml", "expected <?xml version=\"1.0\"?>, found version '2.0'"},
    {"DeclarationWithoutAVersion", "<?@xml encoding=\"UTF-8\"?><robot name=\"r\"><link name=\"a\"/></robot>", error,
     "xml", "found version ''"},
    {"Utf16", "@\xFF\xFE<", error, "xml", "UTF-16"},
    {"OtherRoot", "<@sdf/>", error, "not-urdf", "expected <robot>, found <sdf>"},
    {"Version2", "<robot name=\"r\" @version=\"2.0\"><link name=\"a\"/></robot>", error, "version", "found '2.0'"},
    {"Version1Something", "<robot name=\"r\" @version=\"1.x\"><link name=\"a\"/></robot>", error, "version", "1.x"},
    {"NoLinks", "<@robot name=\"r\"><material name=\"m\"/></robot>", error, "no-links", "expected at least one <link>"},
    {"AttributeTwice", urdf_arm("", "<origin xyz=\"0 0 1\" @xyz=\"0 0 2\"/>"), error, "xml", "found a second xyz"},
    {"Entity", "<!DOCTYPE robot [@<!ENTITY m \"1\">]><robot name=\"r\"/>", error, "xml", "entities"});

TORSOR_ODDITIES(Xacro, UrdfError,
                {"Macro", "<robot name=\"r\"><@xacro:macro name=\"m\"/></robot>", error, "xacro",
                 "for xacro to expand"},
                {"ConditionInALink", urdf(urdf_link("arm", "<@xacro:if value=\"1\"/>")), error, "xacro", "<xacro:if>"},
                {"Root", "<@xacro:macro name=\"m\"/>", error, "xacro", "expected <robot>, found <xacro:macro>"},
                {"Expression", urdf_arm("<inertial><mass @value=\"${m}\"/></inertial>"), error, "xacro",
                 "found '${m}'"});

TORSOR_ODDITIES(Name, UrdfError,
                {"OfALinkMissing", urdf("<@link/>"), error, "name-missing", "expected an attribute name, found none"},
                {"OfALinkEmpty", urdf("<link @name=\"\"/>"), error, "name-missing", "found an empty one"},
                {"OfAJointMissing", urdf_with_joint("<@joint type=\"fixed\"/>"), error, "name-missing", "found none"},
                {"OfTwoLinks", urdf("<link @name=\"base\"/>"), error, "name-duplicate", "a second one named 'base'"},
                {"OfTwoJoints",
                 urdf(urdf_link("a") + urdf_link("b") + urdf_joint("j", "base", "a") +
                      "<joint @name=\"j\" type=\"fixed\"><parent link=\"base\"/><child link=\"b\"/></joint>"),
                 error, "name-duplicate", "a second one named 'j'"},
                {"NotUtf8", urdf("<link @name=\"\xE4\"/>"), error, "name-not-utf8", "expected a name in UTF-8"},
                {"OfAPlanarJointTaken",
                 urdf(urdf_link("p_x") + urdf_link("arm") + urdf_joint("q", "base", "p_x") +
                      "<@joint name=\"p\" type=\"planar\"><parent link=\"p_x\"/><child link=\"arm\"/></joint>"),
                 error, "name-duplicate", "a planar joint needs a link named 'p_x'"});

TORSOR_ODDITIES(
    Joint, UrdfError,
    {"WithoutType", urdf_with_joint("<@joint name=\"j\"><parent link=\"base\"/><child link=\"arm\"/></joint>"), error,
     "type-missing", "joint j: <joint>: expected an attribute type, found none"},
    {"OfUnknownType",
     urdf_with_joint("<joint name=\"j\" @type=\"screw\"><parent link=\"base\"/><child link=\"arm\"/></joint>"), error,
     "type-unknown", "planar or floating; found 'screw'"},
    {"WithoutParent", urdf_with_joint("<@joint name=\"j\" type=\"fixed\"><child link=\"arm\"/></joint>"), error,
     "parent-missing", "expected a <parent link=\"...\"/>, found none"},
    {"WithoutChild", urdf_with_joint("<@joint name=\"j\" type=\"fixed\"><parent link=\"base\"/></joint>"), error,
     "child-missing", "expected a <child link=\"...\"/>, found none"},
    {"WithAnEmptyParent",
     urdf_with_joint("<joint name=\"j\" type=\"fixed\"><parent @link=\"\"/><child link=\"arm\"/></joint>"), error,
     "parent-missing", "found an empty one"},
    {"OfAnUndefinedLink",
     urdf("<joint name=\"j\" type=\"fixed\"><parent link=\"base\"/><child @link=\"arm\"/></joint>"), error,
     "link-undefined", "joint j: child: expected the name of a link, found 'arm'"},
    {"WithAZeroAxis",
     urdf_with_joint("<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/>"
                     "<axis @xyz=\"0 0 0\"/></joint>"),
     error, "axis-zero", "expected a direction, found '0 0 0'"},
    {"WithAnEmptyAxis",
     urdf_with_joint("<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/>"
                     "<@axis/></joint>"),
     error, "attribute-missing", "expected an attribute xyz"},
    {"WithTwoRotations", urdf_arm("", "<origin @rpy=\"0 0 0\" quat_xyzw=\"0 0 0 1\"/>"), error, "rotation-repeated",
     "expected rpy or quat_xyzw, found both"},
    {"WithAZeroQuaternion", urdf_arm("", "<origin @quat_xyzw=\"0 0 0 0\"/>"), error, "quaternion-zero",
     "expected a rotation, found '0 0 0 0'"},
    {"WithAShortQuaternion", urdf_arm("", "<origin @quat_xyzw=\"0 0 1\"/>"), error, "number",
     "expected 4 numbers, found '0 0 1'"},
    {"WithALimitThatIsNoNumber",
     urdf_with_joint("<joint name=\"j\" type=\"prismatic\"><parent link=\"base\"/><child link=\"arm\"/>"
                     "<limit @lower=\"nan\" upper=\"1\"/></joint>"),
     error, "number", "expected a number, found 'nan'"});

TORSOR_ODDITIES(
    Tree, UrdfError,
    {"WithTwoRoots", urdf("<@link name=\"other\"/>"), error, "several-roots", "found 2: 'base', 'other'"},
    {"WithTwoParents",
     urdf(urdf_link("arm") + urdf_joint("a", "base", "arm") +
          "<joint name=\"b\" type=\"fixed\"><parent link=\"base\"/><child @link=\"arm\"/></joint>"),
     error, "two-parents", "which joint a carries: not a tree"},
    {"WithACycleBesideTheRoot",
     urdf(urdf_link("a") + urdf_link("b") +
          "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>"
          "<@joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"a\"/></joint>"),
     error, "cycle", "joint k: expected a tree, found that link 'a' is its own ancestor"},
    {"WithoutARoot",
     "<robot name=\"r\"><link name=\"a\"/><@joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"a\"/>"
     "</joint></robot>",
     error, "cycle", "its own ancestor"});

TORSOR_ODDITIES(Number, UrdfError,
                {"ThatIsNone", urdf_arm("<inertial><mass @value=\"heavy\"/>" + unit_inertia + "</inertial>"), error,
                 "number", "link arm: mass value: expected a number, found 'heavy'"},
                {"Missing", urdf_arm("", "<origin @xyz=\"0 0\"/>"), error, "number",
                 "origin xyz: expected 3 numbers, found '0 0'"},
                {"TooMany", urdf_arm("", "<origin @rpy=\"0 0 0 0\"/>"), error, "number", "expected 3 numbers"},
                {"WithCommas", urdf_arm("", "<origin @xyz=\"0,0,1\"/>"), error, "number", "found '0,0,1'"},
                {"Hexadecimal", urdf_arm("", "<origin @xyz=\"0x1 0 0\"/>"), error, "number", "found '0x1 0 0'"},
                {"WithAUnit", urdf_arm("", "<origin @xyz=\"1m 0 0\"/>"), error, "number", "found '1m 0 0'"},
                {"TwoSigns", urdf_arm("", "<origin @xyz=\"+-1 0 0\"/>"), error, "number", "found '+-1 0 0'"},
                {"NotFinite", urdf_arm("", "<origin @xyz=\"0 0 inf\"/>"), error, "number", "found '0 0 inf'"},
                {"TooLarge", urdf_arm("", "<origin @xyz=\"0 0 1e999\"/>"), error, "number", "found '0 0 1e999'"});

TORSOR_ODDITIES(
    Mass, UrdfError,
    {"Negative", urdf_arm("<inertial><@mass value=\"-1\"/>" + unit_inertia + "</inertial>"), error, "mass-negative",
     "link arm: mass: expected a number that is not negative, found -1"},
    {"Missing", urdf_arm("<@inertial>" + unit_inertia + "</inertial>"), error, "mass-missing", "expected a <mass>"},
    {"WithoutValue", urdf_arm("<inertial><@mass/>" + unit_inertia + "</inertial>"), error, "attribute-missing",
     "<mass>: expected an attribute value"},
    {"InertiaWithoutDiagonal",
     urdf_arm("<inertial><mass value=\"1\"/><@inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\"/></inertial>"),
     error, "attribute-missing", "expected an attribute izz"},
    {"Overflowing",
     urdf_arm("<inertial><origin @xyz=\"1e200 0 0\"/><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" "
              "iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>"),
     error, "impossible", "expected a number from -1e+30 to 1e+30"});

std::string followers(const std::string& first, const std::string& second) {
  return urdf(urdf_link("a") + urdf_link("b") + urdf_joint("j", "base", "a", first) +
              urdf_joint("k", "a", "b", second));
}

TORSOR_ODDITIES(Mimic, UrdfError,
                {"OfAnUnknownJoint", urdf_arm("", "<@mimic joint=\"wrist\"/>"), error, "mimic-unknown",
                 "found 'wrist'"},
                {"OfNoJoint", urdf_arm("", "<@mimic/>"), error, "mimic-unknown", "expected an attribute joint"},
                {"OfItself", urdf_arm("", "<@mimic joint=\"elbow\"/>"), error, "mimic-self", "found the joint itself"},
                {"InACircle", followers("<mimic joint=\"k\"/>", "<@mimic joint=\"j\"/>"), error, "mimic-cycle",
                 "found that 'j' follows this one"},
                {"OfAFixedJoint",
                 urdf(urdf_link("a") + urdf_link("b") + urdf_joint("j", "base", "a", "", "fixed") +
                      urdf_joint("k", "a", "b", "<@mimic joint=\"j\"/>")),
                 error, "mimic-unknown", "which is of another kind"});

TEST(UrdfErrors, AreAllToldAtOnce) {
  const Reading reading = read_urdf(
      urdf(urdf_link("arm", "<inertial><mass value=\"-1\"/>" + unit_inertia + "</inertial>") + "<link/>" +
           "<joint name=\"j\" type=\"turn\"><parent link=\"base\"/><child link=\"arm\"/><origin xyz=\"a\"/></joint>"),
      "arm.urdf");
  std::vector<std::string> codes;
  for (const Finding& finding : reading.findings) codes.push_back(finding.code);
  EXPECT_EQ(codes, (std::vector<std::string>{"mass-negative", "name-missing", "type-unknown", "number"}));
}

}  // namespace torsor::test::urdf_errors_test
