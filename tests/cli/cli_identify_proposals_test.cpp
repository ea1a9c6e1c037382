#include <gtest/gtest.h>

#include <filesystem>

#include "cli/answer.hpp"
#include "cli/folder.hpp"

// A model that is not acceptable: what is likely wrong stands first, it is put right where that is asked for, and no
// robot is written.
namespace torsor::test::cli_identify_proposals_test {

class IdentifyProposals : public testing::Test {
 protected:
  IdentifyProposals() : log(folder / "made.csv"), model(folder / "model.yaml"), page(folder / "page.html") {
    answer("make-log ur10 --friction typical --duration 30 --rate 100 --seed 2 --output " + log);
  }
  static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

  Folder folder;
  std::string log, model, page;
};

TEST_F(IdentifyProposals, WrongGravityIsExitCode4AndTheFirstLineSaysSo) {
  const ToolRun run =
      torsor("identify ur10 " + log + " --quick --gravity 9.81,0,0 --output " + model + " --report " + page);
  EXPECT_EQ(run.code, 4);
  const std::string line = first_line(run.out);
  EXPECT_TRUE(line.starts_with("Not acceptable; likely reason: gravity. With gravity [0, 0, -9.81] m/s^2")) << line;
  EXPECT_NE(line.find("--apply-proposals takes it."), std::string::npos) << line;
  EXPECT_FALSE(std::filesystem::exists(model));
  EXPECT_NE(run.out.find("not written: " + model), std::string::npos) << run.out;
  EXPECT_NE(text_of(page).find("Likely reason: gravity."), std::string::npos);
  const ToolRun forced =
      torsor("identify ur10 " + log + " --quick --gravity 9.81,0,0 --write-poor-model --output " + model);
  EXPECT_EQ(forced.code, 4);
  EXPECT_TRUE(std::filesystem::exists(model));
}

TEST_F(IdentifyProposals, AppliedGravityGivesTheModelOfTheRightOne) {
  const Json right = answer("identify ur10 " + log + " --quick");
  const ToolRun run =
      torsor("identify ur10 " + log + " --quick --gravity 9.81,0,0 --apply-proposals --json --report " + page);
  EXPECT_EQ(run.code, 0) << run.err;
  const Json json = run.json();
  ASSERT_EQ(json["applied"].size(), 1u);
  EXPECT_EQ(json["applied"][0]["cause"], "gravity");
  EXPECT_EQ(json["applied"][0]["log"], log);
  EXPECT_TRUE(json["verdict"]["likely_reason"].is_null());
  EXPECT_TRUE(json["verdict"]["acceptable"]);
  const double expected = right["estimates"].back()["validation_summary"]["mean_percent"];
  EXPECT_NEAR(json["estimates"].back()["validation_summary"]["mean_percent"], expected, 0.02 * expected);
  EXPECT_NE(text_of(page).find("Applied to " + log), std::string::npos);
  const ToolRun shown = torsor("identify ur10 " + log + " --quick --gravity 9.81,0,0 --apply-proposals");
  EXPECT_TRUE(shown.out.starts_with("applied to " + log + ": gravity [")) << first_line(shown.out);
}

TEST_F(IdentifyProposals, NeedAnExamination) {
  const ToolRun run = torsor("identify ur10 " + log + " --apply-proposals --trust-log");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("--apply-proposals: expected logs that are examined"), std::string::npos) << run.err;
}

TEST_F(IdentifyProposals, ALogIsWrittenAsItShouldBeRead) {
  const std::string put_right = folder / "right.csv";
  const Json json = answer("log " + log + "@:20s --robot ur10 --apply-proposals --output " + put_right)["logs"][0];
  EXPECT_TRUE(json["applied"].empty()) << "nothing is wrong with it";
  EXPECT_TRUE(std::filesystem::exists(put_right));
}

}  // namespace torsor::test::cli_identify_proposals_test
