#include "campaign/campaign_robots.hpp"
#include "cli/folder.hpp"
#include "cli/run_tool.hpp"

// The commands themselves: whatever the robot is, they end with an answer, or say why there is none.
namespace torsor::test::command_campaign_test {

constexpr int most = 500;  // a run of the tool takes longer than all that it does

void expect_ends_well(const std::string& command, int seed, CampaignReport& report) {
  const ToolRun run = torsor(command);
  const bool answered =
      run.code == 0 || (run.code < 10 && (run.err.starts_with("torsor: ") || run.err.starts_with("{\"error\"")));
  if (run.code != 0 && answered) report.skip();
  if (!answered) report.fail(seed, command + ": exit code " + std::to_string(run.code) + ": " + run.err);
  report.compare(seed, 0);
}

TEST(Campaign, CommandsEndWithAnAnswerOrAReason) {
  CampaignReport report("commands");
  for (int seed = 1; seed <= std::min(campaign_size(), most); ++seed) {
    const Folder folder;
    const std::string path = folder / "robot.yaml";
    std::ofstream(path) << write_yaml(campaign_robot(seed, 3)).text;
    for (const auto& [command, flags] : {std::pair{"show ", " --json"},
                                         {"check ", " --states 2"},
                                         {"base-parameters ", " --json"},
                                         {"derive ", ""},
                                         {"derive ", " --json"}})
      expect_ends_well(command + path + flags, seed, report);
    for (const std::string target : {"c", "cpp", "python", "matlab"})
      expect_ends_well("generate " + path + " --target " + target + " --output " + (folder / "code"), seed, report);
    for (const std::string ending : {"yaml", "urdf", "xml"}) {
      const std::string there = folder / ("there." + ending);
      expect_ends_well("convert " + path + " " + there + " --lossy", seed, report);
      if (std::filesystem::exists(there))
        expect_ends_well("convert " + there + " " + (folder / (ending + ".yaml")) + " --lossy", seed, report);
    }
  }
}

}  // namespace torsor::test::command_campaign_test
