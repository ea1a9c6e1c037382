#include <gtest/gtest.h>

#include <algorithm>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

// The form of JSON: what stands on a line, what stands beside what, and errors.

namespace torsor::test::cli_json_test {

const std::string careless = TORSOR_SOURCE_DIR "/examples/careless-arm.urdf";

TEST(JsonLayout, NumbersOfAListAreOnOneLine) {
  EXPECT_EQ(torsor("forward-dynamics one-link --set g=0 --q 0 --json").out,
            "{\n  \"joints\": [\"joint\"],\n  \"qdd\": [0.0]\n}\n");
  const std::string matrix = torsor("terms two-point-masses-vertical --q 0,0 --json").out;
  EXPECT_NE(matrix.find("\"inertia_matrix\": [\n    [6.0, 2.0],\n    [2.0, 1.0]\n  ],\n"), std::string::npos) << matrix;
  const std::string robot = torsor("show two-rods --json").out;
  EXPECT_NE(robot.find("\"gravity\": [0.0, -9.81, 0.0],\n"), std::string::npos) << robot;
}

TEST(JsonLayout, ALineHasOneMemberOrOneList) {
  for (const char* call :
       {"show puma560 --json", "robots --json", "base-parameters scara --json", "check two-rods --states 2 --json"}) {
    std::istringstream lines(torsor(call).out);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_EQ(line.find("{\""), std::string::npos) << call << ": " << line;
      EXPECT_EQ(line.find("[["), std::string::npos) << call << ": " << line;
    }
  }
}

TEST(Json, NamesTheJointsBesideWhatBelongsToThem) {
  const std::string state = " puma560 --q 0,45deg,180deg,0,45deg,0";
  ASSERT_EQ(answer("inverse-dynamics" + state)["joints"].size(), 6u);
  const Json robot = answer("show puma560");
  for (const char* command :
       {"inverse-dynamics", "forward-dynamics", "derivatives", "terms", "jacobian", "effective-inertia", "lagrange"}) {
    const Json joints = answer(command + state)["joints"];
    ASSERT_EQ(joints.size(), 6u) << command;
    for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(joints[j], robot["joints"][j]["name"]) << command;
  }
}

TEST(JsonError, IsOneLineOnTheErrorStream) {
  const ToolRun run = torsor("show nope --json");
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1);
  EXPECT_EQ(
      run.err,
      "{\"error\":{\"exit_code\":2,\"kind\":\"usage\",\"message\":\"unknown robot 'nope': expected a built-in robot "
      "or a robot file (`torsor robots` lists the built-in ones)\"}}\n");
}

TEST(JsonError, OfAFileHasItsFindings) {
  const TemporaryFile file("name: a\nlinks:\n  - joint: revolute\n    colour: red\n    size: 3\n");
  const Json error = Json::parse(torsor("show " + file.path() + " --json").err)["error"];
  EXPECT_EQ(error["kind"], "file-content");
  ASSERT_EQ(error["findings"].size(), 2u);
  EXPECT_EQ(error["findings"][1]["file"], file.path());
  EXPECT_EQ(error["findings"][1]["line"], 5);
  EXPECT_EQ(error["findings"][1]["column"], 5);
}

TEST(JsonError, OfTheFirstWordIsJsonToo) {
  EXPECT_EQ(Json::parse(torsor("shwo two-rods --json").err)["error"]["kind"], "usage");
  EXPECT_EQ(Json::parse(torsor("show two-rods --colour --json").err)["error"]["kind"], "usage");
}

TEST(JsonWarning, OfARobotFileIsOneLineOfJson) {
  const ToolRun run = torsor("show " + careless + " --json");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  EXPECT_GT(Json::parse(run.err)["warnings"].size(), 1u) << run.err;
}

}  // namespace torsor::test::cli_json_test
