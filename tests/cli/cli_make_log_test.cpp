#include <gtest/gtest.h>

#include <cstring>
#include <sstream>

#include "cli/answer.hpp"
#include "cli/folder.hpp"

namespace torsor::test::cli_make_log_test {

std::vector<std::vector<std::string>> cells(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream stream(line);
    rows.emplace_back();
    for (std::string cell; std::getline(stream, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

TEST(MakeLog, WritesOneRowForEachSample) {
  const Folder folder;
  const Json json = answer("make-log two-rods --duration 0.5 --rate 200 --output " + folder / "log.csv");
  EXPECT_EQ(json["rows"], 100);
  EXPECT_EQ(json["joints"], Json({"joint1", "joint2"}));
  EXPECT_EQ(json["preset"], "realistic");
  const auto rows = cells(text_of(folder / "log.csv"));
  ASSERT_EQ(rows.size(), 101U);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"t", "q1", "q2", "tau1", "tau2"}));
  for (const auto& row : rows) EXPECT_EQ(row.size(), 5U);
  EXPECT_EQ(folder.count(), 1U);
}

/// The closed form of the two rods is in the tests of inverse dynamics; here the log has to agree with that command.
TEST(MakeLog, WithoutEffectsIsTheTorqueOfItsOwnMotion) {
  const Folder folder;
  answer("make-log two-rods --preset clean --velocity exact --digits 17 --samples 3 --rate 0.2e1 --output " +
         folder / "log.csv");
  const auto rows = cells(text_of(folder / "log.csv"));
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[1][0], "0");
  EXPECT_EQ(rows[1][3], "0");  // at rest in the beginning
  const Json torque = answer("inverse-dynamics two-rods --q " + rows[1][1] + "," + rows[1][2]);
  expect_near(torque["tau"], {std::stod(rows[1][5]), std::stod(rows[1][6])}, 1e-12);
}

TEST(MakeLog, WritesTheSameNumbersToNpy) {
  const Folder folder;
  const std::string flags = "make-log two-rods --samples 40 --preset nasty --digits 17 --output ";
  answer(flags + folder / "log.csv");
  answer(flags + folder / "log.npy --threads 3");
  const std::string npy = text_of(folder / "log.npy");
  ASSERT_EQ(npy.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t header = static_cast<unsigned char>(npy[8]) + 256U * static_cast<unsigned char>(npy[9]);
  EXPECT_EQ((10 + header) % 64, 0U);
  EXPECT_EQ(npy[9 + header], '\n');
  EXPECT_NE(npy.find("'fortran_order': False, 'shape': (40, 9), }"), std::string::npos);
  ASSERT_EQ(npy.size(), 10 + header + std::size_t{40} * 9 * 8);
  const auto rows = cells(text_of(folder / "log.csv"));
  ASSERT_EQ(rows.at(0).size(), 9U);  // t, q, qd, qref, tau
  for (std::size_t i = 0; i < 40; ++i)
    for (std::size_t k = 0; k < 9; ++k) {
      double value = 0;
      std::memcpy(&value, npy.data() + 10 + header + 8 * (9 * i + k), 8);
      EXPECT_EQ(value, std::stod(rows[i + 1][k])) << i << " " << k;
    }
}

TEST(MakeLog, IsTheSameForASeedWhateverTheThreads) {
  const Folder folder;
  const std::string flags = "make-log panda --samples 20000 --output ";
  answer(flags + folder / "a.npy --threads 1");
  answer(flags + folder / "b.npy --threads 4");
  answer(flags + folder / "c.npy --seed 2");
  EXPECT_TRUE(text_of(folder / "a.npy") == text_of(folder / "b.npy"));
  EXPECT_FALSE(text_of(folder / "a.npy") == text_of(folder / "c.npy"));
}

/// What `excite` wrote is run, twice: positions at the times of its rows are its own, and the torque is that column.
TEST(MakeLog, RunsTheMotionOfAFile) {
  const Folder folder;
  answer("excite two-rods --period 4 --harmonics 3 --starts 1 --rate 50 --quiet --output " + folder / "motion.csv");
  const Json json = answer("make-log two-rods --preset clean --digits 12 --rate 50 --repetitions 2 --trajectory " +
                           folder / "motion.csv --output " + folder / "log.csv");
  EXPECT_EQ(json["rows"], 400);
  EXPECT_EQ(json["trajectory"], folder / "motion.csv");
  EXPECT_NEAR(json["period"].get<double>(), 4, 1e-9);
  EXPECT_FALSE(json.contains("harmonics"));
  const auto motion = cells(text_of(folder / "motion.csv")), log = cells(text_of(folder / "log.csv"));
  ASSERT_EQ(log.size(), 401U);
  for (std::size_t k = 0; k < 400; ++k)
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_NEAR(std::stod(log[k + 1][1 + j]), std::stod(motion[k % 200 + 1][1 + j]), 1e-7) << k;
      EXPECT_NEAR(std::stod(log[k + 1][3 + j]), std::stod(motion[k % 200 + 1][7 + j]), 1e-5) << k;
    }
}

TEST(MakeLog, RunsAMotionThatDoesNotComeBackOnce) {
  const Folder folder;
  torsor("trajectory two-rods --from 0,0 --to 1,0.5 --duration 2 --rate 100 --output " + folder / "there.csv");
  const std::string flags =
      "make-log two-rods --rate 100 --trajectory " + folder / "there.csv --output " + folder / "log.csv --force ";
  EXPECT_EQ(answer(flags)["rows"], 200);
  expect_told(flags + "--repetitions 2", 2, "--trajectory: expected a motion that ends where it began");
  expect_told(flags + "--duration 3", 2, "--trajectory: expected a motion that ends where it began");
  expect_told(flags + "--period 3", 2, "--period");
  expect_told(flags + "--duration 1 --repetitions 2", 2, "--repetitions");
  expect_told("make-log two-rods --repetitions 2 --output " + folder / "b.csv", 2, "--trajectory");
  const TemporaryFile bad("t,q1,q2,qd1,qd2,qdd1,qdd2\n0,0,0,0,0,0,0\n", ".csv");
  expect_told("make-log two-rods --trajectory " + bad.path() + " --output " + folder / "b.csv", 3, "two rows or more");
}

TEST(MakeLog, TellsTheTruth) {
  const Folder folder;
  answer("make-log puma560 --samples 10 --output " + folder / "a.csv --truth " + folder / "truth.json");
  const Json truth = Json::parse(text_of(folder / "truth.json"));
  for (const char* key : {"robot", "effects", "seed", "torque_rms", "parameters", "base_parameters", "gravity"})
    EXPECT_TRUE(truth.contains(key)) << key;
  double mass = -1;
  for (const Json& parameter : truth["parameters"])
    if (parameter["name"] == "m2") mass = parameter["value"];
  EXPECT_NEAR(mass, 17.4, 1e-12);  // Armstrong, Khatib, Burdick 1986
}

TEST(MakeLog, AddsTypicalFrictionAndSaysSo) {
  const Folder folder;
  const Json without = answer("make-log two-rods --samples 10 --output " + folder / "a.csv");
  EXPECT_NE(without["notes"].dump().find("--friction typical"), std::string::npos);
  const Json with = answer("make-log two-rods --friction typical --samples 10 --output " + folder / "b.csv");
  EXPECT_NE(with["notes"].dump().find("were given typical friction"), std::string::npos);
  EXPECT_GT(with["torque_rms"][0].get<double>(), without["torque_rms"][0].get<double>());
}

TEST(MakeLog, TakesTheFrictionOfTheRobotAwayWhereNoneIsWanted) {
  const Folder folder;
  const std::string truth_path = folder / "truth.json";
  answer("make-log puma560 --friction none --samples 10 --output " + folder / "a.csv --truth " + truth_path);
  const Json truth = Json::parse(text_of(truth_path));
  for (const Json& parameter : truth["parameters"])
    if (parameter["name"].get<std::string>()[0] == 'F') {
      EXPECT_EQ(parameter["value"], 0) << parameter["name"];
    }
}

TEST(MakeLog, FollowsThePreslidingOfTheRobotFileInEveryPreset) {
  const Folder folder;
  const auto log = [&](const std::string& friction, const std::string& flags) {
    const TemporaryFile file(
        "name: a\nlinks:\n  - {joint: revolute, shape: {rod: 1, mass: 1}, friction: " + friction + "}\n", ".yaml");
    answer("make-log " + file.path() + " --preset clean --samples 500 --rate 100 --force " + flags + " --output " +
           folder / "a.csv");
    return text_of(folder / "a.csv");
  };
  const std::string bends = log("{coulomb: 2, presliding: {stiffness: 500}}", "");
  EXPECT_NE(bends, log("{coulomb: 2}", ""));
  EXPECT_EQ(bends, log("{coulomb: 2}", "--presliding 0.004"));
  EXPECT_EQ(bends, log("{coulomb: 2, presliding: {stiffness: 500}}", "--presliding 0.1"));
  EXPECT_NE(bends, log("{coulomb: 2, presliding: {stiffness: 500, damping: 5}}", ""));
  EXPECT_EQ(log("{coulomb: 2, width: 0.1}", "--presliding 0.1"), log("{coulomb: 2, width: 0.1}", ""));
}

TEST(MakeLog, CountsOneOfAThingInTheSingular) {
  const Folder folder;
  const std::string out = torsor("make-log two-rods --samples 1 --output " + folder / "a.csv").out;
  EXPECT_NE(out.find("a.csv: 1 row of two-rods"), std::string::npos) << out;
}

TEST(MakeLog, TakesEveryEffectAsAFlag) {
  const Folder folder;
  const Json json = answer(
      "make-log two-rods --samples 10 --preset clean --sample-jitter 1e-5 --stamp-jitter 2e-5 --rate-error 0.02 "
      "--encoder-counts 1000 --encoder-side motor --gear-ratio 30,40 --position-noise 1e-6 --velocity difference "
      "--velocity-span 3 --reference --reference-lead 0.01 --presliding 0.004 --stribeck 0.2 --stribeck-velocity 0.07 "
      "--torque-noise 2% --coloured-noise 0.3,0.4 --correlation-time 0.05 --ripple 3%,4% --ripple-harmonics 3 "
      "--resonance 15 --resonance-damping 0.03 --torque-step 0.01 --torque-limit 300% --dropped 0.01 --dropped-run 2 "
      "--garbage 0.001 --output " +
      folder / "a.csv");
  const Json& effects = json["effects"];
  EXPECT_EQ(effects["rate-error"], 0.02);
  EXPECT_EQ(effects["gear-ratio"], Json({30.0, 40.0}));
  EXPECT_EQ(effects["encoder-side"], "motor");
  EXPECT_EQ(effects["torque-noise"], Json({{"value", {0.02}}, {"relative", true}}));
  EXPECT_EQ(effects["coloured-noise"], Json({{"value", {0.3, 0.4}}, {"relative", false}}));
  EXPECT_EQ(effects["ripple"], Json({{"value", {0.03, 0.04}}, {"relative", true}}));
  EXPECT_EQ(effects["ripple-harmonics"], 3);
  EXPECT_EQ(effects["velocity"], "difference");
  EXPECT_EQ(effects["reference"], true);
}

TEST(MakeLogMistake, IsToldAndLeavesNoFile) {
  const Folder folder;
  const std::string to = " --output " + folder / "a.csv";
  expect_told("make-log nobody" + to, 2, "nobody");
  expect_told("make-log two-rods", 2, "--output");
  expect_told("make-log two-rods --output " + folder / "a.txt", 2, "expected a file that ends in .csv or .npy");
  expect_told("make-log two-rods --output " + folder / "no/a.csv", 5, "expected a folder that is there");
  expect_told("make-log two-rods --truth " + folder / "a.csv" + to, 2,
              "expected a file of its own, found that of --output");
  expect_told("make-log two-rods --duration 0" + to, 2, "--duration: expected a time of one to 1e11 samples");
  expect_told("make-log two-rods --duration 1 --samples 5" + to, 2, "--samples");
  expect_told("make-log two-rods --rate -5" + to, 2, "--rate: expected 1 to 1e6");
  expect_told("make-log two-rods --preset easy" + to, 2, "--preset");
  expect_told("make-log two-rods --torque-noise 2%,3" + to, 2, "expected % after every number or after none");
  expect_told("make-log two-rods --torque-noise 1,2,3" + to, 2, "expected 1 number or 2");
  expect_told("make-log two-rods --sample-jitter 1" + to, 2, "quarter of the sampling interval");
  expect_told("make-log two-rods --digits 99" + to, 2, "--digits: expected 3 to 17");
  const TemporaryFile massless("name: a\nlinks:\n  - {joint: revolute}\n");
  expect_told("make-log " + massless.path() + to, 1, "a has no masses");
  const TemporaryFile ball("name: a\nlinks:\n  - {joint: ball, mass: 1}\n");
  expect_told("make-log " + ball.path() + to, 2, "joints of one degree of freedom");
  EXPECT_EQ(folder.count(), 0U);
}

#ifndef TORSOR_ADDRESS_SANITIZER  // which takes more address space than any limit
TEST(MakeLog, HoldsLessInMemoryThanItWrites) {
  const Folder folder;
  const ToolRun run = run_tool({"make-log", "two-rods", "--samples", "900000", "--threads", "1", "--preset", "clean",
                                "--output", folder / "a.npy"},
                               nullptr, rlim_t{32} << 20U);  // the program itself is more than half of that
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(std::filesystem::file_size(folder / "a.npy"), 128U + 900000U * 5 * 8);
}
#endif

}  // namespace torsor::test::cli_make_log_test
