#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "cli/expect_told.hpp"
#include "cli/folder.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_inverse_kinematics_test {

const std::string command = "inverse-kinematics ";

Json answer(const std::string& arguments) {
  const ToolRun run = torsor(command + arguments + " --json");
  EXPECT_EQ(run.code, 0) << arguments << ": " << run.err;
  EXPECT_EQ(run.err, "") << arguments;
  return run.json();
}

/// What `kinematics` says of a configuration, as --pose takes it.
std::string pose_of(const std::string& robot, const std::string& q) {
  const Json json = torsor("kinematics " + robot + " --q " + q + " --json").json();
  std::vector<double> numbers = json["point"]["position"].get<std::vector<double>>();
  for (const double x : json["roll_pitch_yaw"].get<std::vector<double>>()) numbers.push_back(x);
  return list_of(numbers);
}

void expect_same_pose(const std::string& robot, const Json& q, const std::string& wanted) {
  const Json a = torsor("kinematics " + robot + " --q " + list_of(q.get<std::vector<double>>()) + " --json").json(),
             b = torsor("kinematics " + robot + " --q " + wanted + " --json").json();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      EXPECT_NEAR(a["pose"][i][j].get<double>(), b["pose"][i][j].get<double>(), 1e-9) << i << j;
}

TEST(InverseKinematicsCommand, UndoesKinematics) {
  for (const auto& [robot, q] :
       std::vector<std::pair<std::string, std::string>>{{"puma560", "0.1,0.2,-1.3,0.4,0.5,0.6"},
                                                        {"ur5e", "0.1,-1,1,0.4,0.5,0.6"},
                                                        {"panda", "0.1,0.2,0.3,-1,0.5,1.6,0.7"},
                                                        {"scara", "0.1,0.2,0.05,0.4"},
                                                        {"stanford", "0.1,0.2,0.5,0.4,0.5,0.6"}}) {
    const Json json = answer(robot + " --pose " + pose_of(robot, q));
    EXPECT_EQ(json["reached"], true) << robot;
    ASSERT_EQ(json["solutions"].size(), 1u) << robot;
    const Json& solution = json["solutions"][0];
    EXPECT_LE(solution["position_error"].get<double>(), 1e-10);
    EXPECT_LE(solution["orientation_error"].get<double>(), 1e-10);
    EXPECT_GT(solution["manipulability"].get<double>(), 0);
    EXPECT_GT(solution["condition"].get<double>(), 1);
    EXPECT_EQ(solution["at_limits"], Json::array());
    expect_same_pose(robot, solution["q"], q);
  }
}

TEST(InverseKinematicsCommand, TakesAStartATipAndABase) {
  const std::string q = "0.1,0.2,-1.3,0.4,0.5,0.6";
  const Json near = answer("puma560 --pose " + pose_of("puma560", q) + " --start 0.12,0.2,-1.3,0.4,0.5,0.6");
  EXPECT_NEAR(near["solutions"][0]["q"][0].get<double>(), 0.1, 1e-8);
  EXPECT_EQ(near["source"], "search");
  const Json tip = answer("two-rods --tip upper --position-only --pose 0.6,0.8,0");
  EXPECT_EQ(tip["tip"], "upper");
  EXPECT_NEAR(tip["solutions"][0]["q"][0].get<double>(), std::atan2(0.8, 0.6), 1e-9);
  const Json moved = answer("two-rods --base-pose 1,0,0 --position-only --pose 2.5,1,0");
  EXPECT_EQ(moved["reached"], true);
}

TEST(InverseKinematicsCommand, FindsAllEight) {
  for (const auto& [robot, q] : std::vector<std::pair<std::string, std::string>>{
           {"puma560", "0.3,0.6,-2.4,0.5,0.8,0.7"}, {"ur10", "0.4,-1.1,1.3,-0.6,0.9,0.2"}}) {
    const Json json = answer(robot + " --all --no-limits --pose " + pose_of(robot, q));
    EXPECT_EQ(json["source"], "closed-form");
    EXPECT_EQ(json["solutions"].size(), 8u) << robot;
    for (const Json& solution : json["solutions"]) expect_same_pose(robot, solution["q"], q);
  }
  const ToolRun text = torsor(command + "panda --all --pose " + pose_of("panda", "0.1,0.2,0.3,-1,0.5,1.6,0.7"));
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("by search; there are infinitely many"), std::string::npos) << text.out;
}

TEST(InverseKinematicsCommand, LeavesOrientationFreeWhereAsked) {
  const Json position = answer("puma560 --position-only --pose 0.5,0.2,0.3");
  EXPECT_EQ(position["match"], "position");
  EXPECT_EQ(position["redundant"], true);
  EXPECT_EQ(position["solutions"][0]["orientation_error"], 0.0);
  const Json axis = answer("puma560 --free-rotation --pose 0.5,0.2,0.3,0,90deg,0");
  EXPECT_EQ(axis["match"], "axis-z");
  const std::string q = list_of(axis["solutions"][0]["q"].get<std::vector<double>>());
  const Json pose = torsor("kinematics puma560 --json --q " + q).json()["pose"];
  EXPECT_NEAR(pose[0][2].get<double>(), 1, 1e-9);  // z points along x
}

TEST(InverseKinematicsCommand, PrefersWhatItIsTold) {
  const std::string pose = pose_of("iiwa14", "0.5,0.6,0.4,-1.2,0.3,0.9,0.2");
  const Json near = answer("iiwa14 --prefer near-posture --posture 0.5,0.6,0.4,-1.2,0.3,0.9,0.2 --pose " + pose);
  EXPECT_NEAR(near["solutions"][0]["q"][2].get<double>(), 0.4, 1e-4);
  EXPECT_EQ(answer("iiwa14 --prefer away-from-limits --pose " + pose)["reached"], true);
}

TEST(InverseKinematicsCommand, ExitsWith4WhereThePoseIsOutOfReach) {
  const ToolRun run = torsor(command + "two-rods --position-only --pose 3,4,0");
  EXPECT_EQ(run.code, 4);
  EXPECT_NE(run.out.find("not reached; the nearest is"), std::string::npos) << run.out;
  EXPECT_NE(run.err.find("unreachable: the nearest pose of lower is xyz 1.2 1.6 0 (off by 3 m)"), std::string::npos)
      << run.err;
  EXPECT_NE(run.err.find("the arm is singular there, as when it is stretched"), std::string::npos) << run.err;
  const ToolRun json = torsor(command + "two-rods --position-only --pose 3,4,0 --json");
  EXPECT_EQ(json.code, 4);
  EXPECT_EQ(json.json()["reached"], false);
  EXPECT_EQ(json.json()["solutions"], Json::array());
  EXPECT_NEAR(json.json()["nearest"]["position_error"].get<double>(), 3, 1e-9);
  EXPECT_NE(json.said().find("unreachable"), std::string::npos);
  EXPECT_NE(torsor(command + "puma560 --pose 500,0,300,0,0,0").err.find("are lengths in metres?"), std::string::npos);
}

TEST(InverseKinematicsCommand, SaysWhichJointsAreInTheWay) {
  const TemporaryFile slider(
      "name: slider\nlinks:\n  - joint: {type: prismatic, name: slide}\n    limits: {position: [0, 1]}\n");
  const ToolRun run = torsor(command + slider.path() + " --position-only --pose 0,0,1.5");
  EXPECT_EQ(run.code, 4);
  EXPECT_NE(run.err.find("off by 0.5 m); slide is at its limit; without limits it is reached"), std::string::npos)
      << run.err;
  EXPECT_EQ(torsor(command + slider.path() + " --position-only --pose 0,0,1.5 --no-limits").code, 0);
}

TEST(InverseKinematicsCommand, FollowsAPathInAFile) {
  const Folder folder;
  const std::string path = folder / "path.csv", table = folder / "q.csv", array = folder / "q.npy";
  {
    std::ofstream file(path);
    file << "t,x,y,z,roll,pitch,yaw\n";
    for (int k = 0; k <= 100; ++k) file << k * 0.01 << ',' << 0.4 + 0.002 * k << ",0.1,0.3,0,1.5,0\n";
  }
  const ToolRun run = torsor(command + "puma560 --pose-file " + path + " --output " + table);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("101 poses of link6: 101 reached"), std::string::npos) << run.out;
  std::ifstream file(table);
  std::string header, first;
  std::getline(file, header), std::getline(file, first);
  EXPECT_EQ(header, "t,q1,q2,q3,q4,q5,q6,reached,position_error,orientation_error");
  const Json json = answer("puma560 --pose-file " + path + " --output " + array);
  EXPECT_EQ(json["rows"], 101);
  EXPECT_EQ(json["reached"], 101);
  EXPECT_LT(json["largest_step"]["size"].get<double>(), 0.05);
  // and back: the table of joint positions is a file of states, whose poses are a file of poses
  const std::string poses = folder / "poses.csv";
  ASSERT_EQ(torsor("batch puma560 " + table + " --functions forward-kinematics --output " + poses).code, 0);
  EXPECT_EQ(answer("puma560 --pose-file " + poses)["reached"], 101);
  const ToolRun printed = torsor(command + "puma560 --position-only --pose-file " + path + " --output -");
  EXPECT_TRUE(printed.out.starts_with("t,q1,")) << printed.out.substr(0, 50);
}

TEST(InverseKinematicsCommand, TellsWhichPosesOfAFileAreOutOfReach) {
  const TemporaryFile path("x,y,z\n1,0,0\n3,0,0\n1,1,0\n", ".csv");
  const ToolRun run = torsor(command + "two-rods --position-only --pose-file " + path.path());
  EXPECT_EQ(run.code, 4);
  EXPECT_NE(run.out.find("3 poses of lower: 2 reached"), std::string::npos) << run.out;
  EXPECT_NE(run.err.find("unreachable: 1 of 3 poses, the first in row 2: off by 1 m"), std::string::npos) << run.err;
}

// The calf of the other leg may not be at 0; the base is free.
TEST(InverseKinematicsCommand, LeavesOtherLegsWithinTheirLimitsAndHoldsTheBase) {
  const TemporaryFile robot(R"(<robot name="legs"><link name="trunk"/>
    <joint name="left" type="revolute"><parent link="trunk"/><child link="left_leg"/><axis xyz="0 1 0"/>
      <limit lower="-1" upper="1" effort="1" velocity="1"/></joint><link name="left_leg"/>
    <joint name="slide" type="prismatic"><parent link="left_leg"/><child link="foot"/><axis xyz="0 0 -1"/>
      <limit lower="0.2" upper="0.6" effort="1" velocity="1"/></joint><link name="foot"/>
    <joint name="right" type="revolute"><parent link="trunk"/><child link="right_leg"/><axis xyz="0 1 0"/>
      <limit lower="-2" upper="-1" effort="1" velocity="1"/></joint><link name="right_leg"/></robot>)",
                            ".urdf");
  const ToolRun run = torsor(command + robot.path() + " --tip foot --free-base --position-only --pose 0,0,-0.4 --json");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.err.find("the free base is held at 0"), std::string::npos) << run.err;
  const ToolRun fixed = torsor(command + robot.path() + " --tip foot --position-only --pose 0,0,-0.4 --json");
  ASSERT_EQ(fixed.code, 0) << fixed.err;
  const Json solution = fixed.json()["solutions"][0];
  EXPECT_EQ(solution["at_limits"], Json::array());
  const std::vector<double> q = solution["q"].get<std::vector<double>>();
  EXPECT_EQ(std::count(q.begin(), q.end(), -1.5), 1) << fixed.out;
  EXPECT_NEAR(run.json()["solutions"][0]["manipulability"].get<double>(), solution["manipulability"].get<double>(),
              1e-6)
      << "the base does not count";
}

TEST(InverseKinematicsMistake, IsTold) {
  const std::string rods = command + "two-rods ";
  expect_told(torsor(rods), 2, "expected --pose or --pose-file, found neither");
  expect_told(torsor(rods + "--pose 1,0,0"), 2,
              "--pose: expected 6 numbers (x,y,z,roll,pitch,yaw; x,y,z with --position-only)");
  expect_told(torsor(rods + "--pose 1,0,0 --position-only --free-rotation"), 2, "--free-rotation: expected no");
  expect_told(torsor(rods + "--pose 1,0,0 --position-only --output a.csv"), 2, "--output: expected --pose-file");
  expect_told(torsor(rods + "--pose 1,0,0 --position-only --posture 0,0"), 2, "--posture: expected --prefer");
  expect_told(torsor(rods + "--pose 1,0,0 --position-only --prefer near-posture"), 2, "expected --posture or --start");
  expect_told(torsor(rods + "--pose 1,0,0 --position-only --start 1"), 2, "--start: expected 2 numbers");
  expect_told(torsor(rods + "--pose 1,0,0 --position-only --tip hand"), 2, "--tip");
  expect_told(torsor(rods + "--pose 1,0,0 --position-only --prefer near"), 2, "--prefer: expected any");
  expect_told(torsor(rods + "--pose 1,0,0 --position-only --tip base"), 1, "no joint of one degree of freedom");
  expect_told(torsor(rods + "--pose-file nofile.csv"), 2, "no such file");
  const TemporaryFile wrong("x,y,z,roll,pitch\n1,0,0,0,0\n", ".csv");
  expect_told(torsor(rods + "--pose-file " + wrong.path()), 3, "the column 'yaw' is missing");
  const TemporaryFile bent("x,y,z,R1_1,R1_2,R1_3,R2_1,R2_2,R2_3,R3_1,R3_2,R3_3\n1,0,0,2,0,0,0,1,0,0,0,1\n", ".csv");
  expect_told(torsor(rods + "--pose-file " + bent.path()), 3, "expected a rotation matrix");
  const TemporaryFile mirrored("x,y,z,R1_1,R1_2,R1_3,R2_1,R2_2,R2_3,R3_1,R3_2,R3_3\n1,0,0,1,0,0,0,1,0,0,0,-1\n",
                               ".csv");
  expect_told(torsor(rods + "--pose-file " + mirrored.path()), 3, "found a mirrored one");
  const TemporaryFile in_degrees("x,y,z,roll,pitch,yaw\n0.5,0.1,0.3,0,90,0\n", ".csv");
  const ToolRun file = torsor(command + "puma560 --free-rotation --pose-file " + in_degrees.path());
  EXPECT_NE(file.err.find("--pose-file: row 1: pitch: 90 rad is 14.3 turns; are these degrees?"), std::string::npos)
      << file.err;
  const ToolRun degrees = torsor(command + "puma560 --pose 0.5,0.1,0.3,0,90,0 --free-rotation");
  EXPECT_NE(degrees.err.find("--pose: pitch: 90 rad is 14.3 turns; did you mean 90deg?"), std::string::npos)
      << degrees.err;
}

}  // namespace torsor::test::cli_inverse_kinematics_test
