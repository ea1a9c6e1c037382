#include <filesystem>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_dh_table_test {

const std::string rods = TORSOR_SOURCE_DIR "/examples/two-rods.urdf";

/// Two joints that were meant to be parallel, and a third across.
std::string nearly_parallel(const std::string& branch = "") {
  const auto link = [](const std::string& name) {
    return "<link name=\"" + name +
           "\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/>"
           "</inertial></link>";
  };
  const auto joint = [](const std::string& name, const std::string& from, const std::string& to,
                        const std::string& origin) {
    return "<joint name=\"" + name + "\" type=\"continuous\"><parent link=\"" + from + "\"/><child link=\"" + to +
           "\"/><axis xyz=\"0 0 1\"/><origin " + origin + "/></joint>";
  };
  return "<robot name=\"arm\"><link name=\"root\"/>" + link("a") + link("b") + link("c") + branch +
         joint("first", "root", "a", "") + joint("second", "a", "b", "xyz=\"0 0.4 0\" rpy=\"1e-4 0 0\"") +
         joint("third", "b", "c", "xyz=\"0 0 0.2\" rpy=\"1.5708 0 0\"") + "</robot>";
}

TEST(CliDhTable, HasTheRowsOfTheRods) {
  const Json table = answer("dh-table " + rods);
  EXPECT_EQ(keys(table), (Keys{"robot", "convention", "snap", "rows", "base", "tool", "deviation", "notes"}));
  ASSERT_EQ(table["rows"].size(), 2u);
  EXPECT_EQ(table["rows"][0]["joint"], "joint1");
  EXPECT_NEAR(table["rows"][0]["a"].get<double>(), 1, 1e-12);
  EXPECT_LT(table["deviation"]["length"].get<double>(), 1e-12);
  EXPECT_EQ(table["convention"], "standard");
  EXPECT_EQ(answer("dh-table panda")["convention"], "modified") << "the robot's own";
}

TEST(CliDhTable, PrintsRightAnglesExactly) {
  const ToolRun run = torsor("dh-table puma560");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("-90deg"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("largest deviation of the tip"), std::string::npos) << run.out;
}

TEST(CliDhTable, SnapTakesWhatIsNearlyParallelAsParallel) {
  const TemporaryFile file(nearly_parallel(), ".urdf");
  const Json exact = answer("dh-table " + file.path()), snapped = answer("dh-table " + file.path() + " --snap");
  EXPECT_EQ(exact["rows"].size(), 4u);
  EXPECT_EQ(exact["rows"][1]["type"], "fixed");
  EXPECT_NE(exact["notes"][0].get<std::string>().find("4e+03 m away"), std::string::npos) << exact["notes"];
  EXPECT_LT(exact["deviation"]["length"].get<double>(), 1e-12);
  EXPECT_EQ(snapped["rows"].size(), 3u);
  EXPECT_EQ(snapped["snap"], 2e-3);
  EXPECT_EQ(snapped["rows"][0]["alpha"], 0);
  EXPECT_NEAR(snapped["deviation"]["angle"].get<double>(), 1e-4, 1e-5);
  EXPECT_EQ(answer("dh-table " + file.path() + " --farthest-normal 1e6")["rows"].size(), 3u);
  EXPECT_EQ(answer("dh-table " + file.path() + " --snap 1e-5")["rows"].size(), 4u);
}

TEST(CliDhTable, WritesARobotFileThatMovesAlike) {
  const std::string output = (std::filesystem::temp_directory_path() / "torsor-dh-table-test.yaml").string();
  std::filesystem::remove(output);
  const ToolRun run = torsor("dh-table " + rods + " --convention modified --output " + output);
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string state = " --q 0.1,0.4 --qd 1,-0.5 --qdd 0.2,0.3";
  expect_near(answer("inverse-dynamics " + output + state)["tau"],
              answer("inverse-dynamics " + rods + state)["tau"].get<std::vector<double>>());
  expect_told("dh-table " + rods + " --output " + output, 2, ": expected a file that is not there yet");
  std::filesystem::remove(output);
}

TEST(CliDhTable, ASnappedTableIsWrittenAsItIsShown) {
  const auto link = [](const std::string& name) {
    return "<link name=\"" + name +
           "\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/>"
           "</inertial></link>";
  };
  const TemporaryFile file(
      "<robot name=\"r\"><link name=\"base\"/>" + link("a") + link("b") +
          "<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"a\"/><axis xyz=\"0 0 "
          "1\"/></joint>"
          "<joint name=\"k\" type=\"continuous\"><parent link=\"a\"/><child link=\"b\"/><origin xyz=\"0.30500001933 0 "
          "0.1234567891\" rpy=\"1.5707 0 0\"/><axis xyz=\"0 0 1\"/></joint></robot>",
      ".urdf");
  const std::string output = file.path() + ".yaml";
  const ToolRun run = torsor("dh-table " + file.path() + " --snap --output " + output);
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("0.123457  0.305  90deg"), std::string::npos) << run.out;
  EXPECT_NE(text_of(output).find("dh: {a: 0.305, alpha: 90deg, d: 0.123457, theta: 0}"), std::string::npos)
      << text_of(output);
  std::filesystem::remove(output);
}

TEST(CliDhTable, RefusesWhatHasNoTable) {
  expect_told(std::string("dh-table ") + TORSOR_SOURCE_DIR "/examples/free-flyer.yaml", 1, "found a free one");
  expect_told("dh-table showcase", 1, "choose a tip (other ends: 'hose-guide', 'left-finger', 'right-finger')");
  expect_told("dh-table ur5e --tip hand", 2, "--tip: expected one of");
  expect_told("dh-table ur5e --snap 0", 2, "--snap: expected a number above 0, found '0'");
  expect_told("dh-table ur5e --snap=-1", 2, "--snap: expected a number above 0, found '-1'");
  expect_told("dh-table ur5e --convention craig", 2, "--convention");
}

TEST(CliCheck, ASeedIsNotNegative) {
  expect_told("check two-rods --states 1 --seed -1", 2, "--seed: expected a whole number that is not negative");
  expect_told("check two-rods --states 1 --seed 1.5", 2, "--seed: expected a whole number");
}

}  // namespace torsor::test::cli_dh_table_test
