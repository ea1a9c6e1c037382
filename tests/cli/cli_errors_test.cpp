#include <gtest/gtest.h>

#include "cli/expect_told.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_errors_test {

struct Mistake {
  const char *name, *command_line, *message;
};
void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

class UsageMistake : public testing::TestWithParam<Mistake> {};

TEST_P(UsageMistake, ExitsWith2AndOneMessage) {
  SCOPED_TRACE(GetParam().command_line);
  expect_told(torsor(GetParam().command_line), 2, GetParam().message);
}

std::string name_of(const testing::TestParamInfo<Mistake>& info) { return info.param.name; }
#define TORSOR_MISTAKES(group, ...) \
  INSTANTIATE_TEST_SUITE_P(group, UsageMistake, testing::ValuesIn(std::vector<Mistake>{__VA_ARGS__}), name_of)

TORSOR_MISTAKES(Command, {"Unknown", "inverse two-rods", "inverse"},
                {"UnknownFlag", "show two-rods --frobnicate", "--frobnicate"},
                {"FlagOfAnotherCommand", "show two-rods --tip lower", "--tip"},
                {"TooManyArguments", "show two-rods puma560", "puma560"}, {"RobotMissing", "show", "ROBOT"},
                {"UnknownRobot", "show puma56", "did you mean 'puma560'?"}, {"EmptyRobot", "show ''", "unknown robot"},
                {"UnknownRobotSaysWhereTheKnownOnesAre", "show nope", "`torsor robots` lists the built-in ones"},
                {"FolderForARobot", "show /tmp", "/tmp: expected a robot file, found a folder"},
                {"NoSuchFile", "show /nowhere/arm.yaml", "/nowhere/arm.yaml"},
                {"PrintOfAnUnknownRobot", "robots --print nope", "unknown robot 'nope'"},
                {"PrintOfAnEmptyName", "robots --print ''", "--print"});

TORSOR_MISTAKES(Vector, {"Missing", "inverse-dynamics two-rods", "--q"},
                {"MissingForKinematics", "kinematics two-rods", "--q"},
                {"WithoutAValue", "inverse-dynamics two-rods --q", "--q"},
                {"Empty", "kinematics two-rods --q ''", "--q"},
                {"EmptyThatHasADefault", "inverse-dynamics two-rods --q 0,0 --qd ''", "--qd"},
                {"TooLong", "inverse-dynamics two-rods --q 1,2,3",
                 "--q: expected 2 numbers, one for each joint of two-rods (joint1, joint2); found 3"},
                {"TooShort", "inverse-dynamics two-rods --q 1", "found 1"},
                {"TooLongVelocity", "terms two-rods --q 0,0 --qd 1,2,3", "--qd: expected 2 numbers"},
                {"TooLongAcceleration", "energy two-rods --q 0,0 --qdd 1", "--qdd: expected 2 numbers"},
                {"TooShortTorque", "forward-dynamics two-rods --q 0,0 --tau 1", "--tau: expected 2 numbers"},
                {"Nan", "inverse-dynamics two-rods --q 0,nan", "--q: number 2"},
                {"Inf", "inverse-dynamics two-rods --q inf,0", "--q: number 1"},
                {"MinusInf", "inverse-dynamics two-rods --q -inf,0", "--q: number 1"},
                {"OneOverZero", "inverse-dynamics two-rods --q 1/0,0", "expected a finite number"},
                {"OutOfRange", "inverse-dynamics two-rods --q 1e999,0", "out of range"},
                {"Text", "inverse-dynamics two-rods --q zero,0", "'zero'"},
                {"Unit", "inverse-dynamics two-rods --q 90rad,0", "'90rad'"},
                {"TrailingComma", "inverse-dynamics two-rods --q 0,0,", "number 3"},
                {"SpacesForCommas", "inverse-dynamics two-rods --q 0 0", "0"},
                {"Twice", "inverse-dynamics two-rods --q 0,0 --q 1,1", "--q"});

TORSOR_MISTAKES(World,
                {"UnknownTip", "inverse-dynamics two-rods --q 0,0 --tip hand",
                 "--tip: expected one of base, upper, lower; found 'hand'"},
                {"EmptyTip", "inverse-dynamics two-rods --q 0,0 --tip ''", "--tip"},
                {"UnknownTipOfAJacobian", "jacobian two-rods --q 0,0 --tip hand", "--tip"},
                {"NegativePayload", "inverse-dynamics two-rods --q 0,0 --payload -1",
                 "--payload: mass of the payload: expected a number that is not negative"},
                {"PayloadOfTwo", "inverse-dynamics two-rods --q 0,0 --payload 1,2",
                 "--payload: expected 1, 4 or 10 numbers, found 2"},
                {"ImpossiblePayload", "inverse-dynamics two-rods --q 0,0 --payload 1,0,0,0,-1,0,0,0,0,0",
                 "no body has it"},
                {"EmptyPayload", "inverse-dynamics two-rods --q 0,0 --payload ''", "--payload"},
                {"WrenchOfThree", "inverse-dynamics two-rods --q 0,0 --wrench 1,2,3", "--wrench: expected 6 numbers"},
                {"NanInAWrench", "inverse-dynamics two-rods --q 0,0 --wrench 0,0,0,0,0,nan", "--wrench: number 6"},
                {"UnknownWrenchFrame", "inverse-dynamics two-rods --q 0,0 --wrench 1,2,3,4,5,6 --wrench-frame hand",
                 "--wrench-frame"},
                {"GravityOfTwo", "inverse-dynamics two-rods --q 0,0 --gravity 0,1", "--gravity: expected 3 numbers"},
                {"EmptyGravity", "inverse-dynamics two-rods --q 0,0 --gravity ''", "--gravity"},
                {"BaseVelocityOfTwo", "terms two-rods --q 0,0 --base-velocity 0,1",
                 "--base-velocity: expected 3 or 6 numbers"},
                {"BaseAccelerationOfFive", "energy two-rods --q 0,0 --base-acceleration 0,1,2,3,4",
                 "--base-acceleration: expected 3 or 6 numbers"},
                {"PointOfTwo", "kinematics two-rods --q 0,0 --point 0,1", "--point: expected 3 numbers"},
                {"UnknownMethod", "inverse-dynamics two-rods --q 0,0 --method lagrange", "--method"},
                {"UnknownForwardMethod", "forward-dynamics two-rods --q 0,0 --method lagrange", "--method"},
                {"UnknownFrame", "jacobian two-rods --q 0,0 --frame hand", "--frame"});

TORSOR_MISTAKES(Set, {"WithoutAValue", "show two-rods --set m1", "--set: expected NAME=VALUE, found 'm1'"},
                {"WithAnEmptyValue", "show two-rods --set m1=", "--set: m1="},
                {"WithoutAName", "show two-rods --set =4", "--set: expected NAME=VALUE"},
                {"OfAnUnknownParameter", "show two-rods --set m3=1", "expected one of l, m1, m2, g"},
                {"OfARobotWithoutParameters", "show puma560 --set m3=1", "names no parameters"},
                {"BadExpression", "show two-rods --set m1=1+", "--set: m1=1+"},
                {"Negative", "show two-rods --set m1=-1", "--set: it makes the robot impossible"},
                {"Nan", "show two-rods --set m1=nan", "--set"}, {"OneOverZero", "show two-rods --set m1=1/0", "--set"},
                {"OfALaterParameter", "show two-rods --set m1=m2", "--set"});

TORSOR_MISTAKES(Amount,
                {"TooManyStates", "check two-rods --states 100000000000", "--states: expected a whole number up to"},
                {"LargeSeed", "make-log two-rods --output x.csv --seed 99999999999999999999", "at most 19 digits"},
                {"ShortLog", "make-log two-rods --duration 0.0004 --output x.csv",
                 "--duration: expected a time of one"},
                {"CutoffOfZero", "smooth x.csv --cutoff 0", "--cutoff: expected a number from"});

TORSOR_MISTAKES(Trajectory,
                {"NoSuchFile", "inverse-dynamics two-rods --trajectory /nowhere/motion.csv", "/nowhere/motion.csv"},
                {"Folder", "inverse-dynamics two-rods --trajectory /tmp", "/tmp"},
                {"Empty", "inverse-dynamics two-rods --q 0,0 --trajectory ''", "--trajectory"},
                {"BesideQ", "inverse-dynamics two-rods --q 0,0 --trajectory /dev/null",
                 "--trajectory: expected no --q"},
                {"BesideLoads", "inverse-dynamics two-rods --bearing-loads --trajectory /dev/null", "--bearing-loads"},
                {"OutputWithoutIt", "inverse-dynamics two-rods --q 0,0 --output /tmp/never.csv",
                 "--output: expected --trajectory"});

TEST(FileMistake, ExitsWith3AndItsPlace) {
  const TemporaryFile unknown_key("name: a\nlinks:\n  - joint: revolute\n    colour: red\n");
  const TemporaryFile impossible("name: a\nlinks:\n  - joint: revolute\n    mass: -1\n"), empty(""), yaml("name: [\n");
  const TemporaryFile motion("0,0,0,0,0,0\n0,0,0,0,0,x\n", ".csv"), no_motion("", ".csv");
  for (const char* command :
       {"show", "kinematics --q 0", "inverse-dynamics --q 0", "forward-dynamics --q 0", "energy --q 0"}) {
    expect_told(torsor(std::string(command) + " " + unknown_key.path()), 3,
                unknown_key.path() + ":4:5: link1: unknown key");
    expect_told(torsor(std::string(command) + " " + impossible.path() + " --json"), 3,
                impossible.path() + ":4:11: mass");
  }
  expect_told(torsor("show " + empty.path()), 3, empty.path() + ":1:1: ");
  expect_told(torsor("show " + yaml.path()), 3, yaml.path() + ":2:1: ");
  expect_told(torsor("inverse-dynamics two-rods --trajectory " + motion.path()), 3,
              motion.path() + ":2:11: expected a finite");
  expect_told(torsor("inverse-dynamics two-rods --trajectory " + no_motion.path()), 3, no_motion.path() + ":1:1: ");
}

TEST(FileMistake, OfTextThatIsNotUtf8HasNoLibraryMessage) {
  const TemporaryFile file("name: caf\xe9\nlinks:\n  - joint: revolute\n");
  expect_told(torsor("show " + file.path() + " --json"), 3, file.path() + ":1:");
}

#ifndef TORSOR_ADDRESS_SANITIZER  // which takes more address space than any limit
TEST(FileMistake, AFileWithoutAnEndIsRefused) {
  expect_told(run_tool({"show", "/dev/zero"}, nullptr, rlim_t{1} << 30U), 2,
              "/dev/zero: expected a robot file, found a device");
}
#endif

TEST(FailedComputation, ASingularInertiaExitsWith1) {
  const TemporaryFile massless(
      "name: a\nlinks:\n  - {joint: revolute, mass: 1, com: [1, 0, 0]}\n  - joint: {type: revolute, name: wrist}\n");
  for (const char* method : {"articulated-bodies", "inertia-matrix"}) {
    const ToolRun run = torsor("forward-dynamics " + massless.path() + " --q 0,0 --method " + method);
    expect_told(run, 1, "singular");
    EXPECT_NE(run.err.find("wrist"), std::string::npos) << run.err;
  }
  EXPECT_EQ(torsor("inverse-dynamics " + massless.path() + " --q 0,0").code, 0);
}

TEST(FailedComputation, NumbersThatWouldOverflowAreRefused) {
  const std::string huge = "1e308,1e308,1e308,1e308,1e308,1e308";
  for (const std::string& line :
       {std::string("inverse-dynamics two-rods --q 0,0 --qd 1e200,1e200"),
        std::string("forward-dynamics two-rods --q 0,0 --qd 1e200,1e200"),
        std::string("kinematics two-rods --q 0,0 --qd 1e200,1e200"),
        std::string("jacobian two-rods --q 0,0 --qd 1e200,1e200"),
        std::string("energy two-rods --q 0,0 --qd 1e200,1e200"), std::string("terms two-rods --q 0,0 --qd 1e200,1e200"),
        "terms two-rods --q 0,0 --wrench " + huge, "energy two-rods --q 0,0 --qd 1,1 --wrench " + huge})
    for (const char* form : {"", " --json"}) {
      SCOPED_TRACE(line + form);
      expect_told(torsor(line + form), 2, "expected a number from -1e+30 to 1e+30");
    }
}

}  // namespace torsor::test::cli_errors_test
