#include <gtest/gtest.h>

#include <fstream>

#include "cli/folder.hpp"
#include "cli/run_tool.hpp"

// Bytes of a file or of an argument that a terminal would obey, or that are no text, do not reach it.

namespace torsor::test::cli_printable_test {

void expect_printable(const ToolRun& run) {
  EXPECT_LE(run.code, 5);
  for (const std::string& text : {run.out, run.err}) {
    EXPECT_TRUE(is_utf8(text)) << text;
    for (const char letter : text) EXPECT_TRUE(letter == '\n' || letter == '\t' || (letter & 0xE0) != 0) << text;
  }
}

const std::string hostile = "a\033[8m\033[31m\033]0;title\a\033[2Jb\x9b\x80\xff\r\b";

TEST(Printable, ArgumentsInMessages) {
  for (const std::string form : {"--json", "--free-base"}) {
    expect_printable(run_tool({"show", hostile, form}));
    expect_printable(run_tool({hostile, form}));
    expect_printable(run_tool({"show", "two-rods", "--" + hostile, form}));
    expect_printable(run_tool({"show", "two-rods", "--set", hostile + "=1", form}));
    expect_printable(run_tool({"derive", "two-rods", "--format", hostile, form}));
    expect_printable(run_tool({"log", hostile}));
  }
}

TEST(Printable, NamesOfFilesAndInFiles) {
  const Folder folder;
  const std::string robot = folder / ("r" + hostile + ".yaml"), log = folder / "log.csv", urdf = folder / "r.urdf";
  std::ofstream(robot) << "name: \"a\\e]0;b\"\nlinks:\n  - {joint: revolute, name: \"\\x07\"}\n";
  std::ofstream(urdf) << "<robot name='" << hostile << "'><link name='" << hostile << "'/></robot>";
  std::ofstream(log) << "t,q1\xe4\033[2J,tau1\xe4\033[2J\n0,0,0\n1,1,1\n";  // as from a program of the Windows world
  for (const std::string form : {"--json", "--set=a=1"})
    for (const std::string& file : {robot, urdf}) {
      expect_printable(run_tool({"show", file, form}));
      expect_printable(run_tool({"convert", file, "--to", "mjcf", form}));
    }
  for (const std::string& file : {robot, urdf}) expect_printable(run_tool({"lint", file}));
  const ToolRun json = run_tool({"log", log, "--json"});
  expect_printable(json);
  EXPECT_NO_THROW(json.json());
  expect_printable(run_tool({"log", log}));
  expect_printable(run_tool({"identify", "pendulum", log}));
}

TEST(Printable, LinksToTheOutsideOfAMappingAreNotShown) {
  const Folder folder;
  std::ofstream(folder / "secret") << "root:x:0:0:hidden words\n";
  std::ofstream(folder / "map.yaml") << "torque: {file: secret}\n";
  std::ofstream(folder / "log.csv") << "t,q1,tau1\n0,0,0\n1,1,1\n";
  const ToolRun run = run_tool({"log", folder / "log.csv", "--mapping", folder / "map.yaml"});
  EXPECT_NE(run.code, 0);
  EXPECT_EQ((run.out + run.err).find("hidden words"), std::string::npos) << run.err;
}

}  // namespace torsor::test::cli_printable_test
