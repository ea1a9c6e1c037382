#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "cli/answer.hpp"
#include "cli/folder.hpp"

namespace torsor::test::cli_retime_test {

const std::string ways[] = {"trajectory panda --from 0,-0.5,0,-2,0,1.5,0.7 --to 0.5,0.2,-0.4,-1.5,0.3,1.8,1",
                            "trajectory ur10 --from 0,-1,0.5,0,0,0 --via 0.5,-0.8,0.9,0.3,0,0 --to 1,-1.2,0.2,0,0.5,0"};

TEST(RetimeOption, IsQuickerThanThePlanAndThanOneFactorAndKeepsLimits) {
  for (const std::string& way : ways) {
    const double planned = answer(way)["duration"].get<double>();
    const Json quickest = answer(way + " --retime"), even = answer(way + " --retime uniform");
    EXPECT_NEAR(quickest["retiming"]["duration_before"].get<double>(), planned, 1e-12);
    EXPECT_LT(quickest["duration"].get<double>(), 0.9 * planned);
    EXPECT_LT(quickest["duration"].get<double>(), even["duration"].get<double>());
    for (const Json& run : {quickest, even}) {
      EXPECT_EQ(keys(run["retiming"]), (Keys{"way", "duration_before", "duration", "limits"}));
      EXPECT_FALSE(run["limits"][0]["exceeded"].get<bool>());
      EXPECT_GT(run["limits"][0]["share"].get<double>(), 0.998);
    }
    const Json& stretches = quickest["retiming"]["limits"];
    EXPECT_EQ(stretches[0]["t"][0].get<double>(), 0);
    EXPECT_EQ(stretches[stretches.size() - 1]["t"][1].get<double>(), quickest["duration"].get<double>());
    for (std::size_t k = 1; k < stretches.size(); ++k)
      EXPECT_EQ(stretches[k]["t"][0].get<double>(), stretches[k - 1]["t"][1].get<double>());
  }
}

TEST(RetimeOption, EndsWhereThePlanEnds) {
  const Json run = answer(ways[1] + " --retime");
  const std::size_t last = run["t"].size() - 1;
  expect_near(run["q"][0], {0, -1, 0.5, 0, 0, 0});
  expect_near(run["q"][last], {1, -1.2, 0.2, 0, 0.5, 0}, 1e-9);
  expect_near(run["qd"][last], {0, 0, 0, 0, 0, 0}, 1e-6);
}

TEST(RetimeOption, TellsWhatHasNoAnswer) {
  expect_told("trajectory ur10 --from 0,-1,1,0,0,0 --to 1,0,0,0,0,0 --payload 40,0,0,0.1 --retime", 1,
              "the torque of shoulder_lift_joint is beyond its limit");
  expect_told("trajectory two-rods --from 0,0 --to 1,1 --duration 1 --retime", 1, "nothing limits the acceleration");
  expect_told("trajectory two-rods --from 0,0 --to 1,1 --duration 1 --retime uniform", 1, "nothing limits the motion");
  expect_told(
      "trajectory panda --from 0,0,0,-1.5,0,1.5,0 --via 0.5,0.5,0,-1.5,0,1.5,0 --to 1,0,0,-1.5,0,1.5,0 "
      "--profile trapezoid --retime",
      1, "the motion turns a corner");
  expect_told(ways[0] + " --retime quickest", 2, "--retime");
  expect_told(ways[0] + " --retime --wrench 1,0,0,0,0,0", 2, "expected no --wrench");
}

const std::string line = "trajectory panda --from 0,-0.5,0,-2,0,1.5,0.7 --line 0.4,0.3,0.5 ";

/// The speed of the tip in the middle between samples, by forward kinematics.
double fastest_tip(const Json& run) {
  const auto tip = [](const Json& q) {
    const Json pose = answer("kinematics panda --q " + list_of(q.get<std::vector<double>>()))["pose"];
    return std::vector<double>{pose[0][3].get<double>(), pose[1][3].get<double>(), pose[2][3].get<double>()};
  };
  double fastest = 0;
  std::vector<double> before = tip(run["q"][0]);
  for (std::size_t k = 1; k < run["q"].size(); ++k) {
    const std::vector<double> here = tip(run["q"][k]);
    const double time = run["t"][k].get<double>() - run["t"][k - 1].get<double>();
    if (time > 1e-3)
      fastest = std::max(fastest, std::hypot(here[0] - before[0], here[1] - before[1], here[2] - before[2]) / time);
    before = here;
  }
  return fastest;
}

TEST(RetimeOption, KeepsTheVelocityOfTheTip) {
  for (const std::string way : {"--retime optimal", "--retime uniform"}) {
    const Json run = answer(line + "--max-tip-velocity 0.2 --rate 20 " + way);
    EXPECT_LE(fastest_tip(run), 0.2) << way;
    EXPECT_GT(fastest_tip(run), 0.19) << way;
    EXPECT_FALSE(run["limits"][0]["exceeded"].get<bool>()) << way;
    int tips = 0;
    for (const Json& use : run["limits"])
      if (use["joint"] == "tip") {
        ++tips;
        EXPECT_NEAR(use["share"].get<double>(), 0.999, 1e-3) << way;
      }
    EXPECT_EQ(tips, 1) << way;
  }
  EXPECT_EQ(answer(line + "--max-tip-velocity 0.2 --retime")["retiming"]["limits"][1]["limit"], "path speed");
}

TEST(RetimeOption, BeginsAndEndsWithTheAccelerationOfTheMotion) {
  const Json run = answer("trajectory panda --from 0,0,0,-1.5,0,1.5,0 --to 1,0.5,-0.5,-2,0.3,2,0.5 --retime");
  const auto joint1 = [&](std::size_t k) { return run["qdd"][k][0].get<double>(); };
  const std::size_t last = run["t"].size() - 1;
  EXPECT_NEAR(joint1(0), joint1(1), 1e-3 * joint1(1));
  EXPECT_NEAR(joint1(last), joint1(last - 1), -1e-3 * joint1(last));
}

TEST(RetimeOption, RefusesWhatItWouldLose) {
  for (const std::string flag : {"--from-velocity", "--to-velocity", "--from-acceleration", "--to-acceleration"}) {
    expect_told(ways[0] + " --duration 2 --retime " + flag + " 0.1,0,0,0,0,0,0", 2,
                "--retime: expected no " + flag + " beside it but 0, found another");
    EXPECT_EQ(torsor(ways[0] + " --duration 2 --retime " + flag + " 0,0,0,0,0,0,0").code, 0) << flag;
  }
  for (const std::string flag : {"--max-tip-acceleration", "--max-tip-jerk"})
    expect_told(line + "--retime " + flag + " 1", 2, "--retime: expected no " + flag + " beside it");
  expect_told(ways[0] + " --retime --max-jerk 10", 2, "--retime: expected no --max-jerk beside it");
}

TEST(RetimeOption, ShowsWhatLimitsTheMotion) {
  const Folder folder;
  const ToolRun run = torsor(ways[0] + " --retime --report " + (folder / "page.html"));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("retiming, optimal: "), std::string::npos) << run.out;
  std::ifstream file(folder / "page.html");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(page.find("What limits the motion, from when to when"), std::string::npos);
}

}  // namespace torsor::test::cli_retime_test
