#include <gtest/gtest.h>

#include <cmath>

#include "cli/expect_told.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_effective_inertia_test {

Json answer(const std::string& arguments) {
  const ToolRun run = torsor("effective-inertia " + arguments + " --json");
  EXPECT_EQ(run.code, 0) << arguments << ": " << run.err;
  EXPECT_EQ(run.err, "") << arguments;
  return run.json();
}
std::string text(const std::string& arguments) {
  const ToolRun run = torsor("effective-inertia " + arguments);
  EXPECT_EQ(run.code, 0) << arguments << ": " << run.err;
  return run.out;
}
void expect_refused(const std::string& arguments, const std::string& message) {
  SCOPED_TRACE(arguments);
  for (const char* form : {"", " --json"}) expect_told(torsor("effective-inertia " + arguments + form), 2, message);
}
void expect_in(const std::string& out, const std::string& piece) {
  EXPECT_NE(out.find(piece), std::string::npos) << piece << " is not in\n" << out;
}

const std::string masses = "two-point-masses-vertical ";

TEST(EffectiveInertiaCommand, HasTheInertiaOfEveryJoint) {
  const Json json = answer("puma560 --q 0,45deg,180deg,0,45deg,0");
  const Json terms = torsor("terms puma560 --q 0,45deg,180deg,0,45deg,0 --json").json();
  EXPECT_EQ(json["coupled_inertia"], terms["inertia_matrix"]);
  EXPECT_EQ(json["locked"], json["effective_inertia"]);
  for (int j = 0; j < 6; ++j) {
    EXPECT_EQ(json["effective_inertia"][j], json["coupled_inertia"][j][j]);
    EXPECT_LE(json["free"][j].get<double>(), json["locked"][j].get<double>());
    EXPECT_LT(json["actuator_inertia"][j].get<double>(), json["effective_inertia"][j].get<double>());
  }
  EXPECT_NEAR(json["actuator_inertia"][0].get<double>(), 200e-6 * 62.6111 * 62.6111, 1e-9);
  EXPECT_EQ(answer("puma560 --no-rotor")["actuator_inertia"], Json(std::vector<double>(6, 0.0)));
  EXPECT_EQ(answer(masses), answer(masses + "--q 0,0")) << "q is 0 where none is given";
}

TEST(EffectiveInertiaCommand, ShowsALightTipBesideAHeavySlide) {  // 1e-6 kg at 1 mm: 1e-12 kg m^2
  const TemporaryFile file(
      "name: crane\nlinks:\n  - joint: {name: slide, type: prismatic}\n    axis: [1, 0, 0]\n"
      "    shape: {point: true, mass: 1e4}\n  - joint: {name: tip, type: revolute}\n    axis: [0, 1, 0]\n"
      "    shape: {point: true, mass: 1e-6, at: [0, 0, -1e-3]}\n");
  EXPECT_EQ(text(file.path()),
            "effective inertia D_ii, actuator inertia I_a included; with the other joints locked or free\n"
            "  joint  q   D_ii  I_a  locked   free\n"
            "  slide  0  10000    0   10000  10000\n"
            "  tip    0  1e-12    0   1e-12  1e-12\n"
            "\ncoupled inertia D_ij\n"
            "          slide     tip\n"
            "  slide   10000  -1e-09\n"
            "  tip    -1e-09   1e-12\n");
  const std::string terms = torsor("terms " + file.path() + " --q 0,0").out;
  expect_in(terms, "  tip    -1e-09   1e-12\n");
}

TEST(EffectiveInertiaCommand, PrintsTheNotesTableToTheDigit) {  // [notes 004, Table 4.1]
  EXPECT_EQ(text(masses + "--table"),
            "inertia at joint1 with joint2 locked and free; loads are point masses at the tip\n"
            "  load  theta2  cos theta2  D11  D12  D22  I1 locked  I1 free\n"
            "     0    0deg           1    6    2    1          6        2\n"
            "     0   90deg           0    4    1    1          4        3\n"
            "     0  180deg          -1    2    0    1          2        2\n"
            "     0  270deg           0    4    1    1          4        3\n"
            "     3    0deg           1   18    8    4         18        2\n"
            "     3   90deg           0   10    4    4         10        6\n"
            "     3  180deg          -1    2    0    4          2        2\n"
            "     3  270deg           0   10    4    4         10        6\n"
            "    99    0deg           1  402  200  100        402        2\n"
            "    99   90deg           0  202  100  100        202      102\n"
            "    99  180deg          -1    2    0  100          2        2\n"
            "    99  270deg           0  202  100  100        202      102\n");
  EXPECT_EQ(text(masses + "--table --q 0.7,5"), text(masses + "--table")) << "joint 1 does not matter, joint 2 is set";
}

TEST(EffectiveInertiaCommand, TableTakesOtherLoadsAndJoints) {
  const Json json = answer(masses + "--table --loads 0,1/2 --pair joint2,1");
  EXPECT_EQ(json["joint"], "joint2");
  EXPECT_EQ(json["other_joint"], "joint1");
  ASSERT_EQ(json["table"].size(), 8u);
  const Json& row = json["table"][4];
  EXPECT_EQ(row["load"], 0.5);
  EXPECT_EQ(row["position"], 0.0);
  EXPECT_EQ(row["cosine"], 1.0);
  EXPECT_NEAR(row["effective_inertia"].get<double>(), 1.5, 1e-12);
  EXPECT_NEAR(row["coupled_inertia"].get<double>(), 3, 1e-12);
  EXPECT_NEAR(row["other_effective_inertia"].get<double>(), 8, 1e-12);
  EXPECT_NEAR(row["locked"].get<double>(), 1.5, 1e-12);
  EXPECT_NEAR(row["free"].get<double>(), 1.5 - 9.0 / 8, 1e-12);
  expect_in(text("puma560 --table --pair elbow,wrist-bend --loads 2"), "theta5  cos theta5");
}

TEST(EffectiveInertiaCommand, SweepListsConfigurationsAndTheirRange) {
  const Json json = answer(masses + "--q 1,2 --sweep joint2=0:180deg:3");
  EXPECT_EQ(json["count"], 3);
  ASSERT_EQ(json["configurations"].size(), 3u);
  EXPECT_EQ(json["configurations"][1]["q"], Json({1.0, 1.5707963267948966}));
  EXPECT_NEAR(json["configurations"][1]["free"][0].get<double>(), 3, 1e-12);
  const Json& range = json["range"]["locked"][0];
  EXPECT_EQ(range["joint"], "joint1");
  EXPECT_NEAR(range["min"].get<double>(), 2, 1e-12);
  EXPECT_NEAR(range["max"].get<double>(), 6, 1e-12);
  EXPECT_NEAR(range["ratio"].get<double>(), 3, 1e-12);
  EXPECT_EQ(range["min_at"], Json({1.0, 3.141592653589793}));
  EXPECT_EQ(range["max_at"], Json({1.0, 0.0}));
  EXPECT_EQ(answer(masses + "--sweep 1=0:1:4 --sweep 2=-90deg:90deg:5")["configurations"].size(), 20u);
  EXPECT_EQ(answer(masses + "--sweep 1=0.5:1:1")["configurations"][0]["q"], Json({0.5, 0.0}));
}

TEST(EffectiveInertiaCommand, LongSweepsAreCutInTextOnly) {
  const std::string out = text(masses + "--sweep 2=0:1:100");
  expect_in(out, "60 more; --json prints all");
  expect_in(out, "range over 100 configurations");
  EXPECT_EQ(answer(masses + "--sweep 2=0:1:100")["configurations"].size(), 100u);
}

TEST(EffectiveInertiaCommand, GridAndSamplesStayInTheLimits) {
  const Json grid = answer("scara --grid 5"), samples = answer("scara --samples 500");
  EXPECT_EQ(grid["count"], 5 * 5 * 5 * 5);
  EXPECT_EQ(samples["count"], 500);
  EXPECT_FALSE(grid.contains("configurations"));
  for (const Json& json : {grid, samples})
    for (const char* others : {"locked", "free"})
      for (const Json& range : json["range"][others])
        for (const char* at : {"min_at", "max_at"}) {
          EXPECT_LE(std::abs(range[at][0].get<double>()), 50 * 0.01745329251994331);
          EXPECT_GE(range[at][2].get<double>(), 0);
          EXPECT_LE(range[at][2].get<double>(), 0.21);
        }
  EXPECT_EQ(samples, answer("scara --samples 500")) << "the same ones every time";
  EXPECT_NEAR(answer(masses + "--grid 4")["range"]["locked"][0]["ratio"].get<double>(), 3, 1e-12) << "a full turn";
}

TEST(EffectiveInertiaCommand, RandomSamplesComeNearTheTrueRange) {
  const Json range = answer(masses + "--samples 20000")["range"]["locked"][0];
  EXPECT_NEAR(range["min"].get<double>(), 2, 1e-3);
  EXPECT_NEAR(range["max"].get<double>(), 6, 1e-3);
}

TEST(EffectiveInertiaCommand, ASingularInertiaHasNoFreeValue) {
  const TemporaryFile massless(
      "name: a\nlinks:\n  - {joint: revolute, mass: 1, com: [1, 0, 0]}\n  - joint: {type: revolute, name: wrist}\n");
  const Json json = answer(massless.path());
  EXPECT_EQ(json["locked"], Json({1.0, 0.0}));
  EXPECT_EQ(json["free"], Json({nullptr, nullptr}));
  expect_in(text(massless.path()),
            "singular at this state (joint wrist moves no inertia of its own): free has no value");
  const Json range = answer(massless.path() + " --grid 3");
  EXPECT_EQ(range["singular"], 9);
  EXPECT_TRUE(range["range"]["free"][0]["min"].is_null() && range["range"]["free"][0]["min_at"].is_null());
  EXPECT_EQ(range["range"]["locked"][0]["ratio"], 1.0);
  EXPECT_TRUE(range["range"]["locked"][1]["ratio"].is_null());
  expect_in(text(massless.path() + " --grid 3"), "singular at 9 of them");
  EXPECT_TRUE(answer(massless.path() + " --table --loads 0")["table"][0]["free"].is_null());
}

TEST(EffectiveInertiaMistake, IsTold) {
  expect_refused("puma560 --grid 20", "--grid: expected 1 to 1000000 configurations, found 64000000");
  expect_refused("puma560 --grid 1", "--grid: expected 2 points or more");
  expect_refused("puma560 --samples 0", "--samples: expected 1 to 1000000 configurations, found 0");
  expect_refused("puma560 --samples 1000001", "found 1000001");
  expect_refused("mass-spring-damper --grid 3", "prismatic joint, and joint1 has none; --sweep joint1=FROM:TO:COUNT");
  expect_refused("mass-spring-damper --samples 3", "joint1 has none");
  expect_refused("two-rods --sweep 0:1:3", "--sweep: expected JOINT=FROM:TO:COUNT, found '0:1:3'");
  expect_refused("two-rods --sweep 3=0:1:3",
                 "--sweep: expected a joint of two-rods (joint1, joint2) or its number from 1 to 2, found '3'");
  expect_refused("two-rods --sweep elbow=0:1:3", "found 'elbow'");
  expect_refused("two-rods --sweep 1=0:1", "--sweep 1: expected FROM:TO:COUNT, found '0:1'");
  expect_refused("two-rods --sweep 1=0:1:0", "expected a COUNT of 1 or more, found '0'");
  expect_refused("two-rods --sweep 1=0:1:2.5", "found '2.5'");
  expect_refused("two-rods --sweep 1=0:x:2", "--sweep 1: number 1");
  expect_refused("two-rods --sweep 1=0,1:2:2", "expected one number, found '0,1'");
  expect_refused("two-rods --sweep 1=0:1:2000000", "found 2000000");
  expect_refused("two-rods --sweep 1=0:1:2000 --sweep 2=0:1:2000", "found 4000000");
  expect_refused("two-rods --sweep 1=0:1:2 --sweep joint1=0:1:2", "joint1 is swept twice");
  expect_refused("two-rods --grid 3 --q 0,0", "--q");
  expect_refused("two-rods --grid 3 --samples 4", "--samples");
  expect_refused("two-rods --table --grid 3", "--table");
  expect_refused("two-rods --loads 1", "--table");
  expect_refused("two-rods --table --loads 1,-1", "--loads: expected masses that are not negative, found -1");
  expect_refused("two-rods --table --pair 1", "--pair: expected two joints I,J, found '1'");
  expect_refused("two-rods --table --pair 1,1", "--pair: expected two different joints, found joint1 twice");
  expect_refused("two-rods --table --pair 1,3", "--pair: expected a joint of two-rods");
  expect_refused("one-link --table", "--table: expected a robot with two joints or more, and one-link has one");
  expect_refused("scara --table --pair 1,3", "joint3 is prismatic");
}

}  // namespace torsor::test::cli_effective_inertia_test
