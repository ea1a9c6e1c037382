#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "cli/answer.hpp"
#include "cli/folder.hpp"

namespace torsor::test::cli_excite_test {

const std::string small = "excite two-rods --period 4 --harmonics 3 --starts 2 --quiet ";

TEST(ExciteCommand, AnswersWithAllOfTheMotion) {
  const Json json = answer(small);
  EXPECT_EQ(keys(json),
            (Keys{"robot", "joints", "criterion", "log_det", "condition_number", "starts", "smallest_slack", "noise",
                  "measurements_per_second", "series", "base_parameters", "limits", "notes", "seconds"}));
  EXPECT_EQ(json["criterion"], "d-optimal");
  EXPECT_EQ(json["series"]["harmonics"], 3);
  EXPECT_EQ(json["series"]["joints"].size(), 2U);
  EXPECT_EQ(json["starts"].size(), 2U);
  EXPECT_GE(json["smallest_slack"].get<double>(), 0);
  for (const Json& one : json["base_parameters"]) {
    EXPECT_EQ(keys(one), (Keys{"name", "combination", "value", "standard_deviation", "standard_deviation_before"}));
    EXPECT_GT(one["standard_deviation"].get<double>(), 0);
    EXPECT_TRUE(one["standard_deviation_before"].is_null());
  }
  for (std::size_t k = 1; k < json["limits"].size(); ++k)
    EXPECT_LE(json["limits"][k - 1]["slack"].get<double>(), json["limits"][k]["slack"].get<double>());
}

/// The rows are the series: q = c + sum of a_k sin + b_k cos.
TEST(ExciteCommand, WritesRowsDeviationsAndAPage) {
  const Folder folder;
  const Json json = answer(small + "--rate 10 --output " + folder / "motion.csv --deviations " +
                           folder / "deviations.csv --report " + folder / "page.html");
  std::istringstream lines(text_of(folder / "motion.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "t,q1,q2,qd1,qd2,qdd1,qdd2,tau1,tau2");
  int rows = 0;
  for (; std::getline(lines, line); ++rows) {
    double t = 0, q1 = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "%lf,%lf", &t, &q1), 2);
    const Json& joint = json["series"]["joints"][0];
    double expected = joint["centre"];
    for (int k = 0; k < 3; ++k)
      expected += joint["sine"][k].get<double>() * std::sin(2 * M_PI * (k + 1) * t / 4) +
                  joint["cosine"][k].get<double>() * std::cos(2 * M_PI * (k + 1) * t / 4);
    EXPECT_NEAR(q1, expected, 1e-7);
  }
  EXPECT_EQ(rows, 41);
  const std::string deviations = text_of(folder / "deviations.csv");
  EXPECT_TRUE(deviations.starts_with("name,value,standard_deviation,before,combination\n"));
  EXPECT_EQ(static_cast<std::size_t>(std::count(deviations.begin(), deviations.end(), '\n')),
            1 + json["base_parameters"].size());
  const std::string page = text_of(folder / "page.html");
  EXPECT_LT(page.find("id=\"replay\""), page.find("id=\"parameters\""));
  EXPECT_LT(page.find("id=\"motion\""), page.find("id=\"parameters\""));
  EXPECT_EQ(page.find("id=\"replay\"", page.find("id=\"replay\"") + 1), std::string::npos);  // or nothing is drawn
  EXPECT_EQ(page.find(">inf"), std::string::npos);  // two rods have no friction, and 0 has no percentage
  EXPECT_EQ(page.find(">nan"), std::string::npos);
}

TEST(ExciteCommand, MakesTheConditionNumberSmallerWhereThatIsAskedFor) {
  const Json volume = answer(small), number = answer(small + "--criterion condition");
  EXPECT_EQ(number["criterion"], "condition");
  EXPECT_LT(number["condition_number"].get<double>(), volume["condition_number"].get<double>());
  EXPECT_GT(volume["log_det"].get<double>(), number["log_det"].get<double>());
}

/// The earlier log is of joint 1 alone: what belongs to joint 2 is unknown after it, and known after the motion.
TEST(ExciteCommand, LooksForWhatAnEarlierLogLeftUnknown) {
  const Folder folder;
  {
    std::ofstream rows(folder / "one.csv");
    rows << "t,q1,q2,qd1,qd2,qdd1,qdd2\n";
    rows.precision(12);
    for (int k = 0; k <= 1000; ++k) {
      const double t = 0.01 * k, w = 2 * M_PI / 5;
      rows << t << ',' << std::sin(w * t) + 0.5 * std::sin(2 * w * t) << ",0.3,"
           << w * std::cos(w * t) + w * std::cos(2 * w * t) << ",0,"
           << -w * w * std::sin(w * t) - 2 * w * w * std::sin(2 * w * t) << ",0\n";
    }
  }
  answer("make-log two-rods --friction typical --preset in-class --rate 200 --trajectory " + folder / "one.csv" +
         " --output " + folder / "log.csv --true-robot " + folder / "true.yaml");
  const std::string flags = "excite " + folder / "true.yaml --period 4 --harmonics 3 --starts 2 --quiet ";
  const Json alone = answer(flags), after = answer(flags + "--after " + folder / "log.csv");
  std::size_t unknown = 0, known = 0;
  ASSERT_EQ(alone["base_parameters"].size(), after["base_parameters"].size());
  for (const Json& one : after["base_parameters"]) {
    const double found = one["standard_deviation"];
    EXPECT_TRUE(std::isfinite(found));
    const Json& before = one["standard_deviation_before"];
    const bool lost = before.is_null() || before.get<double>() > 100 * found;
    ++(lost ? unknown : known);
    if (!before.is_null()) {
      EXPECT_LE(found, before.get<double>() * (1 + 1e-9)) << one["name"];
    }
    if (one["name"] == "Fv2") {
      EXPECT_TRUE(lost) << one;  // a joint that never moved has told nothing of its friction
    }
    if (one["name"] == "Fv1") {
      EXPECT_FALSE(lost) << one;
    }
  }
  EXPECT_GT(unknown, 0U);
  EXPECT_GT(known, 0U);
  EXPECT_NE(after["series"], alone["series"]);
  const ToolRun table = torsor(flags + "--after " + folder / "log.csv");
  EXPECT_NE(table.out.find("from the logs alone"), std::string::npos) << table.out;
}

TEST(ExciteCommand, SaysWhatIsWrong) {
  expect_told("excite two-rods --criterion volume", 2, "--criterion");
  expect_told("excite two-rods --criterion d-optimall", 2, "d-optimal");
  expect_told("excite two-rods --harmonics 1", 2, "--harmonics: expected 2 to 50, found 1");
  expect_told("excite two-rods --period 0", 2, "--period");
  expect_told("excite two-rods --workspace 1,2,3", 2, "--workspace: expected two corners x,y,z:x,y,z");
  expect_told("excite two-rods --workspace 1,2,3:0,3,4", 2, "--workspace: expected two corners, the lower one first");
  expect_told("excite two-rods --noise 1,2,3", 2, "--noise");
  expect_told("excite two-rods --noise -1", 2, "--noise: expected numbers above 0, found -1");
  expect_told("excite two-rods --max-velocity 0", 2, "--max-velocity");
  expect_told("excite two-rods --clearance -1", 2, "--clearance");
  expect_told("excite two-rods --highest-frequency 0.01", 2, "--highest-frequency: expected two periods");
  expect_told("excite two-rods --friction asymmetric", 2, "--friction: expected coulomb beside asymmetric");
  expect_told("excite two-rods --mapping m.yaml", 2, "mapping");
  expect_told("excite two-rods --after nothing.csv", 2, "nothing.csv");
  expect_told("excite two-rods --output motion.txt", 2, "--output: expected a file that ends in .csv or .npy");
  expect_told("excite two-rods --floor 5 --starts 1", 1, "no motion was found within the limits");
}

TEST(ExciteCommand, NamesTheFlagThatWasMeant) {
  expect_told("excite two-rods --critrion condition", 2, "--criterion");
  expect_told("excite two-rods --harmonic 3", 2, "--harmonics");
  expect_told("excite two-rods --duration 3", 2, "--period");
}

/// Turned on its side, the first joint of two rods carries nothing; upright it would need 20 Nm.
TEST(ExciteCommand, KeepsTheLimitsOfARobotWhoseBaseIsTurned) {
  const Folder folder;
  const std::string call = "excite two-rods --period 4 --harmonics 3 --starts 2 --quiet --max-torque 12,6 ";
  const ToolRun run = torsor(call + "--base-pose=0,0,0,90deg,0,0 --output " + folder / "motion.csv");
  ASSERT_EQ(run.code, 0) << run.err;
  std::istringstream lines(text_of(folder / "motion.csv"));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    double x[9];
    ASSERT_EQ(std::sscanf(line.c_str(), "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", x, x + 1, x + 2, x + 3, x + 4, x + 5,
                          x + 6, x + 7, x + 8),
              9);
    EXPECT_LE(std::abs(x[7]), 12 * (1 + 1e-9));
    EXPECT_LE(std::abs(x[8]), 6 * (1 + 1e-9));
  }
}

TEST(ExciteCommand, TakesHugeLimitsForNone) {
  const Folder folder;
  const std::string slider = "- {joint: prismatic, mass: 2, inertia: {xx: 0.1, yy: 0.1, zz: 0.1, about: com}, limits: ";
  const std::string head = "name: cart\ngravity: [0, -9.81, 0]\nlinks:\n  ";
  std::ofstream(folder / "huge.yaml") << head + slider + "{position: [-1, 1], velocity: 3.4e38, torque: 3.4e38}}\n";
  std::ofstream(folder / "none.yaml") << head + slider + "{position: [-1, 1]}}\n";
  const std::string flags = " --period 4 --harmonics 3 --starts 1 --quiet";
  EXPECT_EQ(answer("excite " + (folder / "huge.yaml") + flags)["log_det"],
            answer("excite " + (folder / "none.yaml") + flags)["log_det"]);
}

TEST(ExciteCommand, SaysWhatIsNotLookedAtAndWhyNothingWasFound) {
  const ToolRun open = torsor(small);
  EXPECT_NE(open.out.find("note: links are not kept from each other"), std::string::npos) << open.out;
  EXPECT_NE(open.out.find("note: no floor is stated"), std::string::npos) << open.out;
  const ToolRun none = torsor(small + "--floor 5");
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("from 2 starts; more of them, or another seed"), std::string::npos) << none.err;
  EXPECT_NE(none.err.find("break the limit 'floor under"), std::string::npos) << none.err;
}

TEST(ExciteCommand, ALimitAboveTheRobotFilesIsTold) {
  const ToolRun run = torsor("excite puma560 --period 4 --harmonics 2 --starts 1 --quiet --max-torque 1e5");
  EXPECT_EQ(run.code, 0) << run.err;
  const ToolRun fast = torsor("excite panda --period 4 --harmonics 2 --starts 1 --quiet --max-velocity 114");
  EXPECT_NE(fast.err.find("--max-velocity: 114 for joint1, where the robot file has"), std::string::npos) << fast.err;
}

TEST(ExciteCommand, ARobotWithoutAJointThatMovesIsToldOf) {
  const Folder folder;
  std::ofstream(folder / "fixed.urdf") << "<robot name='cart'><link name='a'/><link name='b'/><joint name='j' "
                                          "type='fixed'><parent link='a'/><child link='b'/></joint></robot>";
  for (const std::string command : {"excite ", "plan-experiment "}) {
    const ToolRun run = torsor(command + folder / "fixed.urdf");
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_NE(run.err.find("has no joint that moves"), std::string::npos) << run.err;
  }
}

}  // namespace torsor::test::cli_excite_test
