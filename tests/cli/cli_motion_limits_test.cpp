#include <gtest/gtest.h>

#include <cmath>

#include "cli/answer.hpp"
#include "cli/expect_told.hpp"
#include "cli/folder.hpp"
#include "torsor/core/write_file.hpp"

/// Limits of `trajectory` are kept, or judged, or refused.
namespace torsor::test::cli_motion_limits_test {

const std::string rods = "trajectory two-rods --from 0,0 --to 1,1 ";
const std::string line = "trajectory two-rods --from 0.5,1 --line 0.5,1.3,0 --position-only ";

TEST(MotionLimits, JerkIsJudgedWhereTheDurationIsGiven) {
  const ToolRun run = torsor(rods + "--duration 1 --max-jerk 10");
  EXPECT_EQ(run.code, 4);
  EXPECT_NE(run.err.find("jerk of joint1 is 60 rad/s^3 at 0 s, limit 10 rad/s^3 (600.0 %)"), std::string::npos)
      << run.err;
  EXPECT_EQ(torsor(rods + "--duration 1 --max-jerk 61").code, 0);
  for (const std::string profile : {"cubic", "quintic", "septic", "jerk-limited"}) {
    const Json kept = answer(rods + "--max-velocity 9 --max-acceleration 99 --max-jerk 10 --profile " + profile);
    EXPECT_EQ(kept["limits"][0]["kind"], "jerk") << profile;
    EXPECT_NEAR(kept["limits"][0]["share"].get<double>(), 1, 1e-9) << profile;
  }
  const Folder folder;
  const std::string file = folder / "points.csv";
  write_file(file, "q1,q2\n0,0\n1,1\n", Existing::replace);
  EXPECT_EQ(torsor("trajectory two-rods --duration 1 --max-jerk 1 --spline " + file).code, 4);
}

TEST(MotionLimits, LimitsOfTheTipAreJudgedWhereTheDurationIsGiven) {
  const double length = std::hypot(std::cos(0.5) + std::cos(1.5) - 0.5, std::sin(0.5) + std::sin(1.5) - 1.3);
  const ToolRun run = torsor(line + "--duration 2 --max-tip-velocity 0.2 --json");
  EXPECT_EQ(run.code, 4);
  const Json use = run.json()["limits"][0];
  EXPECT_EQ(use["joint"], "tip");
  EXPECT_EQ(use["kind"], "velocity");
  EXPECT_NEAR(use["value"].get<double>(), 1.875 * length / 2, 1e-6);
  EXPECT_NEAR(use["time"].get<double>(), 1, 1e-3);
  for (const std::string kind : {"velocity", "acceleration", "jerk"}) {
    const ToolRun told = torsor(line + "--duration 1 --max-tip-" + kind + " 0.2");
    EXPECT_EQ(told.code, 4) << kind;
    EXPECT_NE(told.err.find(kind + " of tip is "), std::string::npos) << told.err;
  }
  EXPECT_EQ(torsor(line + "--duration 9 --max-tip-velocity 0.2").code, 0);
  const std::string arc = "trajectory two-rods --from 0,90deg --arc 0,1.4142135623730951,0,-1,1,0 --position-only ";
  for (const std::string profile : {"cubic", "quintic", "septic", "trapezoid"})
    EXPECT_EQ(torsor(arc + "--max-tip-velocity 1 --max-tip-acceleration 1 --profile " + profile).code, 0) << profile;
  EXPECT_EQ(torsor(arc + "--max-tip-velocity 1 --max-tip-acceleration 1 --max-tip-jerk 4 --profile jerk-limited").code,
            0);
}

TEST(MotionLimits, WhatWouldDoNothingIsRefused) {
  for (const std::string flag :
       {"--max-tip-velocity 1", "--max-tip-acceleration 1", "--max-tip-jerk 1", "--position-only"})
    expect_told(torsor(rods + "--duration 1 " + flag), 2,
                flag.substr(0, flag.find(' ')) + ": expected --line or --arc beside it, found --to");
  expect_told(torsor("trajectory two-rods --fourier --max-jerk 1"), 2, "--max-jerk: expected no --fourier beside it");
  expect_told(torsor(line + "--duration 2 --max-jerk 1"), 2, "--max-jerk: expected no --line beside it");
  expect_told(torsor(rods + "--profile trapezoid --max-acceleration 1 --max-jerk 1"), 2,
              "--max-jerk: expected another --profile than trapezoid");
  expect_told(torsor(line + "--profile trapezoid --max-tip-acceleration 1 --max-tip-jerk 1"), 2,
              "--max-tip-jerk: expected another --profile than trapezoid");
}

TEST(MotionLimits, NearASingularityVelocitiesAreJudgedAsTheyAre) {
  const ToolRun run = torsor(
      "trajectory ur5e --from 0,-1.2,1.5,-1,0.02,0 --line -0.5,-0.3,0.4 --duration 2 --max-velocity 1 --rate 1000 "
      "--json");
  EXPECT_EQ(run.code, 4);
  EXPECT_NE(run.err.find("near a singularity, at "), std::string::npos) << run.err;
  const Json rows = run.json();
  double fastest = 0;
  for (std::size_t k = 1; k < rows["q"].size(); ++k)
    for (std::size_t j = 0; j < 6; ++j)
      fastest = std::max(fastest, std::abs(rows["q"][k][j].get<double>() - rows["q"][k - 1][j].get<double>()) * 1000);
  EXPECT_GT(fastest, 1);
  double told = 0;
  for (const Json& joint : rows["demand"]) told = std::max(told, joint["velocity"].get<double>());
  EXPECT_NEAR(told, fastest, 0.01 * fastest);
}

TEST(MotionLimits, DurationsThatAreNoneAreTold) {
  expect_told(torsor(rods + "--duration 1e300"), 2, "--duration: expected 1e-09 to 1e+09 s, found 1e+300");
  expect_told(torsor(rods + "--duration 1e-300"), 2, "--duration: expected 1e-09 to 1e+09 s, found 1e-300");
  EXPECT_EQ(torsor(rods + "--max-velocity 1 --from-velocity 0,0 --to-acceleration 0,0").code, 0);
  expect_told(torsor(rods + "--max-velocity 1 --to-velocity 0,1"), 2,
              "--duration: expected a time beside --to-velocity, found none");
}

}  // namespace torsor::test::cli_motion_limits_test
