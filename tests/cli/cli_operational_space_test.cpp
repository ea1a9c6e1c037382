#include <gtest/gtest.h>

#include "cli/expect_told.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_operational_space_test {

Json answer(const std::string& arguments) {
  const ToolRun run = torsor("operational-space " + arguments + " --json");
  EXPECT_EQ(run.code, 0) << arguments << ": " << run.err;
  EXPECT_EQ(run.err, "") << arguments;
  return run.json();
}

const std::string masses = "two-point-masses-vertical --q -90deg,90deg ";

TEST(OperationalSpaceCommand, HasInertiaAndForcesOfTheRows) {
  const Json json = answer(masses + "--rows vy,vx");
  EXPECT_EQ(json["tip"], "tool");
  EXPECT_EQ(json["rows"], Json({"vy", "vx"}));
  EXPECT_NEAR(json["inertia"][0][0].get<double>(), 3, 1e-12);
  EXPECT_NEAR(json["inertia"][1][1].get<double>(), 1, 1e-12);
  EXPECT_NEAR(json["mobility"][1][1].get<double>(), 1, 1e-12);
  EXPECT_NEAR(json["gravity_force"][0].get<double>(), 3 * 9.81, 1e-12);
  EXPECT_EQ(json["bias_force"], Json({0.0, 0.0}));
  EXPECT_NEAR(json["reciprocal_condition"].get<double>(), 1, 1e-12);
}

TEST(OperationalSpaceCommand, TakesGravityVelocityTipAndPayload) {
  EXPECT_NEAR(answer(masses + "--rows vy --gravity 0,-1,0")["gravity_force"][0].get<double>(), 3, 1e-12);
  EXPECT_NE(answer(masses + "--rows vx,vy --qd 1,1")["bias_force"], Json({0.0, 0.0}));
  EXPECT_NEAR(answer(masses + "--rows vx --payload 2")["inertia"][0][0].get<double>(), 3, 1e-12);
  EXPECT_EQ(answer(masses + "--rows wz --tip link2")["tip"], "link2");
}

TEST(OperationalSpaceCommand, SaysInTextWhatIsLeftOut) {
  const ToolRun run = torsor("operational-space " + masses + "--rows vx,vy");
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* piece : {"F = Lambda xdd + mu + p, without friction and springs", "inertia Lambda", "mobility",
                            "bias mu", "gravity p", "reciprocal condition 1"})
    EXPECT_NE(run.out.find(piece), std::string::npos) << piece << " is not in\n" << run.out;
}

TEST(OperationalSpaceCommand, ExitsWith1AtASingularityAndSaysHowToGoOn) {
  expect_told(torsor("operational-space two-rods --q 0,1"), 1, "such as --rows vx,vy");
  const ToolRun stretched = torsor("operational-space two-rods --q 0,0 --rows vx,vy");
  expect_told(stretched, 1, "the Jacobian of lower is singular in the rows vx,vy (smallest singular value 0");
  expect_told(stretched, 1, "such as --rows vy");
  expect_told(torsor("operational-space two-rods --q 0,0 --rows vz,wx"), 1, "cannot move in any of them");
  expect_told(torsor("operational-space puma560 --q 0,0,0,0,0,0 --json"), 1, "singular");
  const TemporaryFile massless(
      "name: a\nlinks:\n  - {joint: revolute, mass: 1, com: [1, 0, 0]}\n  - joint: {type: revolute, name: wrist}\n");
  expect_told(torsor("operational-space --q 0,0 --rows wz " + massless.path()), 1, "joint wrist moves no inertia");
  expect_told(torsor("operational-space two-rods --q 0,1 --rows vx,vy --qd 1e200,1e200"), 2, "expected a number from");
}

TEST(OperationalSpaceMistake, IsTold) {
  expect_told(torsor("operational-space two-rods"), 2, "--q");
  expect_told(torsor("operational-space two-rods --q 0,1 --rows vx,ax"), 2,
              "--rows: expected a list of vx, vy, vz, wx, wy or wz, found 'ax'");
  expect_told(torsor("operational-space two-rods --q 0,1 --rows vx,vx"), 2, "--rows: vx is named twice");
  expect_told(torsor("operational-space two-rods --q 0,1 --rows ''"), 2, "--rows");
  expect_told(torsor("operational-space two-rods --q 0,1 --tip hand"), 2, "--tip");
  expect_told(torsor("operational-space two-rods --q 0,1 --gravity 1"), 2, "--gravity: expected 3 numbers");
}

}  // namespace torsor::test::cli_operational_space_test
