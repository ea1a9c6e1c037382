#include <gtest/gtest.h>

#include <fstream>

#include "cli/answer.hpp"
#include "cli/folder.hpp"

namespace torsor::test {
namespace {

/// A log of two rods with friction, and the parameters that made it.
class IdentifyCommand : public testing::Test {
 protected:
  IdentifyCommand() : log(folder / "log.csv") {
    answer("make-log two-rods --friction typical --preset realistic --duration 30 --rate 200 --output " + log);
  }
  static std::string text(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  Folder folder;
  std::string log;
};

TEST_F(IdentifyCommand, TellsFitEstimatorsAndParameters) {
  const Json json = answer("identify two-rods " + log);
  EXPECT_EQ(json["base_parameters"].size(), 13u);
  EXPECT_EQ(json["estimates"].size(), 10u);
  EXPECT_EQ(json["chosen"], "physically consistent");
  EXPECT_LT(json["consistent"]["gap"], 1e-8);
  EXPECT_GT(json["consistent"]["smallest_eigenvalue"], 0);
  for (const Json& joint : json["estimates"][1]["validation"]) {
    EXPECT_GT(joint["smoothed"]["r2"], 0.95);
    EXPECT_GE(joint["raw"]["rms"], 0.9 * joint["smoothed"]["rms"].get<double>());
  }
  const ToolRun shown = run_tool({"identify", "two-rods", log});
  EXPECT_EQ(shown.code, 0);
  for (const char* word : {"condition number", "robust (Huber)", "instrumental variable", "Izz2", "certified gap"})
    EXPECT_NE(shown.out.find(word), std::string::npos) << word;
}

TEST_F(IdentifyCommand, WritesARobotThatTheOtherCommandsRead) {
  const std::string robot = folder / "identified.yaml", page = folder / "report.html";
  const Json json = answer("identify two-rods " + log + " --quick --output " + robot + " --report " + page);
  EXPECT_EQ(json["written"].size(), 2u);
  const Json check = answer("inverse-dynamics " + robot + " --q 0.1,0.4 --qd 1,-0.5 --qdd 0.2,0.3");
  // gravity of the true rods, 19.8 and 4.8 Nm, and about 10 % of it as friction
  EXPECT_NEAR(check["tau"][0], 19.8478, 6);
  EXPECT_NEAR(check["tau"][1], 4.75802, 3);
  EXPECT_NE(text(page).find("<svg"), std::string::npos);
  EXPECT_EQ(text(page).find("<script src"), std::string::npos);
  expect_told("identify two-rods " + log + " --quick --output " + robot, 2, "--force writes over it");
}

TEST_F(IdentifyCommand, WritesIntoTheUsersUrdfAndKeepsTheRest) {
  const std::string urdf = folder / "rods.urdf", fresh = folder / "new.urdf";
  answer("convert two-rods " + urdf + " --lossy");
  std::ofstream(urdf, std::ios::app) << "<!-- mine -->\n";
  answer("identify " + urdf + " " + log + " --quick --into " + urdf + " --urdf " + fresh);
  EXPECT_NE(text(fresh).find("<!-- mine -->"), std::string::npos);
  EXPECT_NE(text(fresh), text(urdf));
  EXPECT_EQ(answer("show " + fresh)["joints"].size(), 2u);
}

TEST_F(IdentifyCommand, LogsOfTheirOwnAreForValidation) {
  const std::string other = folder / "other.csv";
  answer("make-log two-rods --friction typical --duration 20 --rate 200 --seed 5 --output " + other);
  const Json json = answer("identify two-rods " + log + " --validate " + other + " --quick");
  EXPECT_EQ(json["validation_logs"].size(), 1u);
  EXPECT_EQ(json["held_out"], "logs of their own");
  EXPECT_EQ(answer("identify two-rods " + log + " --quick --hold-out 0")["estimates"][1].count("validation"), 0u);
}

TEST_F(IdentifyCommand, SaysWhatIsWrong) {
  expect_told("identify two-rods nowhere.csv", 2, "nowhere.csv");
  expect_told("identify two-rods " + log + " --friction sticky", 2, "expected none, or a list of viscous, coulomb");
  expect_told("identify two-rods " + log + " --friction viscous,stribeck", 2, "expected coulomb beside");
  expect_told("identify two-rods " + log + " --coulomb-width broad", 2, "--coulomb-width: expected auto, sharp");
  expect_told("identify two-rods " + log + " --coulomb-width 0.1,0.2,0.3", 2, "expected 1 or 2 velocities, found 3");
  expect_told("identify two-rods " + log + " --slow 0.1,0.2,0.3", 2, "expected 1 or 2 velocities, found 3");
  expect_told("identify two-rods " + log + " --into x.urdf", 2, "--into and --urdf: expected both");
  expect_told("identify puma560 " + log, 3, "log.csv");
}

}  // namespace
}  // namespace torsor::test
