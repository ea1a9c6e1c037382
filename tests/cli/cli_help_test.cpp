#include <gtest/gtest.h>

#include <algorithm>

#include "cli/expect_told.hpp"

// What the tool says about itself, and about words that it does not know.

namespace torsor::test::cli_help_test {

/// The words that start a line after two spaces: commands of the overview, flags of a command.
std::vector<std::string> entries(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.size() > 2 && line.starts_with("  ") && line[2] != ' ' && !line.starts_with("  torsor "))
      result.push_back(line.substr(2, line.find(' ', 2) - 2));
  return result;
}
std::vector<std::string> commands() { return entries(torsor("").out); }

TEST(Help, OfTheBareToolIsGroupsOfCommandsAndThreeExamples) {
  const ToolRun run = torsor("");
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* group : {"Robots", "Motion", "Dynamics", "Equations and code", "Identification", "Help", "Examples"})
    EXPECT_NE(run.out.find("\n" + std::string(group) + "\n"), std::string::npos) << group;
  for (const char* example :
       {"\n  torsor inverse-dynamics puma560 ", "\n  torsor derive two-rods ", "\n  torsor identify "})
    EXPECT_NE(run.out.find(example), std::string::npos) << example;
  for (const char* same : {"--help", "-h", "help"}) EXPECT_EQ(torsor(same).out, run.out) << same;
  EXPECT_GE(commands().size(), 27u);
}

TEST(Help, ItsExamplesRunAsTheyStand) {
  EXPECT_EQ(torsor("inverse-dynamics puma560 --q 0,45deg,180deg,0,45deg,0").code, 0);
  EXPECT_EQ(torsor("derive two-rods --format latex").code, 0);
}

TEST(Help, OfACommandIsThatOfItsFlag) {
  for (const std::string& command : commands()) {
    const ToolRun run = torsor("help " + command);
    EXPECT_EQ(run.code, 0) << command;
    EXPECT_EQ(run.out, torsor(command + " --help").out);
    EXPECT_NE(run.out.find("usage: torsor " + command + " "), std::string::npos) << run.out;
  }
}

TEST(Help, LinesAreShortEnoughToBeRead) {
  std::vector<std::string> calls{"help"};
  for (const std::string& command : commands()) calls.push_back("help " + command);
  for (const std::string& call : calls) {
    std::istringstream lines(torsor(call).out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 110u) << call << ": " << line;
  }
}

TEST(ManualPage, HasEveryCommandAndEveryFlag) {
  std::string page = torsor("help --man").out;
  std::erase(page, '\\');
  for (const std::string& command : commands()) {
    const auto start = page.find(".SS \"torsor " + command + " ");
    ASSERT_NE(start, std::string::npos) << command;
    const std::string section = page.substr(start, page.find(".SS", start + 1) - start);
    for (const std::string& flag : entries(torsor("help " + command).out))
      EXPECT_TRUE(flag == "-h," || section.find("\n.B " + flag) != std::string::npos) << command << " " << flag;
  }
}

struct Slip {
  const char *command_line, *meant;
};

TEST(DidYouMean, IsSaidOfCommandsFlagsAndRobotsInAnyCase) {
  for (const auto& [line, meant] :
       {Slip{"shwo two-rods", "'show'"}, Slip{"SHOW two-rods", "'show'"},
        Slip{"inverse_dynamics two-rods", "'inverse-dynamics'"},
        Slip{"inverse two-rods", "'inverse-kinematics' or 'inverse-dynamics'"}, Slip{"help shwo", "'show'"},
        Slip{"inverse-dynamics two-rods --q 0,0 --qdot 1,1", "'--qd'"},
        Slip{"inverse-dynamics two-rods --q 0,0 --qdot -1,1", "'--qd'"},
        Slip{"inverse-dynamics two-rods --q 0,0 --Gravity 0,0,0", "'--gravity'"},
        Slip{"inverse-dynamics two-rods --Q 0,0", "'--q'"}, Slip{"show two-rods --jsn", "'--json'"},
        Slip{"show PUMA560", "'puma560'"}, Slip{"show Two_Rods", "'two-rods'"}, Slip{"robots --print Scara", "'scara'"},
        Slip{"jacobian two-rods --q 0,0 --frame Base", "'base'"},
        Slip{"jacobian two-rods --q 0,0 --tip Lower", "'lower'"}})
    expect_told(torsor(line), 2, "; did you mean " + std::string(meant) + "?");
}

TEST(UnknownFlag, IsNamedWithTheHelpOfItsCommand) {
  const ToolRun run = torsor("inverse-dynamics two-rods --q 0,0 --qdot 1,1");
  EXPECT_EQ(
      run.err,
      "torsor: inverse-dynamics: unknown flag --qdot; did you mean '--qd'? (`torsor help inverse-dynamics` lists its "
      "flags)\n");
  expect_told(torsor("show two-rods puma560 ur10"), 2, "show: expected no further argument, found 'puma560'");
}

TEST(WrongValue, IsToldWithWhatWasExpectedAndFound) {
  for (const auto& [line, message] :
       {Slip{"jacobian two-rods --q 0,0 --frame hand", "--frame: expected base or tip, found 'hand'"},
        Slip{"inverse-dynamics two-rods --q", "--q: expected one value, found nothing"},
        Slip{"inverse-dynamics two-rods --q 0,0 --q 1,1", "--q: expected one value, found several"},
        Slip{"check two-rods --states many", "--states: expected a whole number, found 'many'"},
        Slip{"check two-rods --states 1.5", "--states: expected a whole number, found '1.5'"},
        Slip{"base-parameters two-rods --negligible low", "--negligible: expected a number, found 'low'"},
        Slip{"identify two-rods a.csv --hold-out 2", "--hold-out: expected a number from 0 to 0.9, found '2'"},
        Slip{"identify two-rods a.csv --rate -1", "--rate: expected a number above 0, found '-1'"},
        Slip{"kinematics two-rods", "kinematics: expected --q, found nothing"},
        Slip{"make-log", "make-log: expected ROBOT and --output, found nothing"}})
    expect_told(torsor(line), 2, message);
}

TEST(MissingFile, IsNoUnknownRobot) {
  expect_told(torsor("show nofile.yaml"), 2, "nofile.yaml: expected a robot file, found no such file");
  EXPECT_EQ(torsor("show nofile.yaml").err.find("unknown robot"), std::string::npos);
}

}  // namespace torsor::test::cli_help_test
