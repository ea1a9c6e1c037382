#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/answer.hpp"
#include "cli/folder.hpp"
#include "support/well_formed.hpp"

namespace torsor::test::cli_plan_experiment_test {

const std::string quick = " --period 6 --harmonics 2 --starts 1 --poses 3 --quiet";

/// The motions have q and tau, and so are logs of a robot that does as it is told: all commands of the plan are run on
/// them, as a shell reads them.
TEST(PlanExperiment, EveryCommandThatIsPrintedCanBeRun) {
  Folder folder;
  const std::string motions = folder / "motions";
  const ToolRun made = torsor("plan-experiment puma560 --json --output " + motions + quick);
  ASSERT_EQ(made.code, 0) << made.err;
  const Json plan = made.json();
  namespace fs = std::filesystem;
  for (const Json& motion : plan["motions"])
    fs::copy(motions + "/" + motion["file"].get<std::string>(), folder / motion["log"].get<std::string>());
  for (const char* name : {"warm-1.csv", "warm-2.csv"}) fs::copy(motions + "/identification.csv", folder / name);
  fs::copy(motions + "/poses.csv", folder / "poses-loaded-log.csv");
  ASSERT_GE(plan["commands"].size(), 8);
  const std::string bin = fs::path(TORSOR_CLI).parent_path().string();
  for (const Json& command : plan["commands"]) {
    const std::string line = command["command"].get<std::string>();
    const std::string shell =
        "cd '" + (folder / "") + "' && PATH='" + bin + "':$PATH && { " + line + "; } >> out.txt 2>> err.txt";
    const int code = WEXITSTATUS(std::system(shell.c_str()));  // NOLINT(concurrency-mt-unsafe)
    EXPECT_TRUE(code == 0 || code == 1 || code == 4) << code << ": " << line;
  }
}

TEST(PlanExperiment, WritesMotionsAndPageAndSparesWhatIsThere) {
  Folder folder;
  const std::string call =
      "plan-experiment two-rods --output " + (folder / "plan") + " --report " + (folder / "plan.html") + quick;
  const ToolRun made = torsor(call);
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_NE(made.out.find("identification.csv"), std::string::npos);
  std::ifstream csv(folder / "plan/friction-2.csv");
  std::string header;
  std::getline(csv, header);
  EXPECT_EQ(header, "t,q1,q2,qd1,qd2,qdd1,qdd2,tau1,tau2");
  std::ifstream page(folder / "plan.html");
  const std::string text((std::istreambuf_iterator<char>(page)), {});
  EXPECT_EQ(why_not_well_formed(text), "");
  std::filesystem::remove(folder / "plan.html");
  const ToolRun again = torsor(call);
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("--force"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder / "plan.html"));
}

TEST(PlanExperiment, TakesAFirstLogAndItsFaults) {
  Folder folder;
  const std::string log = folder / "first.csv";
  ASSERT_EQ(torsor("make-log ur10 --preset nasty --duration 20 --rate 200 --output " + log).code, 0);
  const ToolRun made = torsor("plan-experiment ur10 --json --after " + log + quick);
  ASSERT_EQ(made.code, 0) << made.err;
  const Json plan = made.json();
  ASSERT_EQ(plan["first_logs"].size(), 1);
  EXPECT_GT(plan["first_logs"][0]["findings"].size(), 0);
  EXPECT_EQ(plan["first_result"]["noise"].size(), 6);
  EXPECT_EQ(plan["joints"][0]["noise"].get<double>() > 0, true);
  EXPECT_EQ(plan["sections"][0]["id"], "first-log");
  for (const Json& one : plan["parameters"])
    EXPECT_LE(one["standard_deviation_after_1"].get<double>(), one["standard_deviation_before"].get<double>() * 1.0001);
}

TEST(PlanExperiment, RefusesJointsOfSeveralDegreesOfFreedom) {
  const ToolRun made = torsor("plan-experiment " TORSOR_SOURCE_DIR "/examples/free-flyer.yaml" + quick);
  EXPECT_EQ(made.code, 2);
  EXPECT_NE(made.err.find("plan-experiment"), std::string::npos) << made.err;
}

/// What the plan was asked for with goes on into the commands that it prints.
TEST(PlanExperiment, ItsCommandsHaveItsFlags) {
  const ToolRun made = torsor(
      "plan-experiment two-rods --json --set m2=3 --max-velocity 1,2 --floor -2.5 --base-pose 0,0,1,0,90deg,0" + quick);
  ASSERT_EQ(made.code, 0) << made.err;
  std::string identify, next;
  const Json plan = made.json();
  for (const Json& command : plan["commands"]) {
    const std::string line = command["command"].get<std::string>();
    if (line.find("torsor identify") == 0 && line.find("--validate") != std::string::npos) identify = line;
    if (line.find("torsor plan-experiment") == 0) next = line;
  }
  EXPECT_NE(identify.find("identify two-rods --set='m2=3'"), std::string::npos) << identify;
  EXPECT_EQ(identify.find("--base-pose"), std::string::npos) << identify;
  for (const char* flag :
       {"--set='m2=3'", "--max-velocity='1,2'", "--floor=", "--base-pose=", "--period=6", "--poses=3"})
    EXPECT_NE(next.find(flag), std::string::npos) << flag << ": " << next;
  EXPECT_EQ(next.find("--json"), std::string::npos) << next;
}

/// Gravity that a turned base feels, in the axes of the robot file: Rot_y(90 deg)^T (0, -9.81, 0) stays, Rot_x turns
/// it.
TEST(PlanExperiment, ATurnedBaseIsToldToTheOtherCommandsAsGravity) {
  const ToolRun made = torsor("plan-experiment two-rods --json --base-pose 0,0,0,90deg,0,0" + quick);
  ASSERT_EQ(made.code, 0) << made.err;
  const Json plan = made.json();
  for (const Json& command : plan["commands"]) {
    const std::string line = command["command"].get<std::string>();
    if (line.find("torsor identify") != 0 && line.find("torsor log") != 0) continue;
    EXPECT_NE(line.find("--gravity=0,0,9.81"), std::string::npos) << line;
  }
}

}  // namespace torsor::test::cli_plan_experiment_test
