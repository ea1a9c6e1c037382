#include <gtest/gtest.h>

#include <set>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_lint_test {

const std::string careless = TORSOR_SOURCE_DIR "/examples/careless-arm.urdf";
const std::string rods = TORSOR_SOURCE_DIR "/examples/two-rods.urdf";

/// The codes that a call tells in JSON.
std::set<std::string> codes(const std::string& arguments) {
  const ToolRun run = torsor("lint --json " + arguments);
  std::set<std::string> result;
  const Json json = run.json();
  EXPECT_FALSE(json.is_discarded()) << run.err;
  for (const Json& file : json["files"])
    for (const Json& finding : file["findings"]) result.insert(finding["code"]);
  return result;
}

TEST(CliLint, AFileWithoutFindingsExitsWith0) {
  const ToolRun run = torsor("lint puma560 " + rods + " --severity error");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "puma560: no findings\n" + rods + ": no findings\n");
}

TEST(CliLint, WarningsExitWith4AndTellPlaceCodeAndFix) {
  const ToolRun run = torsor("lint " + careless);
  EXPECT_EQ(run.code, 4);
  EXPECT_NE(run.out.find(careless +
                         ":24:11: warning [axis-not-unit] joint shoulder: axis: expected a length of 1, found '0 0 2'; "
                         "only its direction counts; make its length 1\n"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find(careless + ": 7 warnings, 1 note\n"), std::string::npos) << run.out;
  EXPECT_EQ(run.err, "torsor: 1 of 1 file has errors or warnings\n");
}

TEST(CliLint, NotesCountOnlyWhenItIsStrict) {
  const TemporaryFile file(
      "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"><inertial><mass value=\"1\"/><inertia ixx=\"0.01\" "
      "ixy=\"0\" ixz=\"0\" iyy=\"0.011\" iyz=\"0\" izz=\"0.012\"/></inertial></link><joint name=\"b\" "
      "type=\"continuous\"><parent link=\"a\"/><child link=\"b\"/></joint></robot>",
      ".urdf");
  const ToolRun run = torsor("lint " + file.path());
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find(": 1 note\n"), std::string::npos) << run.out;
  EXPECT_EQ(torsor("lint --strict " + file.path()).code, 4);
  EXPECT_EQ(torsor("lint --strict --ignore name-shared " + file.path()).code, 0);
  EXPECT_EQ(torsor("lint --strict --severity warning " + file.path()).code, 0);
}

TEST(CliLint, CodesCanBeIgnored) {
  const std::set<std::string> all = codes(careless);
  EXPECT_TRUE(all.contains("axis-not-unit") && all.contains("limit-zero") && all.contains("inertia-placeholder"));
  std::set<std::string> rest = codes(careless + " --ignore axis-not-unit --ignore limit-zero");
  EXPECT_FALSE(rest.contains("axis-not-unit") || rest.contains("limit-zero"));
  rest.insert({"axis-not-unit", "limit-zero"});
  EXPECT_EQ(rest, all);
}

TEST(CliLint, ABadFileIsAFindingAndNotAnError) {
  const TemporaryFile file("<robot name=\"r\"><link name=\"caf\xE9\"/><joint></robot>", ".urdf");
  const ToolRun run = torsor("lint --json " + file.path());
  EXPECT_EQ(run.code, 4);
  EXPECT_EQ(run.json()["files"][0]["errors"], 1);
  const TemporaryFile yaml("name: [", ".yaml");
  EXPECT_EQ(codes(yaml.path()), std::set<std::string>{"robot-file"});
}

TEST(CliLint, UsageIsToldWith2) {
  expect_told("lint", 2, "FILE");
  expect_told("lint no-such-file.urdf", 2, "no-such-file.urdf");
  expect_told("lint " + rods + " --ignore unit-axis", 2, "--ignore: expected a code of docs/lint.md");
  expect_told("lint " + rods + " --severity bad", 2, "--severity: expected note, warning or error, found 'bad'");
  expect_told("lint " + rods + " " + careless + " --fix --output out.urdf", 2, "--fix: expected one file, found 2");
  expect_told("lint " + careless + " --fix", 2, "--fix and --output: expected both");
  expect_told("lint " + careless + " --output out.urdf", 2, "--fix and --output: expected both");
  expect_told("lint puma560 --fix --output out.yaml", 2, "--fix: expected a URDF or MJCF file");
}

TEST(CliLint, AMendedCopyHasNoneOfTheMendedFindings) {
  const TemporaryFile copy("", ".urdf");
  const ToolRun run = torsor("lint " + careless + " --json --fix --force --output " + copy.path());
  EXPECT_EQ(run.code, 4) << run.err;
  std::set<std::string> mended;
  const Json answer = run.json();
  EXPECT_EQ(answer["source"], careless);
  EXPECT_EQ(answer["files"][0]["file"], copy.path());
  for (const Json& repair : answer["repairs"]) {
    mended.insert(repair["code"]);
    EXPECT_GE(repair["line"], 1);
    EXPECT_GE(repair["relative_distance"], 0);
    EXPECT_NE(repair["change"], "");
  }
  EXPECT_EQ(mended, (std::set<std::string>{"inertia-triangle", "axis-not-unit", "limits-reversed", "rounded-angle"}));
  for (const std::string& code : codes(copy.path())) EXPECT_FALSE(mended.contains(code)) << code;
  const std::string text = text_of(copy.path());
  EXPECT_NE(text.find("<!-- 0.05 > 0.02 + 0.01 -->"), std::string::npos);
  EXPECT_NE(text.find("<limit lower=\"-2\" upper=\"2\" velocity=\"3\" effort=\"100\"/>"), std::string::npos);
  EXPECT_NE(text.find("rpy=\"-1.5707963267948966 0 0\""), std::string::npos);
  EXPECT_NE(text.find("<axis xyz=\"0 0 1\"/>"), std::string::npos);
}

TEST(CliLint, AFileThatCannotBeWrittenIsToldWith5) {
  expect_told("lint " + careless + " --fix --output /no/such/folder/out.urdf", 5, "/no/such/folder/out.urdf");
}

/// What SARIF 2.1.0 requires of a log, and what viewers need.
void expect_sarif(const Json& log) {
  EXPECT_EQ(log["version"], "2.1.0");
  ASSERT_EQ(log["runs"].size(), 1U);
  const Json& run = log["runs"][0];
  const Json& driver = run["tool"]["driver"];
  EXPECT_EQ(driver["name"], "torsor");
  EXPECT_TRUE(driver["version"].is_string());
  std::set<std::string> ids;
  for (const Json& rule : driver["rules"]) {
    EXPECT_TRUE(ids.insert(rule["id"]).second);
    EXPECT_TRUE(rule["shortDescription"]["text"].is_string());
    EXPECT_TRUE(rule["help"]["text"].is_string());
  }
  for (const Json& result : run["results"]) {
    EXPECT_EQ(driver["rules"][result["ruleIndex"].get<std::size_t>()]["id"], result["ruleId"]);
    EXPECT_TRUE((std::set<std::string>{"none", "note", "warning", "error"}).contains(result["level"]));
    EXPECT_TRUE(result["message"]["text"].is_string());
    ASSERT_EQ(result["locations"].size(), 1U);
    const Json& place = result["locations"][0]["physicalLocation"];
    EXPECT_TRUE(place["artifactLocation"]["uri"].is_string());
    EXPECT_GE(place["region"]["startLine"], 1);
    EXPECT_GE(place["region"]["startColumn"], 1);
  }
}

TEST(CliLint, SarifHasRulesResultsAndPlaces) {
  const ToolRun printed = torsor("lint --sarif - " + careless + " " + rods);
  EXPECT_EQ(printed.code, 4);
  expect_sarif(printed.json());
  EXPECT_GE(printed.json()["runs"][0]["results"].size(), 8U);
  const TemporaryFile file("", ".sarif");
  const ToolRun written = torsor("lint " + careless + " " + rods + " --force --sarif " + file.path());
  EXPECT_EQ(text_of(file.path()), printed.out);
  EXPECT_NE(written.out.find("warning [axis-not-unit]"), std::string::npos);
}

TEST(CliLint, AUriOfSarifHasNoBlanks) {
  const TemporaryFile file("<robot/>", " a&b.urdf");
  const ToolRun run = run_tool({"lint", "--sarif", "-", file.path()});
  const std::string uri =
      run.json()["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
  EXPECT_TRUE(uri.starts_with("file:///")) << uri;
  EXPECT_TRUE(uri.ends_with("%20a%26b.urdf")) << uri;
}

}  // namespace torsor::test::cli_lint_test
