#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cli/answer.hpp"
#include "cli/folder.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_identify_verdict_test {

/// A log that `make-log` wrote, in a folder of its own.
class IdentifyVerdict : public testing::Test {
 protected:
  std::string made(const std::string& flags) {
    const std::string path = folder / "made.csv";
    answer("make-log " + flags + " --output " + path);
    return path;
  }
  /// With whatever verdict.
  static Json identified(const std::string& arguments) { return torsor("identify " + arguments + " --json").json(); }
  static std::vector<std::string> codes(const Json& json, const std::string& severity) {
    std::vector<std::string> list;
    for (const Json& finding : json["findings"])
      if (finding["severity"] == severity) list.push_back(finding["code"]);
    return list;
  }
  static bool contains(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  }

  Folder folder;
};

TEST_F(IdentifyVerdict, TwoSecondsOfMotionArePoorInTableJsonAndReport) {
  const std::string log = made("two-rods --friction typical --duration 2"), page = folder / "page.html";
  const ToolRun json = torsor("identify two-rods " + log + " --quick --json --report " + page);
  EXPECT_EQ(json.code, 4) << json.err;
  EXPECT_EQ(json.json()["verdict"]["grade"], "poor");
  EXPECT_EQ(json.json()["verdict"]["measure"], "smoothed torque, samples in motion");
  const std::string shown = torsor("identify two-rods " + log + " --quick").out;
  EXPECT_NE(shown.find("Verdict: poor."), std::string::npos) << shown;
  EXPECT_NE(text_of(page).find("<div class=\"verdict poor\">"), std::string::npos);
}

TEST_F(IdentifyVerdict, ALogThatMostlyRestsInItsHeldOutPartIsJudgedInMotion) {
  const std::string log = made("puma560 --duration 30 --rate 200 --seed 1");
  const Json json = answer("identify puma560 " + log + " --quick");
  EXPECT_EQ(json["verdict"]["grade"], "good") << json["verdict"].dump();
}

TEST_F(IdentifyVerdict, EstimatorsReportAndVerdictShowOneFigure) {
  const std::string log = made("two-rods --friction typical --duration 30 --rate 200"), page = folder / "page.html";
  const Json json = answer("identify two-rods " + log + " --quick --report " + page);
  const Json& chosen = json["estimates"].back();
  ASSERT_EQ(chosen["method"], json["chosen"]);
  double mean = 0, worst = 1;
  for (const Json& joint : chosen["validation"]) {
    mean += joint["smoothed_moving"]["percent"].get<double>() / 2;
    worst = std::min(worst, joint["smoothed_moving"]["r2"].get<double>());
  }
  EXPECT_NEAR(chosen["validation_summary"]["mean_percent"], mean, 1e-9);
  EXPECT_NEAR(chosen["validation_summary"]["worst_r2"], worst, 1e-12);
  const std::string shown = torsor("identify two-rods " + log + " --quick").out, report = text_of(page);
  EXPECT_NE(shown.find(fmt::format("  {:.2f}  {:>11.3f}\n", mean, worst)), std::string::npos) << shown;
  EXPECT_NE(shown.find(fmt::format("in motion is {:.3g} % of the torque on average", mean)), std::string::npos);
  EXPECT_NE(report.find(fmt::format("in motion is {:.3g} % of the torque on average", mean)), std::string::npos);
  const std::string estimators = report.substr(report.find("<section id=\"estimators\">"));
  EXPECT_NE(estimators.find(fmt::format(">{:.3g}<", mean)), std::string::npos) << mean;
  EXPECT_NE(estimators.find("smoothed torque, samples in motion"), std::string::npos);
}

TEST_F(IdentifyVerdict, WhatTheDataDoNotSeeStaysAtThePrior) {
  const std::string log = made("panda --friction typical --duration 40 --rate 200"), robot = folder / "robot.yaml";
  const Json json = answer("identify panda " + log + " --quick --output " + robot);
  for (const Json& parameter : json["consistent"]["parameters"]) {
    const std::string name = parameter["name"];
    if (name[0] != 'm' || !std::isdigit(name[1])) continue;
    const double prior = parameter["prior"], value = parameter["value"];
    EXPECT_NEAR(value / prior, 1, 0.5) << name << " " << prior << " " << value;
  }
  EXPECT_GT(json["consistent"]["prior_increase"], 0.01);
  EXPECT_EQ(torsor("lint " + robot).code, 0) << torsor("lint " + robot).out;
  const Json& plain = json["estimates"][1];
  EXPECT_LT(json["estimates"].back()["validation_summary"]["mean_percent"].get<double>(),
            1.02 * plain["validation_summary"]["mean_percent"].get<double>());
}

TEST_F(IdentifyVerdict, ALogOfARobotWithMoreJointsIsAWarningBeforeTheVerdict) {
  const std::string log = made("panda --friction typical --duration 20 --rate 100");
  const std::string shown = torsor("identify two-rods " + log + " --quick").out;
  const std::size_t warning = shown.find("warning [more-joints] position: the log has more joints than the robot");
  EXPECT_LT(warning, shown.find("\nVerdict: ")) << shown;
}

TEST_F(IdentifyVerdict, BaseParametersHaveUnitsAndSayWhereTheirCombinationsAre) {
  const std::string log = made("scara --friction typical --duration 20 --rate 100");
  const Json json = identified("scara " + log + " --quick");
  std::map<std::string, std::string> units;
  for (const Json& parameter : json["base_parameters"]) units[parameter["name"]] = parameter["unit"];
  EXPECT_EQ(units["Fs1"], "Nm");
  EXPECT_EQ(units["Fs3"], "N") << "the joint slides";
  EXPECT_EQ(units["Fv1"], "Nm s");
  EXPECT_EQ(units["m3"].empty() ? units["Ia3"] : units["m3"], "kg");
  const std::string shown = torsor("identify scara " + log + " --quick").out;
  EXPECT_NE(shown.find("parameter  unit"), std::string::npos) << shown;
  EXPECT_NE(shown.find("torsor base-parameters"), std::string::npos) << shown;
}

TEST_F(IdentifyVerdict, TheReportNamesFlagsAndNotOptionsOfTheLibrary) {
  const std::string log = made("ur10 --friction typical --duration 20 --rate 100"), page = folder / "page.html";
  torsor("identify ur10 " + log + " --quick --report " + page);
  const std::string report = text_of(page);
  EXPECT_NE(report.find("(--hold-out, --validate)"), std::string::npos);
  for (const char* option : {"<code>hold_out</code>", "<code>stribeck</code>", "<code>rotor</code>"})
    EXPECT_EQ(report.find(option), std::string::npos) << option;
}

TEST_F(IdentifyVerdict, ThatALogWasComputedIsANote) {
  const std::string log = made("ur10 --friction none --preset clean --duration 20 --rate 100");
  for (const std::string& command : {"identify ur10 " + log + " --quick", "log " + log + " --robot ur10"}) {
    const std::string shown = torsor(command).out;
    EXPECT_NE(shown.find("note [torque-simulated]"), std::string::npos) << shown;
    EXPECT_EQ(shown.find("warning [torque-simulated]"), std::string::npos) << shown;
  }
}

}  // namespace torsor::test::cli_identify_verdict_test
