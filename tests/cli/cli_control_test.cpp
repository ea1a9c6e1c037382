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
  EXPECT_GT(worst("computed-torque --encoder 0.01 --velocity filtered"), exact);
  EXPECT_GT(worst("computed-torque --torque-noise 1"), exact);
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

}  // namespace torsor::test::cli_control_test
