#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cli/answer.hpp"
#include "cli/folder.hpp"

// LOG@12s:40s and LOG@mapping.yaml, wherever logs are named.
namespace torsor::test::cli_log_name_test {

class LogNames : public testing::Test {
 protected:
  LogNames() : log(folder / "made.csv") {
    answer("make-log two-rods --preset in-class --friction typical --duration 40 --rate 100 --seed 3 --output " + log);
  }
  static Json of(const std::string& name) { return answer("log " + name)["logs"][0]; }

  Folder folder;
  std::string log;
};

TEST_F(LogNames, AWindowKeepsItsStretch) {
  EXPECT_NEAR(of(log + "@10s:20s")["duration"], 10, 0.02);
  EXPECT_NEAR(of(log + "@30s:")["duration"], 10, 0.02);
  EXPECT_NEAR(of(log + "@:500ms")["sound_rows"], 51, 1);
  EXPECT_EQ(of(log + "@10s:20s")["file"], log + "@10s:20s");
}

TEST_F(LogNames, AMappingOfItsOwnGoesBeforeThatOfAllLogs) {
  const std::string mapping = folder / "slow.yaml", other = folder / "other.yaml";
  std::ofstream(mapping) << "time: {column: t, unit: ms}\n";
  std::ofstream(other) << "time: {column: t, unit: min}\n";
  EXPECT_NEAR(of(log + "@" + mapping + " --mapping " + other)["period"], 1e-5, 1e-7);
  const Json both = of(log + "@" + mapping + "@10ms:20ms");
  EXPECT_NEAR(both["duration"], 0.01, 2e-5) << "the window is on the mapping's clock";
}

TEST_F(LogNames, AFileOfThatVeryNameWins) {
  const std::string named = folder / "made.csv@1s:2s";
  std::filesystem::copy(log, named);
  EXPECT_EQ(of(named)["sound_rows"], 4000);
}

TEST_F(LogNames, OneLogMayBeFittedAndJudgedInStretchesThatAreApart) {
  const Json json = answer("identify two-rods " + log + "@:25s --validate " + log + "@25s: --quick");
  EXPECT_EQ(json["validation_logs"][0], log + "@25s:");
  EXPECT_NEAR(json["duration"], 24, 1.1);
  const ToolRun twice = torsor("identify two-rods " + log + "@:25s --validate " + log + "@20s: --quick");
  EXPECT_EQ(twice.code, 2);
  EXPECT_NE(twice.err.find("expected every log once, in LOG or in --validate, found it twice"), std::string::npos);
}

TEST_F(LogNames, OtherCommandsTakeThem) {
  const Json smooth = answer("smooth " + log + "@10s:20s");
  EXPECT_NEAR(smooth["rows"], 1001, 2) << smooth.dump();
  const ToolRun payload = torsor("payload two-rods --unloaded " + log + "@:20s --loaded " + log + "@x.txt");
  EXPECT_EQ(payload.code, 2);
  EXPECT_NE(payload.err.find("--loaded: expected LOG, LOG@mapping.yaml, LOG@12s:40s"), std::string::npos)
      << payload.err;
}

TEST_F(LogNames, WhatIsNeitherWindowNorMappingIsToldAndNothingIsWrittenOverTheLog) {
  const ToolRun wrong = torsor("log " + log + "@20s:10s");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("found '20s:10s' behind the @"), std::string::npos) << wrong.err;
  const ToolRun missing = torsor("log " + (folder / "no.csv") + "@1s:2s");
  EXPECT_EQ(missing.code, 2) << missing.err;
  const ToolRun over = torsor("log " + log + "@1s:2s --force --output " + log);
  EXPECT_EQ(over.code, 2);
  EXPECT_NE(over.err.find("expected another file than the ones that are read"), std::string::npos) << over.err;
}

}  // namespace torsor::test::cli_log_name_test
