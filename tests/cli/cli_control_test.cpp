#include <gtest/gtest.h>

#include "cli/answer.hpp"
#include "cli/expect_told.hpp"
#include "cli/folder.hpp"
#include "torsor/core/write_file.hpp"

// torsor simulate --controller
namespace torsor::test::cli_control_test {

class ControlledSimulation : public testing::Test {
 protected:
  ControlledSimulation() {
    EXPECT_EQ(torsor("trajectory two-rods --from 0,0 --to 1,-0.5 --duration 1 --rate 200 --output " + motion).code, 0);
  }
  std::string call(const std::string& controller) const {
    return "simulate two-rods --controller " + controller + " --trajectory " + motion;
  }
  double worst(const std::string& arguments) const {
    const Json control = answer(call(arguments))["control"];
    double largest = 0;
    for (const double e : control["largest_error"].get<std::vector<double>>()) largest = std::max(largest, e);
    return largest;
  }

  Folder folder;
  std::string motion = folder / "move.csv";
};

TEST_F(ControlledSimulation, EveryControllerFollowsAndTheOnesThatKnowMoreFollowBetter) {
  const double pd = worst("pd"), with_gravity = worst("pd-gravity"), computed = worst("computed-torque");
  EXPECT_LT(pd, 0.1);
  EXPECT_LT(with_gravity, pd);
  for (const char* better : {"feed-forward", "computed-torque", "adaptive", "lqr"})
    EXPECT_LT(worst(better), with_gravity / 10) << better;
  EXPECT_GT(computed, 1e-9);  // torques are held for a millisecond
}

TEST_F(ControlledSimulation, RunsFromTheBeginningOfTheMotionToItsEnd) {
  const Json run = answer(call("computed-torque"));
  EXPECT_NEAR(run["end"]["time"].get<double>(), 1, 1e-12);
  EXPECT_NEAR(run["q"].back()[0].get<double>(), 1, 1e-3);
  EXPECT_EQ(run["control"]["samples"].get<int>(), 1000);
  EXPECT_EQ(run["control"]["controller"], "computed-torque");
}

TEST_F(ControlledSimulation, AModelWithoutTheLoadIsWorse) {
  const std::string loaded = "computed-torque --payload 3";
  EXPECT_LT(worst(loaded), 1e-3);
  EXPECT_GT(worst(loaded + " --model two-rods"), 1e-2);
}

TEST_F(ControlledSimulation, WhatLiesBetweenIsFelt) {
  const double exact = worst("computed-torque");
  EXPECT_GT(worst("computed-torque --control-rate 100"), exact);
  EXPECT_GT(worst("computed-torque --control-delay 0.0005"), exact);
  EXPECT_GT(worst("computed-torque --encoder 1e-4 --velocity filtered"), exact);
  EXPECT_GT(worst("computed-torque --torque-noise 1"), exact);
}

TEST_F(ControlledSimulation, TorquesThatJumpAreAWarning) {
  const ToolRun run = torsor(call("computed-torque --encoder 0.01 --velocity filtered"));
  EXPECT_EQ(run.code, 0) << "it follows";
  EXPECT_NE(run.err.find("warning: the torque of joint2 jumps to and fro"), std::string::npos) << run.err;
}

TEST_F(ControlledSimulation, ControlThatIsLostIsToldAndItsSamplesKept) {
  const ToolRun run = torsor(call("pd --gains 1e6:1e3 --control-rate 50 --output " + (folder / "run.csv")));
  EXPECT_EQ(run.code, 4);
  EXPECT_NE(run.err.find("control is lost"), std::string::npos) << run.err;
  EXPECT_NE(run.out.find("tracking by pd"), std::string::npos);
  EXPECT_EQ(torsor("simulate two-rods --duration 0.1 --state " + (folder / "run.csv")).code, 0);
}

TEST_F(ControlledSimulation, SlipsAreTold) {
  expect_told(call("computed-torqe"), 2, "did you mean 'computed-torque'");
  expect_told("simulate two-rods --controller pd", 2, "expected --trajectory FILE beside it");
  expect_told("simulate two-rods --trajectory " + motion + " --duration 1", 2, "expected --controller beside it");
  expect_told("simulate two-rods", 2, "--duration: expected how long");
  expect_told(call("pd --gains 1,2,3:4"), 2, "expected one number, or 2 of them, for the joints; found 3");
  expect_told(call("pd --gains -1:4"), 2, "not negative");
  expect_told(call("pd --model panda"), 2, "expected a robot with 2 joints");
  write_file(folder / "one.csv", "t,q1,q2,qd1,qd2,qdd1,qdd2\n0,0,0,0,0,0,0\n", Existing::replace);
  expect_told("simulate two-rods --controller pd --trajectory " + (folder / "one.csv"), 2, "found one row");
}

TEST_F(ControlledSimulation, AnInstantBetweenSlowSamplesCounts) {
  const Json control = torsor(call("pd --control-rate 0.5 --json")).json()["control"];
  EXPECT_EQ(control["samples"].get<int>(), 1);
  EXPECT_GT(control["largest_error"][0].get<double>(), 0.5);  // one torque, held all the time
}

TEST_F(ControlledSimulation, TorquesOnTheirWayDoNotCount) {
  const Json control = torsor(call("computed-torque --control-delay 5 --json")).json()["control"];
  for (const double tau : control["largest_torque"].get<std::vector<double>>()) EXPECT_EQ(tau, 0);
}

TEST_F(ControlledSimulation, GoesFromAnyTimeToTheEndOfTheMotion) {
  const Json run = answer(call("computed-torque --start-time 0.5"));
  EXPECT_NEAR(run["end"]["time"].get<double>(), 1, 1e-12);
  EXPECT_EQ(run["control"]["samples"].get<int>(), 500);
  expect_told(torsor(call("computed-torque --start-time 1.5")), 2, "expected one before the motion ends at 1 s");
}

TEST_F(ControlledSimulation, GainsThatMakeNoSenseAreRefused) {
  expect_told(torsor(call("adaptive --gains 100:0")), 2, "expected damping above 0 for the adaptive controller");
  expect_told(torsor(call("lqr --gains 0:1")), 1, "no stable gain");
}

/// Straight arms have joints about one axis, on which the gains of their own inertia would chatter at the limits.
TEST(DefaultGains, CalmAnArmThatPassesStraight) {
  const Folder folder;
  ASSERT_EQ(
      torsor("trajectory iiwa14 --from 0,0.5,0,-1,0,0.5,0 --to 0.5,-0.5,0.5,1,0.5,-0.5,0.5 --duration 4 --rate 200 "
             "--output " +
             folder / "m.csv")
          .code,
      0);
  for (const char* controller : {"pd-gravity", "feed-forward", "adaptive", "lqr"}) {
    const ToolRun run =
        torsor(std::string("simulate iiwa14 --json --controller ") + controller + " --trajectory " + folder / "m.csv");
    const Json control = run.json()["control"];
    EXPECT_EQ(run.err.find("default gains are lowered") != std::string::npos, controller != std::string("lqr"));
    EXPECT_EQ(control["findings"].size(), 0U) << controller;
    EXPECT_EQ(control["saturated"].get<double>(), 0) << controller;
    EXPECT_LT(control["rms_error"][0].get<double>(), 0.05) << controller;
  }
}

/// An error at the start fades, however much lighter the wrist is than the shoulder.
TEST(DefaultGains, OfLqrBringEveryArmBack) {
  const Folder folder;
  for (const char* robot : {"rx90", "ur10", "ur5e", "puma560", "panda"}) {
    const bool seven = std::string(robot) == "panda";
    const std::string from = seven ? "0,0.3,0,-1.6,0,1.9,0.4" : "0,-0.7,0.7,0.1,0.5,0.2",
                      to = seven ? "0,0.3,0,-1.6,0,1.9,0.41" : "0,-0.7,0.7,0.1,0.5,0.21",
                      off = seven ? "0.05,0.35,0,-1.6,0,1.9,0.4" : "0.05,-0.65,0.7,0.1,0.5,0.2";
    ASSERT_EQ(torsor("trajectory " + std::string(robot) + " --from " + from + " --to " + to +
                     " --duration 1 --rate 100 --no-limits --force --output " + folder / "m.csv")
                  .code,
              0);
    const Json run = answer("simulate " + std::string(robot) + " --no-limits --no-friction --controller lqr --q " +
                            off + " --trajectory " + folder / "m.csv");
    EXPECT_EQ(run["control"]["findings"].size(), 0U) << robot;
    EXPECT_LT(std::abs(run["q"].back()[0].get<double>()), 1e-3) << robot;
  }
}

}  // namespace torsor::test::cli_control_test
