#include <gtest/gtest.h>

#include "robot_files/robot_mistake.hpp"

namespace torsor::test::robot_file_errors_test {

/// What the reader itself finds: keys, kinds of value, numbers.
class RobotFileMistake : public RobotMistake {};
TEST_P(RobotFileMistake, IsFoundWhereItStandsAndToldOnce) { expect_told_once(); }

TORSOR_MISTAKES(
    UnknownKey, RobotFileMistake, {"OfTheRobot", top("@colour: red"), "unknown key 'colour'; expected one of name, "},
    {"OfALink", link("@colour: red"), "link1: unknown key 'colour'"},
    {"OfAJoint", "name: a\nlinks:\n  - joint: {type: revolute, @colour: red}\n", "unknown key 'colour'"},
    {"OfADhRow", link("dh: {a: 1, @b: 2}"), "unknown key 'b'; expected one of theta, d, a, alpha, offset"},
    {"OfAnInertia", link("inertia: {xx: 1, @ixx: 2}"), "unknown key 'ixx'"},
    {"OfARotor", link("rotor: {inertia: 1, @gear: 2}"), "unknown key 'gear'; expected one of inertia, ratio, axis"},
    {"OfAFriction", link("friction: {viscous: 1, @static: 2}"), "unknown key 'static'"},
    {"OfPresliding", link("friction: {coulomb: 1, presliding: {stiffness: 1, @mass: 2}}"),
     "unknown key 'mass'; expected one of stiffness, damping"},
    {"OfASpring", link("spring: {stiffness: 1, @k: 2}"), "unknown key 'k'"},
    {"OfLimits", link("limits: {velocity: 1, @jerk: 2}"), "unknown key 'jerk'"},
    {"OfAnOrigin", link("origin: {xyz: [0, 0, 0], @abc: [0, 0, 0]}"), "unknown key 'abc'; expected one of xyz, rpy"},
    {"OfTheBase", top("base: {@z: 1}"), "unknown key 'z'"},
    {"OfTheTool", top("tool: {xyz: [0, 0, 0], @length: 1}"), "unknown key 'length'"},
    {"OfThePayload", top("payload: {mass: 1, @size: 1}"), "unknown key 'size'"},
    {"OfACoupling", top("couplings:\n  - {joints: {joint1: 1}, @gear: 2}"), "unknown key 'gear'"},
    {"OfAShape", link("shape: {rod: 1, mass: 1, @width: 2}"), "unknown key 'width'"},
    {"OfACylinder", link("shape: {cylinder: {radius: 1, length: 1, @inner: 2}, mass: 1}"), "unknown key 'inner'"});

TORSOR_MISTAKES(Key, RobotFileMistake,
                {"OfTheRobotTwice", "name: a\n@name: b\nlinks: [{joint: revolute}]\n", "the key 'name' appears twice"},
                {"OfALinkTwice", link("@joint: prismatic"), "the key 'joint' appears twice"},
                {"OfADhRowTwice", link("dh: {a: 1, @a: 2}"), "the key 'a' appears twice"},
                {"ParameterTwice", top("parameters: {a: 1, @a: 2}"), "the key 'a' appears twice"},
                {"NameMissing", "@links:\n  - joint: revolute\n", "the key 'name' is missing"},
                {"LinksMissing", "@name: a\n", "the key 'links' is missing"},
                {"JointMissing", "name: a\nlinks:\n  - @mass: 1\n", "the key 'joint' is missing"},
                {"JointTypeMissing", "name: a\nlinks:\n  - joint: @{name: b}\n", "the key 'type' is missing"},
                {"RotorInertiaMissing", link("rotor: @{ratio: 2}"), "the key 'inertia' is missing"},
                {"PreslidingStiffnessMissing", link("friction: {coulomb: 1, presliding: @{damping: 2}}"),
                 "presliding of joint1: the key 'stiffness' is missing"},
                {"CouplingJointsMissing", top("couplings:\n  - @{stiffness: 1}"), "the key 'joints' is missing"},
                {"TubeRadiusMissing", link("shape: {tube: @{outer: 1, length: 1}, mass: 1}"),
                 "the key 'inner' is missing"},
                {"WithoutAValue", link("@mass:") + "    com: [0, 0, 0]\n", "expected a number, found nothing"},
                {"NameWithoutAValue", "@name:\nlinks:\n  - joint: revolute\n", "expected a text, found nothing"},
                {"ThatIsNoText", "name: a\n? @[1, 2]\n: 3\n", "expected a key, found a list of 2"});

TORSOR_MISTAKES(WrongKind, RobotFileMistake, {"EmptyFile", "@", "expected a map"},
                {"OnlyAComment", "@# nothing here\n", "expected a map"},
                {"AListForTheRobot", "@- 1\n- 2\n", "expected a map of keys and values, found a list of 2"},
                {"ATextForTheRobot", "@robot\n", "expected a map of keys and values, found 'robot'"},
                {"AMapForLinks", "name: a\nlinks: @{joint: revolute}\n", "links: expected a list, found a map"},
                {"ANumberForALink", "name: a\nlinks:\n  - @3\n", "link1: expected a map"},
                {"NoLinks", "name: a\nlinks: @[]\n", "at least one link"},
                {"AListForParameters", top("parameters: @[1]"), "expected a map"},
                {"AListForAName", link("name: @[1]"), "expected a text, found a list of 1"},
                {"ANumberForPresliding", link("friction: {coulomb: 1, presliding: @3}"), "expected a map"},
                {"ANumberForARotor", link("rotor: @3"), "expected a map"},
                {"AMapForCouplings", top("couplings: @{}"), "expected a list"},
                {"AMapForShapes", link("shapes: @{sphere: 1, mass: 1}"), "expected a list"},
                {"YesForTrue", top("illustrative: @yes"), "expected one of false, true; found 'yes'"},
                {"OtherJointType", "name: a\nlinks:\n  - joint: @spherical\n",
                 "expected one of ball, fixed, free, prismatic, revolute; found 'spherical'"},
                {"OtherConvention", top("dh: @proximal"), "expected one of modified, standard; found 'proximal'"},
                {"OtherRotorModel", top("rotor_model: @full"), "found 'full'"},
                {"OtherReferencePoint", top("inertia_about: @center"), "expected one of com, origin; found 'center'"},
                {"OtherSide", link("friction: {side: @gear}"), "expected one of link, motor; found 'gear'"});

TORSOR_MISTAKES(Number, RobotFileMistake,
                {"ListOfTwoForThree", link("com: @[1, 2]"), "expected a list of 3 numbers, found a list of 2"},
                {"ListOfFourForThree", top("gravity: @[0, 0, 0, 1]"),
                 "expected a list of 3 numbers, found a list of 4"},
                {"OneForThree", top("gravity: @9.81"), "expected a list of 3 numbers, found '9.81'"},
                {"ThreeForTwo", link("friction: {coulomb: @[1, 2, 3]}"), "expected a list of 2 numbers"},
                {"OneForTwoLimits", link("limits: {position: @1}"), "expected a list of 2 numbers"},
                {"AListForOne", link("mass: @[1]"), "expected a number, found a list of 1"},
                {"AMapForOne", link("mass: @{kg: 1}"), "expected a number, found a map"},
                {"WithAUnit", link("mass: 1@kg"), "found 'k' in '1kg'"},
                {"WithADecimalComma", link("mass: 1@,5"), "found ',' in '1,5'"},
                {"InQuotesWithAMistake", link("mass: \"1@,5\""), "found ','"},
                {"InAList", link("com: [0, 0, 1@x]"), "found 'x' in '1x'"},
                {"AWord", link("mass: @heavy"), "'heavy' is not a parameter"},
                {"NotDefinedYet", top("parameters:\n  a: @2*b\n  b: 1"), "'b' is not a parameter"},
                {"DefinedByItself", top("parameters: {a: @a}"), "'a' is not a parameter"},
                {"NanOfYaml", link("mass: @.nan"), "expected a number"},
                {"InfOfYaml", link("mass: @.inf"), "expected a number"},
                {"Nan", link("mass: @nan"), "'nan' is not a parameter"},
                {"OneOverZero", link("mass: @1/0"), "expected a finite number, found '1/0'"},
                {"ZeroOverZero", link("dh: {a: @0/0}"), "expected a finite number"},
                {"OutOfRange", link("mass: @1e999"), "out of range"},
                {"InfiniteGravity", top("gravity: [0, 0, @-1/0]"), "expected a finite number"},
                {"InfiniteParameter", top("parameters: {a: @1/0}"), "parameter a: expected a finite number"},
                {"InfiniteTool", top("tool: {xyz: [0, 0, @1/0]}"), "expected a finite number"},
                {"InfiniteStiffness", link("spring: {stiffness: @1/0}"), "expected a finite number"},
                {"RootOfMinusOne", link("mass: @sqrt(-1)"), "expected a finite number"});

TORSOR_MISTAKES(ParameterName, RobotFileMistake,
                {"ThatIsPi", top("parameters: {@pi: 3}"), "'pi' has a meaning of its own; expected another name"},
                {"ThatIsTheUnitDeg", top("parameters: {@deg: 3}"), "'deg'"},
                {"ThatIsAFunction", top("parameters: {@sqrt: 3}"), "'sqrt'"},
                {"ThatStartsWithADigit", top("parameters: {@1a: 3}"),
                 "expected a name of letters, digits and _, found '1a'"},
                {"WithAMinus", top("parameters: {@a-b: 3}"), "found 'a-b'"});

TORSOR_MISTAKES(Slip, RobotFileMistake,
                {"TabBeforeAListEntry", "name: a\nlinks:\n@\t- joint: revolute\n",
                 "expected spaces before the first word"},
                {"TabBeforeAKey", link("mass: 3\n@\tcom: [0, 0, 0]"), "found a tab"},
                {"NoSpaceBeforeANameAndAnotherKey", link("mass:@m3\n    com: [0, 0, 0]"),
                 "expected a space after 'mass:', found 'm3'"},
                {"NoSpaceInTheFirstKeyOfALink", "name: a\nlinks:\n  - name:@arm\n    joint: revolute\n",
                 "expected a space after 'name:', found 'arm'"},
                {"NoSpaceInTheLastKey", link("@mass:3"), "YAML needs a space after the colon: 'mass: 3'"},
                {"NoSpaceBetweenBraces", "name: a\nlinks:\n  - {joint: revolute, @mass:3, com: [1, 0, 0]}\n",
                 "YAML needs a space after the colon: 'mass: 3'"},
                {"NoSpaceInTheOnlyKey", "name: a\nlinks:\n  - @joint:revolute\n",
                 "YAML needs a space after the colon"});

TORSOR_MISTAKES(MisspeltKey, RobotFileMistake, {"InUpperCase", link("@Mass: 3"), "did you mean 'mass'?"},
                {"WithLettersThatChangedPlaces", link("mass: 1\n    @inertai: {xx: 1}"), "did you mean 'inertia'?"},
                {"OfTheRobot", top("@Gravity: [0, 0, 1]"), "did you mean 'gravity'?"},
                {"OfAFriction", link("friction: {@viscos: 1}"), "did you mean 'viscous'?"});

}  // namespace torsor::test::robot_file_errors_test
