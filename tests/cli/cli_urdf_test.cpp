#include <gtest/gtest.h>

#include <algorithm>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_urdf_test {

const std::string rods = TORSOR_SOURCE_DIR "/examples/two-rods.urdf";

TEST(CliUrdf, TheRodsInUrdfMoveAsTheBuiltInOnes) {
  const std::string state = " --q 0.1,0.4 --qd 1,-0.5 --qdd 0.2,0.3";
  const Json urdf = answer("inverse-dynamics " + rods + state), yaml = answer("inverse-dynamics two-rods" + state);
  expect_near(urdf["tau"], yaml["tau"].get<std::vector<double>>());
}

TEST(CliUrdf, ShowPrintsOriginsAndAxes) {
  const ToolRun run = torsor("show " + rods);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("origins in the parent link's frame"), std::string::npos) << run.out;
}

TEST(CliUrdf, WarningsAreOneLineAndTheAnswerComes) {
  const TemporaryFile file(
      "<robot name=\"r\">\n<link name=\"base\"/>\n<link name=\"arm\"><inertial><mass value=\"1\"/></inertial></link>\n"
      "<joint name=\"j\" type=\"revolute\"><parent link=\"base\"/><child link=\"arm\"/></joint></robot>",
      ".urdf");
  const ToolRun run = torsor("show " + file.path());
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "torsor: warning: " + file.path() +
                         ": 2 warnings, the first: 3:19: link arm: <inertial>: expected an <inertia>, found none; "
                         "taken as a point mass\n");
  EXPECT_NE(run.out.find("arm"), std::string::npos);
}

TEST(CliUrdf, WarningsArePrintedOnceByCommandsThatNeedTheFileTwice) {
  const TemporaryFile file(
      "<robot name=\"r\"><link name=\"base\"/><link name=\"arm\"><inertial><mass value=\"1\"/><origin xyz=\"1 0 0\"/>"
      "</inertial></link><joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/></joint>"
      "</robot>",
      ".urdf");
  for (const char* command :
       {"effective-inertia FILE --samples 3", "count FILE", "convert FILE - --to yaml --from urdf"}) {
    std::string line = command;
    line.replace(line.find("FILE"), 4, file.path());
    const ToolRun run = torsor(line);
    EXPECT_EQ(run.code, 0) << line << run.err;
    const std::size_t first = run.err.find("torsor: warning: ");
    ASSERT_NE(first, std::string::npos) << line;
    EXPECT_EQ(run.err.find("torsor: warning: ", first + 1), std::string::npos) << run.err;
  }
}

TEST(CliUrdf, ShowHasAllAnglesInDegrees) {
  const TemporaryFile file(
      "<robot name=\"r\"><link name=\"base\"/><link name=\"arm\"/><joint name=\"j\" type=\"revolute\"><parent "
      "link=\"base\"/><child link=\"arm\"/><origin rpy=\"0 0 1.5707963267948966\"/><limit lower=\"-1e6\" "
      "upper=\"1.5707963267948966\" velocity=\"1\" effort=\"1\"/></joint></robot>",
      ".urdf");
  const std::string out = torsor("show " + file.path()).out;
  EXPECT_NE(out.find("0 0 90"), std::string::npos) << out;
  EXPECT_NE(out.find("-1e+06rad .. 90deg"), std::string::npos) << out;
}

TEST(CliUrdf, ErrorsOfAFileExitWith3) {
  const TemporaryFile file("<robot name=\"r\"><link/><link/></robot>", ".urdf");
  expect_told("show " + file.path(), 3, file.path() + ":1:18: <link>: expected an attribute name, found none\n");
}

TEST(CliUrdf, ARobotWithoutJointsCanBeShownButHasNoDynamics) {
  const TemporaryFile file("<robot name=\"box\"><link name=\"box\"/></robot>", ".urdf");
  EXPECT_EQ(torsor("show " + file.path()).code, 0);
  EXPECT_EQ(torsor("kinematics " + file.path() + " --q ''").code, 0);
  expect_told("check " + file.path(), 1, "box has no joint that moves");
  expect_told("base-parameters " + file.path(), 1, "box has no joint that moves");
}

TEST(CliUrdf, FlagsForUrdfAreRefusedWithOtherRobots) {
  expect_told("show two-rods --free-base", 2, "--free-base: expected a robot in URDF or MJCF");
  expect_told("show two-rods --free-mimic", 2, "--free-mimic: expected a robot in URDF or MJCF");
  expect_told("show two-rods --ignore-geoms", 2, "--ignore-geoms: expected a robot in MJCF");
  expect_told("show " + rods + " --ignore-geoms", 2, "--ignore-geoms: expected a robot in MJCF");
  const TemporaryFile yaml("name: r\nlinks: [{joint: revolute, shape: {rod: 1, mass: 1}}]\n");
  expect_told("show " + yaml.path() + " --ignore-geoms", 2, "--ignore-geoms: expected a robot in MJCF");
}

TEST(CliUrdf, APayloadIsJudgedApartFromTheRobot) {
  const TemporaryFile file(
      "<robot name=\"r\"><link name=\"root\"/><link name=\"arm\"><inertial><mass value=\"1\"/><inertia ixx=\"-1\" "
      "ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link><joint name=\"j\" type=\"continuous\">"
      "<parent link=\"root\"/><child link=\"arm\"/></joint></robot>",
      ".urdf");
  EXPECT_EQ(torsor("inverse-dynamics " + file.path() + " --q 0 --payload 1").code, 0);
}

}  // namespace torsor::test::cli_urdf_test
