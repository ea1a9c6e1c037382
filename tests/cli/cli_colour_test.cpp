#include <gtest/gtest.h>

#include <fstream>

#include "cli/folder.hpp"
#include "cli/run_on_terminal.hpp"
#include "cli/run_tool.hpp"

namespace torsor::test::cli_colour_test {

const std::string careless = TORSOR_SOURCE_DIR "/examples/careless-arm.urdf";
const char* const escape = "\033[";

const std::vector<std::vector<std::string>> calls{
    {}, {"help", "show"}, {"show", "nope"}, {"lint", careless}, {"show", careless}};

TEST(Colour, IsShownOnATerminal) {
  for (const auto& call : calls)
    EXPECT_NE(run_on_terminal(call).find(escape), std::string::npos) << testing::PrintToString(call);
  EXPECT_NE(run_on_terminal({"lint", careless}).find("\033[1;33mwarning\033[0m ["), std::string::npos);
  EXPECT_NE(run_on_terminal({"show", "nope"}).find("\033[1;31mtorsor:\033[0m unknown robot"), std::string::npos);
}

TEST(Colour, OfANameIsNotShown) {
  const Folder folder;
  const std::string urdf = folder / "r.urdf";
  std::ofstream(urdf) << "<robot name='a\033[8mb'><link name='base'/></robot>";
  EXPECT_EQ(run_on_terminal({"show", urdf}).find("\033[8m"), std::string::npos);
}

/// The bar goes past the filter that lets no orders to the terminal through.
TEST(Progress, IsWrittenOverItselfOnATerminal) {
  const Folder folder;
  const std::string log = folder / "log.csv";
  ASSERT_EQ(run_tool({"make-log", "two-rods", "--duration", "40", "--rate", "250", "--output", log}).code, 0);
  const std::string shown = run_on_terminal({"identify", "two-rods", log});
  EXPECT_NE(shown.find("Verdict"), std::string::npos) << shown;
  EXPECT_EQ(shown.find("\xEF\xBF\xBD"), std::string::npos) << shown;
}

TEST(Colour, IsNotShownWhereNoColorIsSet) {
  for (const auto& call : calls)
    EXPECT_EQ(run_on_terminal(call, "NO_COLOR=1").find(escape), std::string::npos) << testing::PrintToString(call);
  EXPECT_NE(run_on_terminal({"show", "nope"}, "NO_COLOR=").find(escape), std::string::npos) << "empty is not set";
}

TEST(Colour, IsNotInPipesAndFiles) {
  for (const auto& call : calls) {
    const ToolRun run = run_tool(call);
    EXPECT_EQ((run.out + run.err).find(escape), std::string::npos) << testing::PrintToString(call);
  }
}

}  // namespace torsor::test::cli_colour_test
