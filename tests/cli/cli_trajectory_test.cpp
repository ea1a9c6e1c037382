#include <gtest/gtest.h>

#include <cmath>

#include "cli/run_tool.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_trajectory_test {

constexpr int joints = 6, rows = 20;

/// A motion of the PUMA in which every joint moves all the time.
std::vector<std::vector<double>> motion() {
  std::vector<std::vector<double>> result;
  for (int row = 0; row < rows; ++row) {
    const double t = 0.05 * row;
    std::vector<double> line{t};
    for (int j = 0; j < joints; ++j) line.push_back(std::sin((j + 1) * t + j));
    for (int j = 0; j < joints; ++j) line.push_back((j + 1) * std::cos((j + 1) * t + j));
    for (int j = 0; j < joints; ++j) line.push_back(-(j + 1) * (j + 1) * std::sin((j + 1) * t + j));
    result.push_back(line);
  }
  return result;
}
std::string text_of_motion() {
  std::string text = "# a test motion\n";
  for (const auto& line : motion()) text += list_of(line) + "\n";
  return text;
}
std::vector<double> part(const std::vector<double>& line, int kind) {
  const auto first = line.begin() + 1 + kind * joints;
  return {first, first + joints};
}

class Trajectory : public testing::Test {
 protected:
  Json answer(const std::string& options = "") const {
    const ToolRun run = torsor("inverse-dynamics puma560 --json --trajectory " + file_.path() + " " + options);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    return run.json();
  }
  const TemporaryFile file_{text_of_motion(), ".csv"};
};

TEST_F(Trajectory, JsonHasTorquesTermsAndShares) {
  const Json json = answer();
  for (const char* key : {"joints", "tau", "share", "terms", "time"}) EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["joints"][0], "waist");
  ASSERT_EQ(json["tau"].size(), static_cast<std::size_t>(rows));
  EXPECT_EQ(json["time"][1].get<double>(), 0.05);
  for (const char* term : {"inertia", "coriolis", "gravity", "friction", "spring", "wrench", "base_motion"}) {
    EXPECT_EQ(json["terms"][term].size(), static_cast<std::size_t>(rows)) << term;
    EXPECT_EQ(json["share"][term].size(), static_cast<std::size_t>(joints)) << term;
  }
}

TEST_F(Trajectory, TermsAddUpToTheTorqueAndSharesToOne) {
  const Json json = answer("--wrench 1,2,3,4,5,6 --wrench-frame tip --base-velocity 1,1,1,1,1,1");
  for (int j = 0; j < joints; ++j) {
    double share = 0;
    for (const auto& [name, values] : json["share"].items()) share += values[j].get<double>();
    EXPECT_NEAR(share, 1, 1e-12);
    for (int row = 0; row < rows; ++row) {
      double sum = 0;
      for (const auto& [name, values] : json["terms"].items()) sum += values[row][j].get<double>();
      EXPECT_NEAR(json["tau"][row][j].get<double>(), sum, 1e-12 * (1 + std::abs(sum)));
    }
  }
  EXPECT_GT(json["share"]["wrench"][1].get<double>(), 0);
  EXPECT_GT(json["share"]["base_motion"][1].get<double>(), 0);
  EXPECT_EQ(json["share"]["spring"][1].get<double>(), 0);
}

TEST_F(Trajectory, TorqueOfARowIsThatOfItsState) {
  const std::string world = " --wrench 1,2,3,4,5,6 --gravity 1,2,3 --payload 1 --base-acceleration 1,2,3,4,5,6";
  const Json json = answer(world);
  for (const int row : {0, 7, rows - 1}) {
    const std::vector<double> line = motion()[static_cast<std::size_t>(row)];
    const ToolRun one = torsor("inverse-dynamics puma560 --json --q " + list_of(part(line, 0)) + " --qd " +
                               list_of(part(line, 1)) + " --qdd " + list_of(part(line, 2)) + world);
    ASSERT_EQ(one.code, 0) << one.err;
    for (int j = 0; j < joints; ++j) {
      const double expected = one.json()["tau"][j];
      EXPECT_NEAR(json["tau"][row][j].get<double>(), expected, 1e-9 * (1 + std::abs(expected)));
    }
  }
}

TEST_F(Trajectory, OutputHoldsTheSameNumbers) {
  const TemporaryFile output("", ".csv");
  const Json json = answer("--force --output " + output.path());
  std::istringstream text(text_of(output.path()));
  std::string line;
  std::getline(text, line);
  EXPECT_TRUE(line.starts_with("t,tau1,tau2,tau3,tau4,tau5,tau6,inertia1,")) << line;
  EXPECT_TRUE(line.ends_with(",base_motion6")) << line;
  const auto columns = std::count(line.begin(), line.end(), ',') + 1;
  EXPECT_EQ(columns, 1 + 8 * joints);
  int row = 0;
  for (; std::getline(text, line); ++row) {
    const Json numbers = Json::parse("[" + line + "]");
    ASSERT_EQ(numbers.size(), static_cast<std::size_t>(columns)) << line;
    EXPECT_EQ(numbers[0].get<double>(), json["time"][row].get<double>());
    for (int j = 0; j < joints; ++j) {
      EXPECT_EQ(numbers[1 + j].get<double>(), json["tau"][row][j].get<double>());
      EXPECT_EQ(numbers[1 + 3 * joints + j].get<double>(), json["terms"]["gravity"][row][j].get<double>());
    }
  }
  EXPECT_EQ(row, rows);
}

TEST_F(Trajectory, SummaryNamesPeakAndShares) {
  const ToolRun run = torsor("inverse-dynamics puma560 --trajectory " + file_.path());
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* word : {"20 rows", "peak", "rms", "gravity %", "shoulder"})
    EXPECT_NE(run.out.find(word), std::string::npos) << word << " is not in\n" << run.out;
  EXPECT_EQ(run.out.find("wrench %"), std::string::npos) << "terms that are zero throughout have no column";
}

TEST_F(Trajectory, EveryLimitThatIsExceededIsToldWithItsWorstRow) {
  const TemporaryFile robot(
      "name: a\nlinks:\n  - {joint: prismatic, mass: 2, limits: {position: [-1, 1], velocity: 2, acceleration: 3, "
      "torque: 20}}\n");
  const TemporaryFile still("0.5,1,0\n", ".csv"), wild("0,0,0\n-1.25,2.5,0\n-1.5,-2.25,4\n", ".csv");
  const std::string command = "inverse-dynamics " + robot.path() + " --trajectory ";
  EXPECT_EQ(torsor(command + still.path()).out.find("exceeded"), std::string::npos);
  const std::string out = torsor(command + wild.path()).out;
  for (const char* line : {"limit exceeded: position of joint1 is -1.5 in row 3, limit -1\n",
                           "limit exceeded: velocity of joint1 is 2.5 in row 2, limit 2\n",
                           "limit exceeded: acceleration of joint1 is 4 in row 3, limit 3\n",
                           "limit exceeded: torque of joint1 is 27.62 in row 3, limit 20\n"})  // 2 (9.81 + 4)
    EXPECT_NE(out.find(line), std::string::npos) << line << "is not in\n" << out;
  const Json json = torsor(command + wild.path() + " --json").json();
  ASSERT_EQ(json["violations"].size(), 4u);
  EXPECT_EQ(json["violations"][1]["kind"], "velocity");
  EXPECT_EQ(json["violations"][1]["row"], 2);
}

TEST_F(Trajectory, OutputThatCannotBeWrittenLeavesNothingBehind) {
  const TemporaryFile folder("");
  std::filesystem::remove(folder.path());
  std::filesystem::create_directory(folder.path());
  for (const std::string& path : {folder.path(), std::string("/nowhere/out.csv")}) {
    const ToolRun run = torsor("inverse-dynamics puma560 --json --trajectory " + file_.path() + " --output " + path);
    EXPECT_EQ(run.code, 5) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find(path + ": cannot be written: expected a"), std::string::npos) << run.err;
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  }
}

TEST_F(Trajectory, OutputMayNotReplaceTheMotionItself) {
  const ToolRun run = torsor("inverse-dynamics puma560 --trajectory " + file_.path() + " --output " + file_.path());
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(text_of(file_.path()), text_of_motion());
}

TEST_F(Trajectory, AFailedRunDoesNotTouchTheOutput) {
  const TemporaryFile output("precious", ".csv"), broken(text_of_motion() + "1,2,3\n", ".csv");
  const ToolRun run =
      torsor("inverse-dynamics puma560 --trajectory " + broken.path() + " --force --output " + output.path());
  EXPECT_EQ(run.code, 3);
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find(broken.path() + ":22:1: expected 19 columns, found 3"), std::string::npos) << run.err;
  EXPECT_EQ(text_of(output.path()), "precious");
}

}  // namespace torsor::test::cli_trajectory_test
