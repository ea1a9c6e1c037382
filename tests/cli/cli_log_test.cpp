#include <gtest/gtest.h>

#include <cmath>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_log_test {

/// Two joints that swing, with one row that is cut off.
std::string swing() {
  std::string text = "t,q1,q2,tau1,tau2\n";
  char row[100];
  for (int k = 0; k < 400; ++k) {
    const double t = 0.01 * k, a = std::sin(2 * t), b = std::cos(3.1 * t);
    std::snprintf(row, sizeof row, k == 77 ? "0.77,\n" : "%.2f,%.6f,%.6f,%.4f,%.4f\n", t, a, b, 9 * std::cos(a), 2 * b);
    text += row;
  }
  return text;
}

TEST(CliLog, ALogThatCanBeUsedExitsWith0AndTellsWhatIsLeftOut) {
  const TemporaryFile file(swing(), ".csv");
  const ToolRun run = torsor("log " + file.path());
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find(file.path() + ": 400 rows, 3.99 s, 100 Hz, 2 joints\n"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find(file.path() + ":79:1: warning [truncated-row] line 79: expected 5 cells a row, found 2 cells; "
                                       "the row is left out\n"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find(file.path() + ": usable, 399 of 400 rows are sound\n"), std::string::npos) << run.out;
}

TEST(CliLog, JsonHasTheSameFindings) {
  const TemporaryFile file(swing(), ".csv");
  const Json json = torsor("log --json --severity warning " + file.path()).json();
  ASSERT_FALSE(json.is_discarded());
  const Json& log = json["logs"][0];
  EXPECT_TRUE(log["usable"]);
  EXPECT_EQ(log["sound_rows"], 399);
  EXPECT_EQ(log["joints"].size(), 2u);
  ASSERT_EQ(log["findings"].size(), 1u);
  EXPECT_EQ(log["findings"][0]["code"], "truncated-row");
  EXPECT_EQ(log["findings"][0]["line"], 79);
}

TEST(CliLog, WhatIsWrittenIsASoundLog) {
  const TemporaryFile file(swing(), ".csv"), copy("", ".csv");
  EXPECT_EQ(torsor("log " + file.path() + " --force --output " + copy.path()).code, 0);
  const Json json = torsor("log --json --severity warning " + copy.path()).json();
  EXPECT_EQ(json["logs"][0]["rows"], 399);
  EXPECT_TRUE(json["logs"][0]["findings"].empty());
}

TEST(CliLog, AReportIsOnePageThatNeedsNothingElse) {
  const TemporaryFile file(swing(), ".csv"), page("", ".html");
  const ToolRun run = torsor("log " + file.path() + " --force --report " + page.path());
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string text = text_of(page.path());
  EXPECT_NE(text.find("truncated-row"), std::string::npos);
  EXPECT_NE(text.find("<svg"), std::string::npos);
  EXPECT_EQ(text.find("http://"), text.find("http://www.w3.org"));  // a name, and no address
  EXPECT_EQ(text.find("<link"), std::string::npos);
}

TEST(CliLog, AFileThatIsNoLogIsNotQuotedWhole) {
  const TemporaryFile file(std::string(3000, 'x') + "\n1\n", ".csv");
  const ToolRun run = torsor("log " + file.path());
  EXPECT_EQ(run.code, 3);
  EXPECT_LT(run.err.size(), 400u);
  EXPECT_NE(run.err.find("found xxxxx"), std::string::npos) << run.err;
}

TEST(CliLog, ALogOfNoUseExitsWith4AndOneWithoutColumnsWith3) {
  const TemporaryFile standing("t,q1,tau1\n1,2,3\n1,2,3\n1,2,4\n", ".csv"), other("a,b\n1,2\n", ".csv");
  const ToolRun run = torsor("log " + standing.path());
  EXPECT_EQ(run.code, 4);
  EXPECT_EQ(run.err, "torsor: 1 of 1 log is of no use\n");
  EXPECT_EQ(torsor("log " + other.path()).code, 3);
  EXPECT_EQ(torsor("log nowhere.csv").code, 2);
  EXPECT_EQ(torsor("log " + standing.path() + " --severity loud").code, 2);
  EXPECT_EQ(torsor("log " + standing.path() + " " + standing.path() + " --output x.csv").code, 2);
}

TEST(CliLog, AMappingAndARobotAreTaken) {
  const TemporaryFile file(swing(), ".csv");
  const TemporaryFile mapping("position: {unit: deg}\n"), wrong("position: {unit: furlong}\n");
  const Json json = torsor("log --json --robot two-rods --mapping " + mapping.path() + " " + file.path()).json();
  ASSERT_FALSE(json.is_discarded());
  EXPECT_NEAR(json["logs"][0]["joints"][1]["position"]["highest"].get<double>(), 0.0174533, 1e-7);
  EXPECT_EQ(json["logs"][0]["fit"]["relative_residual"].size(), 2u);
  const ToolRun run = torsor("log --mapping " + wrong.path() + " " + file.path());
  EXPECT_EQ(run.code, 3);
  EXPECT_NE(run.err.find(wrong.path() + ":1:18: unit of position"), std::string::npos) << run.err;
}

}  // namespace torsor::test::cli_log_test
