#include <gtest/gtest.h>

#include "cli/run_tool.hpp"
#include "robot_files/temporary_file.hpp"

// --q outside the limits of the joints: computed, with a warning.
namespace torsor::test::cli_position_limits_test {

TEST(PositionLimits, DegreesThatWereNotWrittenAsSuchAreWarnedOf) {
  const ToolRun run = torsor("inverse-dynamics puma560 --q 0,90,0,0,0,0");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err,
            "torsor: warning: --q: shoulder: 90 rad is outside its limits, -0.785398 to 3.92699 rad; did you mean "
            "90deg?\n");
  EXPECT_EQ(run.out, torsor("inverse-dynamics puma560 --q 0,90,0,0,0,0").out);
  EXPECT_EQ(torsor("inverse-dynamics puma560 --q 0,90deg,0,0,0,0").err, "");
}

TEST(PositionLimits, EveryCommandOnAStateWarns) {
  for (const char* command : {"inverse-dynamics", "forward-dynamics", "derivatives", "terms", "energy", "jacobian",
                              "manipulability", "kinematics", "operational-space", "effective-inertia", "regressor",
                              "lagrange", "center-of-mass", "centroidal-momentum"}) {
    const ToolRun run = torsor(std::string(command) + " puma560 --json --q 0.1,0.2,0.3,0.4,0.5,200");
    EXPECT_NE(run.err.find("--q: wrist-swivel: 200 rad is outside its limits, -4.64258 to 4.64258 rad"),
              std::string::npos)
        << command << run.err;
    EXPECT_FALSE(run.json().is_discarded()) << command;
  }
}

TEST(PositionLimits, WhatIsOutsideAndNoSlipIsOnlyNamed) {
  EXPECT_EQ(torsor("kinematics scara --q 0,0,0.3,0").err,
            "torsor: warning: --q: joint3: 0.3 m is outside its limits, 0 to 0.21 m\n");
  EXPECT_EQ(torsor("kinematics scara --q 0,0,150,0").err,
            "torsor: warning: --q: joint3: 150 m is outside its limits, 0 to 0.21 m; did you mean 0.15?\n");
}

TEST(PositionLimits, ManyWholeTurnsOfAJointWithoutLimitsAreDoubted) {
  EXPECT_EQ(torsor("kinematics two-rods --q 0,90").err,
            "torsor: warning: --q: joint2: 90 rad is 14.3 turns; did you mean 90deg?\n");
  EXPECT_EQ(torsor("kinematics two-rods --q 12.5,-6").err, "");
}

TEST(PositionLimits, AreThoseOfTheAngleThatIsTheSame) {  // the elbow goes from -225 to 45 degrees
  EXPECT_EQ(torsor("kinematics puma560 --q 0,45deg,180deg,0,45deg,0").err, "");
  EXPECT_EQ(torsor("kinematics puma560 --q 0,45deg,90deg,0,45deg,0").err,
            "torsor: warning: --q: elbow: 1.5708 rad is outside its limits, -3.92699 to 0.785398 rad\n");
}

TEST(PositionLimits, DegreesThatAreWrittenAreNotTakenForRadians) {  // the waist goes from -160 to 160 degrees
  EXPECT_EQ(torsor("kinematics puma560 --q 540deg,0,0,0,0,0").err,
            "torsor: warning: --q: waist: 9.42478 rad is outside its limits, -2.79253 to 2.79253 rad\n");
  EXPECT_EQ(
      torsor("kinematics puma560 --q 400deg,0,0,0,0,0").err,
      "torsor: warning: --q: waist: 6.98132 rad is outside its limits, -2.79253 to 2.79253 rad; 0.698132 rad is the "
      "same pose within them\n");
}

TEST(PositionLimits, OfARoundedAngleAreNotExceededByTheExactOne) {
  const TemporaryFile file(
      "name: r\nlinks:\n  - joint: revolute\n    axis: [0, 0, 1]\n    shape: {rod: 1, mass: 1}\n"
      "    limits: {position: [-1.57, 1.57]}\n");
  EXPECT_EQ(torsor("kinematics " + file.path() + " --q 90deg").err, "");
}

}  // namespace torsor::test::cli_position_limits_test
