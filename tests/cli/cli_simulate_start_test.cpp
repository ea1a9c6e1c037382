#include <gtest/gtest.h>

#include <cmath>

#include "cli/answer.hpp"
#include "cli/expect_told.hpp"
#include "robot_files/temporary_file.hpp"

// Where a simulation begins: rest, stops, loops.
namespace torsor::test::cli_simulate_start_test {

std::vector<double> numbers(const Json& json) { return json.get<std::vector<double>>(); }

std::string parallelogram(const std::string& limits = "", const std::string& length = "0.3") {
  return "name: parallelogram\ngravity: [0, -9.81, 0]\nlinks:\n"
         "  - {name: crank, joint: revolute, shape: {sphere: 0.1, mass: 1}}\n"
         "  - {name: coupler, joint: revolute, origin: {xyz: [0.3, 0, 0]}, shape: {sphere: 0.1, mass: 1}}\n"
         "  - {name: rocker, parent: base, joint: revolute, origin: {xyz: [0.5, 0, 0]}, shape: {sphere: 0.1, mass: 1}" +
         limits +
         "}\ntool: {link: coupler}\nloops:\n"
         "  - {name: pin, links: [coupler, rocker], points: [[0.5, 0, 0], [" +
         length + ", 0, 0]]}\n";
}

TEST(SimulateStart, AnOpenLoopIsNamedWithItsGapAndClosedOnDemand) {
  const TemporaryFile file(parallelogram());
  const std::string call = "simulate " + file.path() + " --duration 0.2 --q 0.5,-0.5,0.4 ";
  expect_told(
      torsor(call), 2,
      "--q: loop pin: the points of coupler and rocker are 29.99 mm apart at the start; --close-loops moves the "
      "joints until they meet");
  const Json run = answer(call + "--close-loops");
  const std::vector<double> q = numbers(run["q"][0]);
  EXPECT_NEAR(q[0], q[2], 1e-9);
  EXPECT_NEAR(q[0], -q[1], 1e-9);
  EXPECT_NEAR(q[0], 0.45, 0.05);
  expect_told(torsor("simulate two-rods --duration 1 --close-loops"), 2, "expected a robot with closed loops");
}

TEST(SimulateStart, ALoopThatCannotBeClosedSaysHowFarApartItStays) {
  const TemporaryFile file(parallelogram("", "1.5"));
  expect_told(torsor("simulate " + file.path() + " --duration 0.2 --close-loops"), 1,
              "--close-loops: loop pin: the points of coupler and rocker are ");
}

TEST(SimulateStart, RestOfALoopIsClosedAndWithinLimits) {
  const TemporaryFile free(parallelogram()), limited(parallelogram(", limits: {position: [-60deg, 90deg]}"));
  const auto rest = [](const std::string& path, const std::string& note) {
    const ToolRun run = torsor("simulate " + path + " --duration 0.1 --rest --q 0.2,-0.2,0.2 --json");
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.err.find(note), std::string::npos) << run.err;
    return numbers(run.json()["q"].back());
  };
  EXPECT_NEAR(rest(free.path(), "")[0], -std::acos(0.0), 1e-6);
  EXPECT_NEAR(rest(limited.path(), "the position of rest is at a stop of joint3")[0], -std::acos(0.5), 1e-6);
}

TEST(SimulateStart, RestFromTheOriginOfTwoRodsIsFound) {
  const Json run = answer("simulate two-rods --duration 0.1 --rest");
  expect_near(run["q"][0], {-std::acos(0.0), 0}, 1e-9);
}

TEST(SimulateStart, RestSaysWhatItIsLike) {
  const ToolRun unstable = torsor("simulate two-rods --duration 0.1 --rest --q 90deg,0");
  EXPECT_NE(unstable.err.find("the position of rest is not stable"), std::string::npos) << unstable.err;
  const ToolRun neutral = torsor("simulate puma560 --duration 0.1 --rest --no-limits --q 0.3,0.2,0.1,0,0.3,0");
  EXPECT_EQ(neutral.err.find("not stable"), std::string::npos) << neutral.err;
  EXPECT_NE(neutral.err.find("nothing drives waist"), std::string::npos) << neutral.err;
}

TEST(SimulateStart, WhereThereIsNoRestTheAngleIsOneOfOneTurn) {
  const ToolRun run = torsor("simulate one-link --duration 1 --rest --tau 20");
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_NE(run.err.find("--rest: found no position of rest: "), std::string::npos) << run.err;
  EXPECT_NE(run.err.find(" Nm at "), std::string::npos) << run.err;
  const double angle = std::stod(run.err.substr(run.err.find(" Nm at ") + 7));
  EXPECT_LE(std::abs(angle), 180);
}

TEST(SimulateStart, AFreeBaseThatFallsHasNoRest) {
  expect_told(torsor("simulate " TORSOR_SOURCE_DIR "/examples/free-flyer.yaml --duration 1 --rest --gravity 0,0,-9.81"),
              1, "--rest: found no position of rest: a free base falls; --gravity 0,0,0 lets it float");
}

TEST(SimulateStart, AMethodWithFixedStepsDoesNotSpeakOfATolerance) {
  const ToolRun run = torsor("simulate two-rods --duration 1 --q 1,0 --qd 500,-800 --method midpoint --step 0.5");
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_EQ(run.err.find("tolerance"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("; a smaller --step may help"), std::string::npos) << run.err;
}

}  // namespace torsor::test::cli_simulate_start_test
