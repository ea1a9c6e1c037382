#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "cli/answer.hpp"
#include "cli/expect_told.hpp"
#include "cli/folder.hpp"
#include "torsor/core/write_file.hpp"

namespace torsor::test::cli_simulate_test {

std::vector<double> numbers(const Json& json) { return json.get<std::vector<double>>(); }

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A mass of 2 kg that slides along x, without friction, between stops at -1 and 1 m where they are asked for.
std::string slider(const Folder& folder, const std::string& more = "") {
  const std::string path = folder / "slider.urdf";
  write_file(path,
             R"(<robot name="slider"><link name="base"/><link name="block"><inertial><mass value="2"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="rail" type="prismatic"><parent link="base"/><child link="block"/><axis xyz="1 0 0"/>
<limit lower="-1" upper="1" effort="100" velocity="10"/>)" +
                 more + "</joint></robot>",
             Existing::replace);
  return path;
}

TEST(SimulateCommand, GivesSamplesAtAnEvenRateAndTheLastOneAtTheEnd) {
  const Json run = answer("simulate two-rods --duration 0.255 --rate 20 --q 0.1,0.2");
  EXPECT_EQ(keys(run), (Keys{"robot", "method", "joints", "t", "q", "qd", "qdd", "tau", "events", "energy", "steps",
                             "evaluations", "compiled", "end"}));
  const std::vector<double> expected{0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.255};
  expect_near(run["t"], expected, 1e-12);
  for (const char* rows : {"q", "qd", "qdd", "tau"}) {
    EXPECT_EQ(run[rows].size(), expected.size());
    EXPECT_EQ(run[rows][0].size(), 2u);
  }
  EXPECT_EQ(keys(run["energy"]),
            (Keys{"kinetic", "potential", "motors", "friction", "wrenches", "base", "stops", "loads", "defect"}));
  EXPECT_EQ(run["energy"]["kinetic"].size(), expected.size());
  EXPECT_EQ(run["end"]["kind"], "reached");
  EXPECT_GT(run["steps"].get<int>(), 0);
}

TEST(SimulateCommand, EveryMethodFollowsTheClosedSolution) {
  const Folder folder;
  const std::string robot = slider(folder);
  for (const auto& [method, tolerance] : std::vector<std::pair<std::string, double>>{
           {"dormand-prince", 1e-7}, {"rosenbrock", 1e-6}, {"rk4", 1e-9}, {"midpoint", 1e-5}, {"euler", 1e-2}}) {
    const Json run = answer("simulate " + robot +
                            " --no-limits --gravity 0,0,0 --duration 2 --tau -8*q1 --q 0.5 --qd 1"
                            " --method " +
                            method);
    EXPECT_EQ(run["method"], method);
    const double w = 2, t = 2, q = 0.5 * std::cos(w * t) + 1 / w * std::sin(w * t);
    EXPECT_NEAR(numbers(run["q"].back())[0], q, tolerance) << method;
  }
}

TEST(SimulateCommand, TorquesComeFromFormulasAndFiles) {
  const Folder folder;
  const std::string robot = slider(folder), file = folder / "tau.csv";
  write_file(file, "t,tau1\n0,0\n0.5,4\n1,4\n", Existing::replace);
  const std::string call = "simulate " + robot + " --gravity 0,0,0 --duration 1 --no-limits --tau ";
  const Json formula = answer(call + "min(8*t,4)"), table = answer(call + file);
  const double v = 2 * (0.5 * 0.5 * 4 / 2 + 0.5 * 4 / 2) / 2;  // the integral of the force over the mass
  EXPECT_NEAR(numbers(formula["qd"].back())[0], v, 1e-9);
  EXPECT_NEAR(numbers(table["qd"].back())[0], v, 1e-9);
  EXPECT_NEAR(numbers(formula["q"].back())[0], numbers(table["q"].back())[0], 1e-9);
  EXPECT_NEAR(numbers(table["tau"][75])[0], 4, 1e-12);
  EXPECT_NEAR(numbers(answer(call + file + " --between hold")["qd"].back())[0], 4 * 0.5 / 2, 1e-7);
}

TEST(SimulateCommand, AJumpOfTheTorqueIsNotSmeared) {
  const Folder folder;
  const std::string call =
      "simulate " + slider(folder) + " --gravity 0,0,0 --duration 1 --no-limits --tau 4*step(t-0.3333)";
  for (const std::string method : {"dormand-prince", "rk4 --step 0.01"})
    EXPECT_NEAR(numbers(answer(call + " --method " + method)["qd"].back())[0], 2 * (1 - 0.3333), 1e-7) << method;
}

TEST(SimulateCommand, ABaseThatMovesAndWrenchesOverTimeAct) {
  const Folder folder;
  const std::string robot = slider(folder), still = " --gravity 0,0,0 --duration 1 --no-limits ";
  const Json moved = answer("simulate " + robot + still + "--base-motion 0.3*t^2,0,0 --check");
  EXPECT_NEAR(numbers(moved["q"].back())[0], -0.3, 1e-8) << "it stays where it is in the world";
  EXPECT_TRUE(moved["check"]["holds"]);
  const Json pushed = answer("simulate " + robot + still + "--wrench -6*t,0,0,0,0,0");
  EXPECT_NEAR(numbers(pushed["qd"].back())[0], 1.5, 1e-8) << "what it exerts pushes it back";
  const Json tilted =
      answer("simulate " + robot + " --duration 1 --no-limits --gravity 0,0,-10 --base-motion 0,0,0,0,30deg,0");
  EXPECT_NEAR(numbers(tilted["qd"].back())[0], 5, 1e-8) << "nose down, it slides forwards";
}

TEST(SimulateCommand, WithoutAStartJointsBeginWithinTheirLimits) {
  const ToolRun run = torsor("simulate panda --duration 0.01 --json");  // its fourth joint must not be at 0
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.err.find("begin in their middle: joint4 at -1.5708"), std::string::npos) << run.err;
  EXPECT_EQ(run.json()["q"][0][0], 0);
  EXPECT_NEAR(run.json()["q"][0][3].get<double>(), (-3.0718 - 0.0698) / 2, 1e-4);
}

TEST(SimulateCommand, StopsAreHitAndLeft) {
  const Folder folder;
  const std::string call = "simulate " + slider(folder) + " --gravity 0,0,0 --duration 2 --qd 1 ";
  const Json hard = answer(call + "--restitution 0.5");
  ASSERT_GE(hard["events"].size(), 1u);
  EXPECT_EQ(hard["events"][0]["kind"], "hits");
  EXPECT_EQ(hard["events"][0]["joint"], "rail");
  EXPECT_NEAR(hard["events"][0]["time"].get<double>(), 1, 1e-9);
  EXPECT_NEAR(hard["events"][0]["value"].get<double>(), 1, 1e-9);
  EXPECT_NEAR(numbers(hard["q"].back())[0], 0.5, 1e-8);
  const Json soft = answer(call + "--stop-stiffness 1000");
  EXPECT_NEAR(numbers(soft["qd"].back())[0], -1, 1e-5) << "a spring gives back what it took";
  EXPECT_EQ(answer(call + "--no-limits")["events"].size(), 0u);
}

TEST(SimulateCommand, ALoadIsGrippedAndDropped) {
  const Json run = answer(
      "simulate two-rods --gravity 0,0,0 --duration 1 --tau 0.1,0 --payload-at 0.4:2 "
      "--payload-at 0.8:none --check");
  EXPECT_TRUE(run["check"]["holds"]);
  EXPECT_NE(numbers(run["energy"]["loads"]).back(), 0);
}

TEST(SimulateCommand, RestIsAnEquilibrium) {
  const Json run = answer("simulate two-rods --duration 1 --rest --q -80deg,5deg");
  for (const Json& row : run["qd"])
    for (const double v : numbers(row)) EXPECT_NEAR(v, 0, 1e-6);
  expect_near(run["q"][0], {-std::acos(0.0), 0}, 1e-6);
}

TEST(SimulateCommand, ARunGoesOnWhereAnotherEnded) {
  const Folder folder;
  const std::string first = folder / "first.csv", whole = " --duration 1 --q 1,0", half = " --duration 0.5 ";
  ASSERT_EQ(torsor("simulate two-rods" + half + "--q 1,0 --output " + first).code, 0);
  const Json second = answer("simulate two-rods" + half + "--state " + first),
             all = answer("simulate two-rods" + whole);
  expect_near(second["q"].back(), numbers(all["q"].back()), 1e-6);
  const Json again = answer("simulate two-rods" + half + "--state " + first + " --state-row 1");
  expect_near(again["q"][0], {1, 0}, 0);
}

TEST(SimulateCommand, WritesRowsThatOtherCommandsRead) {
  const Folder folder;
  for (const std::string ending : {"csv", "npy"}) {
    const std::string file = folder / ("run." + ending);
    const ToolRun run = torsor("simulate two-rods --duration 3 --rate 1000 --q 0.5,0.5 --output " + file);
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("wrote " + file), std::string::npos) << run.out;
    const std::string columns = ending == "npy" ? " --columns q,qd,qdd,tau" : "";
    EXPECT_EQ(answer("batch two-rods " + file + " --functions forward-dynamics" + columns)["rows"], 3001);
  }
  const ToolRun printed = torsor("simulate two-rods --duration 0.02 --output -");
  EXPECT_TRUE(printed.out.starts_with("t,q1,q2,qd1,qd2,qdd1,qdd2,tau1,tau2\n0,0,0,")) << printed.out;
  EXPECT_EQ(std::count(printed.out.begin(), printed.out.end(), '\n'), 4);
}

TEST(SimulateCommand, WhatCannotGoOnKeepsItsSamples) {
  const Folder folder;
  const std::string file = folder / "run.csv";
  const ToolRun run = torsor("simulate two-rods --duration 1 --tau 1/(0.5-t)*0+sqrt(0.5-t),0 --output " + file);
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("is not a finite number"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("at t = 0.5"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find(" samples up to then in " + file), std::string::npos) << run.err;
  const std::string text = text_of(file);
  EXPECT_GT(std::count(text.begin(), text.end(), '\n'), 45);
  EXPECT_EQ(torsor("simulate two-rods --duration 1 --tau sqrt(0.5-t),0 --json").json()["end"]["kind"], "not_finite");
}

TEST(SimulateCommand, AFullDiskIsToldAndTheAnswerPrinted) {
  const Folder folder;
  const ToolRun run = run_tool({"simulate", "two-rods", "--duration", "1", "--output", "/proc/self/run.csv"});
  EXPECT_EQ(run.code, 5) << run.err;
}

TEST(SimulateCommand, ChecksThePowerBalance) {
  const ToolRun fine = torsor("simulate two-rods --duration 1 --q 1,0 --check");
  EXPECT_EQ(fine.code, 0) << fine.err;
  EXPECT_NE(fine.out.find("The largest defect of the power balance is "), std::string::npos) << fine.out;
  const ToolRun bad = torsor("simulate two-rods --duration 1 --q 1,0 --check --method euler --step 0.05");
  EXPECT_EQ(bad.code, 4) << bad.err;
  EXPECT_NE(bad.err.find("the power balance does not hold: "), std::string::npos) << bad.err;
}

TEST(SimulateCommand, CompiledItGivesTheSame) {
  const std::string call = "simulate panda --duration 0.5 --rate 4 --tolerance 1e-10 --json";
  const Json plain = Json::parse(torsor(call).out), compiled = Json::parse(torsor(call + " --compile").out);
  EXPECT_FALSE(plain["compiled"].get<bool>());
  EXPECT_TRUE(compiled["compiled"].get<bool>());
  for (std::size_t k = 0; k < plain["q"].size(); ++k)
    for (std::size_t v = 0; v < 7; ++v)
      EXPECT_NEAR(plain["q"][k][v].get<double>(), compiled["q"][k][v].get<double>(), 1e-8);
  const ToolRun pushed = torsor("simulate two-rods --duration 0.1 --compile --wrench 1,0,0,0,0,0");
  EXPECT_EQ(pushed.code, 0);
  EXPECT_NE(pushed.err.find("the run-time model is simulated"), std::string::npos) << pushed.err;
}

TEST(SimulateCommand, WritesAReport) {
  const Folder folder;
  const std::string file = folder / "run.html";
  ASSERT_EQ(torsor("simulate two-rods --duration 1 --q 1,0 --report " + file).code, 0);
  EXPECT_NE(text_of(file).find("Phase portrait"), std::string::npos);
}

TEST(SimulateCommand, AFreeBaseIsNotedAndQuaternionsStayUnit) {
  const Folder folder;
  const std::string call = "simulate " TORSOR_SOURCE_DIR "/examples/free-flyer.yaml --duration 0.5 ";
  const ToolRun run = torsor(call + "--json --gravity 0,0,-9.81 --qd 0,0,0,1,2,3,0,0");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.err.find("has a free base, which falls; --gravity 0,0,0 lets it float"), std::string::npos) << run.err;
  const std::vector<double> q = numbers(run.json()["q"].back());
  ASSERT_EQ(q.size(), 9u);
  EXPECT_NEAR(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6], 1, 1e-12);
  EXPECT_EQ(torsor(call).err, "") << "it floats";
}

TEST(SimulateCommand, SlipsAreTold) {
  const Folder folder;
  const std::string robot = slider(folder), call = "simulate two-rods ", one = call + "--duration 1 ";
  expect_told(torsor("simulate two-rods"), 2, "--duration");
  expect_told(torsor(call + "--duration 0"), 2, "--duration: expected a number above 0, found '0'");
  expect_told(torsor(call + "--duration -1"), 2, "expected a number above 0");
  expect_told(torsor(one + "--rate 0"), 2, "--rate: expected a number above 0");
  expect_told(torsor(one + "--rate 1e9"), 2, "--rate: expected at most 1e+07 samples, found 1 s at 1e+09 a second");
  expect_told(torsor(one + "--step 1e-12 --method rk4"), 2, "--step: expected at most 1e+09 steps");
  expect_told(torsor(one + "--tau 1"), 2, "--tau: expected 2 formulas (joint1 and joint2), or a file; found 1");
  expect_told(torsor(one + "--tau 1,2*q3"), 2,
              "--tau: formula 2, '2*q3', character 3: unknown name 'q3', expected one of t, q1, q2, qd1, qd2; did you "
              "mean 'q1' or 'q2'?");
  expect_told(torsor(one + "--tau 1,"), 2, "--tau: formula 2: expected a formula, found nothing");
  expect_told(torsor(one + "--tau nofile.csv"), 2, "nofile.csv: ");
  expect_told(torsor(one + "--gravity 0,0"), 2, "--gravity: expected 3 formulas (gx, gy and gz), or a file; found 2");
  expect_told(
      torsor(one + "--base-motion 0,0"), 2,
      "--base-motion: expected 3 formulas (x, y and z) or 6 (x, y, z, roll, pitch and yaw), or a file; found 2");
  expect_told(torsor(one + "--base-motion q1,0,0"), 2, "--base-motion: expected formulas of t alone");
  expect_told(torsor(one + "--wrench nowhere:0,0,0,0,0,0"), 2, "--wrench: ");
  expect_told(torsor(one + "--tolerance 1e-6 --method rk4"), 2,
              "--tolerance: expected a method that chooses its steps");
  expect_told(torsor(one + "--payload-at 2"), 2,
              "--payload-at: expected TIME:LOAD, such as 0.5:2 or 1.5:none; found '2'");
  expect_told(torsor(one + "--payload-at 2:1"), 2, "--payload-at: expected a time between 0 and 1 s, found '2'");
  expect_told(torsor(one + "--payload-at 0.5:-1"), 2, "--payload-at: ");
  expect_told(torsor(one + "--base-velocity 1,0,0"), 2, "--base-motion");
  expect_told(torsor("simulate " + robot + " --duration 1 --q 1.5"), 2,
              "--q: rail: expected a position within its limits, -1 to 1 m; found 1.5; --no-limits leaves them out");
  expect_told(torsor("simulate " + robot + " --duration 1 --restitution 1 --stop-stiffness 9"), 2, "--restitution: ");
  const std::string file = folder / "tau.csv";
  write_file(file, "t,tau1\n0,1\n1,x\n", Existing::replace);
  expect_told(torsor("simulate " + robot + " --duration 1 --tau " + file), 3,
              ":3:3: expected a finite number, found 'x'");
  write_file(file, "t,tau1\n0,1\n0,2\n", Existing::replace);
  expect_told(torsor("simulate " + robot + " --duration 1 --tau " + file), 3, ":3:1: row 2: expected a time above 0");
  write_file(file, "t,torque\n0,1\n", Existing::replace);
  expect_told(torsor("simulate " + robot + " --duration 1 --tau " + file), 3,
              ":1:1: the column 'tau1' is missing; expected t, tau1; found 't', 'torque'");
  expect_told(torsor("simulate " + robot + " --duration 1 --tau " + file + " --output " + file + " --force"), 2,
              "expected another file than the ones that are read");
}

TEST(SimulateCommand, ARobotWithoutMassesHasNoMotion) {
  const Folder folder;
  const std::string path = folder / "no_mass.urdf";
  write_file(path, R"(<robot name="air"><link name="a"/><link name="b"/><joint name="j" type="continuous">
<parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint></robot>)",
             Existing::replace);
  const ToolRun run = torsor("simulate " + path + " --duration 1");
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_NE(run.err.find("no link of air that moves has a mass"), std::string::npos) << run.err;
}

}  // namespace torsor::test::cli_simulate_test
