#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "cli/answer.hpp"
#include "cli/folder.hpp"

namespace torsor::test::cli_identify_test {

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

/// The answer with a model that is not good enough, or of which nobody knows.
Json not_acceptable(const std::string& command_line, const std::string& grade) {
  const ToolRun run = torsor(command_line + " --json");
  EXPECT_EQ(run.code, 4) << command_line << ": " << run.err;
  EXPECT_EQ(run.json()["verdict"]["grade"], grade) << command_line;
  return run.json();
}

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

TEST_F(IdentifyCommand, TableJsonAndReportHaveOneVerdict) {
  const std::string page = folder / "report.html";
  const Json verdict = answer("identify two-rods " + log + " --quick --report " + page)["verdict"];
  EXPECT_EQ(keys(verdict), (Keys{"grade", "measure", "sentence", "facts", "conditioning", "joints", "acceptable",
                                 "likely_reason", "reasons"}));
  EXPECT_EQ(verdict["joints"].size(), 2u);
  std::vector<std::string> sentences = verdict["facts"];
  sentences.push_back(verdict["sentence"]), sentences.push_back(verdict["conditioning"]);
  const std::string shown = run_tool({"identify", "two-rods", log, "--quick"}).out, report = text(page);
  for (const std::string& sentence : sentences) {
    EXPECT_NE(shown.find(sentence), std::string::npos) << sentence << "\n" << shown;
    EXPECT_NE(report.find(sentence), std::string::npos) << sentence;
  }
  const std::string grade = verdict["grade"];
  EXPECT_NE(shown.find("Verdict: " + grade + "."), std::string::npos);
  EXPECT_NE(report.find("<div class=\"verdict " + grade + "\">"), std::string::npos);
  for (const std::string code : verdict["reasons"]) {
    EXPECT_NE(shown.find("[" + code + "]"), std::string::npos) << code;
    EXPECT_NE(report.find("<code>" + code + "</code>"), std::string::npos) << code;
  }
}

TEST_F(IdentifyCommand, AdviceNamesTheFlags) {
  const std::string rests = folder / "rests.csv";
  answer("make-log ur10 --friction typical --duration 20 --rate 100 --output " + rests);
  const Json json = not_acceptable("identify ur10 " + rests + " --quick", "unknown");
  std::string advice;
  for (const Json& finding : json["findings"]) advice += finding["fix"].get<std::string>() + "\n";
  EXPECT_NE(advice.find("(--hold-out, --validate)"), std::string::npos) << advice;
  expect_told("identify two-rods " + log + " --quick --trim 100", 1, "(--trim, --rate)");
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
  answer("convert two-rods --lossy --output " + urdf);
  std::ofstream(urdf, std::ios::app) << "<!-- mine -->\n";
  not_acceptable("identify " + urdf + " " + log + " --quick --write-poor-model --into " + urdf + " --output " + fresh,
                 "poor");  // it has other gravity
  EXPECT_NE(text(fresh).find("<!-- mine -->"), std::string::npos);
  EXPECT_NE(text(fresh), text(urdf));
  EXPECT_EQ(answer("show " + fresh)["joints"].size(), 2u);
}

TEST_F(IdentifyCommand, LogsOfTheirOwnAreForValidation) {
  const std::string other = folder / "other.csv";
  answer("make-log two-rods --friction typical --duration 20 --rate 200 --seed 5 --output " + other);
  const Json json = answer("identify two-rods " + log + " --validate " + other + " --quick");
  EXPECT_EQ(json["validation_logs"].size(), 1u);
  EXPECT_EQ(json["held_out"], "separate logs");
  EXPECT_FALSE(answer("identify two-rods " + log + " --quick --hold-out 0")["estimates"][1].contains("validation"));
}

TEST_F(IdentifyCommand, WritesTheGravityThatItIdentifiedWith) {
  const std::string hung = folder / "hung.csv", robot = folder / "hung.yaml";
  answer(
      "make-log two-rods --friction typical --preset in-class --gravity 0,9.81,0 --duration 30 --rate 200 --output " +
      hung);
  const Json json = answer("identify two-rods " + hung + " --quick --gravity 0,9.81,0 --output " + robot);
  for (const Json& finding : json["findings"]) EXPECT_NE(finding["code"], "gravity-direction");
  const Json file = answer("show " + robot), still = answer("terms " + robot + " --q 0.1,0.4");
  EXPECT_EQ(file["gravity"], Json({0.0, 9.81, 0.0}));
  // of the true rods, turned round: -19.85 and -4.76 Nm
  const Json truth = answer("terms two-rods --q 0.1,0.4 --gravity 0,9.81,0");
  for (int j = 0; j < 2; ++j) EXPECT_NEAR(still["gravity_torque"][j], truth["gravity_torque"][j].get<double>(), 1);
  EXPECT_NE(file["source"].get<std::string>().find("hung.csv"), std::string::npos);
}

TEST_F(IdentifyCommand, TellsWhatAUrdfCannotHold) {
  const std::string urdf = folder / "rods.urdf", fresh = folder / "new.urdf";
  answer("convert two-rods --lossy --output " + urdf);
  const Json json = answer("identify two-rods " + log + " --quick --into " + urdf + " --output " + fresh);
  std::string lost;
  for (const Json& finding : json["findings"])
    if (finding["code"] == "lost-in-urdf") lost += finding["message"].get<std::string>() + "\n";
  EXPECT_NE(lost.find("offset"), std::string::npos) << lost;
  EXPECT_NE(lost.find("width"), std::string::npos) << lost;
}

TEST_F(IdentifyCommand, SaysWhereWhatWasHeldOutHardlyMoves) {
  const std::string rests = folder / "rests.csv";  // its last quarter is the end of the motion's slow part
  answer("make-log ur10 --friction typical --duration 20 --rate 100 --output " + rests);
  const Json json = not_acceptable("identify ur10 " + rests + " --quick", "unknown");
  std::string told;
  for (const Json& finding : json["findings"])
    if (finding["code"] == "held-out-at-rest") told = finding["message"];
  EXPECT_NE(told.find("shoulder_pan_joint"), std::string::npos) << told;
  const Json& moving = json["estimates"][1]["validation"][0]["smoothed_moving"];
  EXPECT_LT(moving["samples"], 20);
  if (moving["samples"] == 0) {
    EXPECT_TRUE(moving["rms"].is_null());
  }
}

TEST_F(IdentifyCommand, LosesNoFile) {
  const std::string before = text(log), robot = folder / "a.yaml";
  const std::string start = "identify two-rods " + log + " --quick ";
  expect_told(start + "--force --output " + log, 2, "expected another file than the ones that are read");
  expect_told(start + "--output " + robot + " --report " + robot, 2, "expected a file of its own");
  expect_told(start + "--output " + robot + " --report " + folder / "no/a.html", 5, "expected a folder that is there");
  expect_told("smooth " + log + " --output " + log, 2, "expected another file");
  expect_told("log " + log + " --output " + log, 2, "expected another file");
  EXPECT_EQ(text(log), before);
  EXPECT_EQ(folder.count(), 1u);
  std::ofstream(robot) << "mine";
  for (const std::string& command : {start + "--output ", "smooth " + log + " --output ", "log " + log + " --report "})
    expect_told(command + robot, 2, "--force writes over it");
  EXPECT_EQ(text(robot), "mine");
}

TEST_F(IdentifyCommand, TurnedTorquesGiveAPossibleRobotAndAWarning) {
  std::ofstream(folder / "turned.yaml") << "torque: {scale: -1}\n";
  const ToolRun run = run_tool({"identify", "two-rods", log, "--mapping", folder / "turned.yaml", "--quick",
                                "--write-poor-model", "--output", folder / "a.yaml"});
  EXPECT_EQ(run.code, 4) << run.err;  // masses near 0, the nearest that are possible
  EXPECT_TRUE(run.out.starts_with("Not acceptable; likely reason: sign.")) << run.out;
  EXPECT_NE(run.out.find("torque-sign"), std::string::npos);
  EXPECT_NE(run.out.find("the unconstrained fit gives a negative value for Ia1, Fv1"), std::string::npos) << run.out;
  EXPECT_FALSE(text(folder / "a.yaml").empty());
}

TEST_F(IdentifyCommand, SaysWhatIsWrong) {
  const std::string start = "identify two-rods " + log + " --quick ";
  for (const char* flag : {"--cutoff -5", "--cutoff 0", "--cutoff nan", "--trim -1", "--block 0", "--threads -1",
                           "--prior-increase -1", "--slow -1", "--coulomb-width -0.1"})
    expect_told(start + flag, 2, std::string(flag).substr(0, std::string(flag).find(' ')) + ": expected");
  expect_told("identify two-rods " + log + " " + log, 2, "expected every log once");
  expect_told("identify two-rods " + log + " --validate " + log, 2, "expected every log once");
  expect_told(start + "--trim 100", 1, "the logs give no equations: expected more than the 100 s at either end");
  std::ofstream(folder / "none.yaml") << "torque: none\n";
  expect_told(start + "--mapping " + folder / "none.yaml", 3, "none.yaml:1:9: torque: expected columns");
  std::ofstream(folder / "ampere.yaml") << "torque: {pattern: 'tau{}', unit: A}\n";
  EXPECT_NE(run_tool({"log", log, "--mapping", folder / "ampere.yaml"}).out.find("torque-is-current"),
            std::string::npos);

  expect_told("identify two-rods nowhere.csv", 2, "nowhere.csv");
  expect_told("identify two-rods " + log + " --friction sticky", 2, "expected a list of viscous, coulomb");
  expect_told("identify two-rods " + log + " --friction viscous,stribeck", 2, "expected coulomb beside");
  expect_told("identify two-rods " + log + " --coulomb-width broad", 2, "--coulomb-width: expected auto, sharp");
  expect_told("identify two-rods " + log + " --coulomb-width 0.1,0.2,0.3", 2, "expected 1 or 2 velocities, found 3");
  expect_told("identify two-rods " + log + " --slow 0.1,0.2,0.3", 2, "expected 1 or 2 velocities, found 3");
  expect_told("identify two-rods " + log + " --into x.urdf", 2, "--into: expected --output beside it");
  expect_told("identify puma560 " + log, 3, "log.csv");
}

/// A column beside the log, and a torque that follows from it.
TEST_F(IdentifyCommand, TakesTermsOfTheUsersOwn) {
  const std::string warm = folder / "warm.csv";
  std::istringstream rows(text(log));
  std::ofstream out(warm);
  std::string row;
  std::getline(rows, row);
  ASSERT_EQ(row, "t,q1,q2,tau1,tau2");
  out.precision(12);
  out << row << ",oil\n";
  while (std::getline(rows, row)) {
    std::istringstream cells(row);
    double cell[5] = {};
    char comma = 0;
    for (double& one : cell) cells >> one >> comma;
    const double oil = 50 - 30 * std::exp(-cell[0] / 15);
    out << cell[0] << ',' << cell[1] << ',' << cell[2] << ',' << cell[3] << ',' << cell[4] + 0.05 * oil << ',' << oil
        << '\n';
  }
  out.close();
  const Json json = answer("identify two-rods " + warm + " --term joint2=oil --term joint1=q1^3");
  ASSERT_EQ(json["own_terms"].size(), 2u);
  EXPECT_EQ(json["own_terms"][0],
            (Json{{"name", "term1"}, {"joint", "joint2"}, {"formula", "oil"}, {"admitted", true}}));
  EXPECT_EQ(json["own_terms"][1]["admitted"], false);
  EXPECT_EQ(json["base_parameters"].back()["name"], "term1");
  EXPECT_NEAR(json["estimates"][1]["value"].back(), 0.05, 0.01);
  const ToolRun shown = run_tool({"identify", "two-rods", warm, "--term", "joint2=oil"});
  EXPECT_NE(shown.out.find("own-term-not-in-robot"), std::string::npos) << shown.out;
  EXPECT_EQ(run_tool({"identify", "two-rods", warm, "--term", "oil"}).code, 2);
  const ToolRun unknown = run_tool({"identify", "two-rods", warm, "--term", "joint2=soil"});
  EXPECT_EQ(unknown.code, 3);
  EXPECT_NE(unknown.err.find("soil: expected a column of"), std::string::npos) << unknown.err;
}

}  // namespace torsor::test::cli_identify_test
