#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "cli/folder.hpp"
#include "cli/run_tool.hpp"

// One table of exit codes for all commands: docs/command-line.md.

namespace torsor::test::cli_exit_code_test {

const std::string rods = TORSOR_SOURCE_DIR "/examples/two-rods.urdf";
const std::string motion = TORSOR_SOURCE_DIR "/examples/two-rods-trajectory.csv";
const std::string careless = TORSOR_SOURCE_DIR "/examples/careless-arm.urdf";

class ExitCode : public testing::Test {
 protected:
  /// The calls end with this code, with a message where it is not 0, and say the same as JSON.
  static void expect_code(int code, const std::string& kind, const std::vector<std::string>& calls) {
    for (const std::string& call : calls) {
      const ToolRun run = torsor(call);
      EXPECT_EQ(run.code, code) << call << ": " << run.err;
      EXPECT_EQ(run.err.starts_with("torsor: "), code != 0) << call << ": " << run.err;
      const ToolRun json = torsor(call + " --json");
      EXPECT_EQ(json.code, code) << call << " --json: " << json.err;
      if (code == 0) continue;
      const Json error = Json::parse(json.err)["error"];
      EXPECT_EQ(error["exit_code"], code) << call;
      EXPECT_EQ(error["kind"], kind) << call;
      EXPECT_EQ("torsor: " + error["message"].get<std::string>() + "\n", run.err) << call;
    }
  }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return folder / name;
  }

  Folder folder;
};

TEST_F(ExitCode, Is0WhereAllIsFine) {
  expect_code(0, "fine",
              {"robots", "show two-rods", "kinematics two-rods --q 0,0", "check two-rods --states 2",
               "lint " + rods + " --severity error", "derive two-rods", "count two-rods"});
}

TEST_F(ExitCode, Is1WhereThereIsNoAnswer) {
  const std::string massless = file("m.yaml", "name: a\nlinks:\n  - {joint: revolute}\n");
  expect_code(1, "no-answer",
              {"forward-dynamics " + massless + " --q 0", "operational-space two-rods --q 0,1", "dh-table showcase",
               "make-log " + massless + " --output " + folder / "a.csv", "derive puma560 --terms torque --limit 10"});
}

TEST_F(ExitCode, Is2ForWrongUse) {
  expect_code(2, "usage",
              {"show", "show nope", "show nofile.yaml", "shaw two-rods", "show two-rods --colour",
               "lint no-such-file.urdf", "identify two-rods nowhere.csv", "inverse-dynamics two-rods",
               "kinematics two-rods --q 0", "log nowhere.csv", "smooth nowhere.csv", "convert two-rods",
               "derive two-rods --format pdf", "check two-rods --states 0", "generate two-rods --target java"});
}

TEST_F(ExitCode, Is3ForTheContentOfAFile) {
  const std::string robot = file("r.yaml", "name: a\nlinks:\n  - joint: revolute\n    colour: red\n");
  const std::string table = file("t.csv", "a,b\n1,2\n");
  expect_code(
      3, "file-content",
      {"show " + robot, "kinematics --q 0 " + robot, "inverse-dynamics --q 0 " + robot, "check " + robot,
       "convert --to urdf " + robot, "derive " + robot, "base-parameters " + robot, "count " + robot, "log " + table,
       "smooth " + table, "inverse-dynamics two-rods --trajectory " + table, "identify two-rods " + table});
}

TEST_F(ExitCode, Is4ForAVerdictThatIsNotAcceptable) {
  const std::string standing = file("standing.csv", "t,q1,tau1\n1,2,3\n1,2,3\n1,2,4\n");
  const std::vector<std::string> calls{"lint " + careless, "log " + standing};
  expect_code(4, "not-acceptable", calls);
  for (const std::string& call : calls) EXPECT_NE(torsor(call).out, "") << call << " has an answer all the same";
}

TEST_F(ExitCode, Is4WhereAModelIsPoor) {
  // Torques that follow from nothing: no model explains them.
  std::string log = "t,q1,q2,tau1,tau2\n";
  unsigned state = 1;
  const auto noise = [&] { return static_cast<double>((state = state * 1664525u + 1013904223u) >> 16U) / 32768 - 1; };
  for (int k = 0; k < 4000; ++k) {
    const double t = 0.005 * k;
    log += list_of({t, std::sin(2 * t), std::cos(3 * t), 10 * noise(), 10 * noise()}) + "\n";
  }
  const ToolRun run = torsor("identify two-rods --trust-log --quick --json " + file("noise.csv", log));
  EXPECT_EQ(run.code, 4) << run.err;
  EXPECT_EQ(run.json()["verdict"]["grade"], "poor");
}

TEST_F(ExitCode, Is5WhereAFileCannotBeWritten) {
  const std::string nowhere = folder / "no/such/file";
  expect_code(
      5, "not-written",
      {"convert two-rods --lossy --output " + nowhere + ".urdf", "dh-table ur5e --output " + nowhere,
       "derive two-rods --worksheet " + nowhere + ".html", "lint " + rods + " --sarif " + nowhere,
       "inverse-dynamics two-rods --trajectory " + motion + " --output " + nowhere,
       "make-log two-rods --samples 10 --output " + nowhere + ".csv", "log " + motion + " --report " + nowhere});
  EXPECT_EQ(folder.count(), 0u);
}

TEST_F(ExitCode, Is5ForStandardOutputThatIsFull) {
  for (const char* form : {"--json", "--set=l=1"}) {
    const ToolRun run = run_tool({"show", "two-rods", form}, "/dev/full");
    EXPECT_EQ(run.code, 5);
    EXPECT_NE(run.err.find("standard output: cannot be written"), std::string::npos) << run.err;
  }
}

TEST_F(ExitCode, Is5AlsoWhereTheLostAnswerWasNotAcceptable) {
  for (const std::vector<std::string>& call :
       {std::vector<std::string>{"lint", TORSOR_SOURCE_DIR "/examples/careless-arm.urdf"},
        {"lint", TORSOR_SOURCE_DIR "/examples/careless-arm.urdf", "--json"}}) {
    EXPECT_EQ(run_tool(call).code, 4);
    const ToolRun run = run_tool(call, "/dev/full");
    EXPECT_EQ(run.code, 5);
    EXPECT_NE(run.err.find("standard output: cannot be written"), std::string::npos) << run.err;
  }
}

TEST_F(ExitCode, IsInTheManualAsInTheDocumentation) {
  const std::string manual = torsor("help --man").out,
                    documentation = text_of(TORSOR_SOURCE_DIR "/docs/command-line.md");
  for (int code = 0; code <= 5; ++code) {
    EXPECT_NE(manual.find("\n.B " + std::to_string(code) + "\n"), std::string::npos) << code;
    EXPECT_NE(documentation.find("\n| " + std::to_string(code) + " | "), std::string::npos) << code;
  }
}

}  // namespace torsor::test::cli_exit_code_test
