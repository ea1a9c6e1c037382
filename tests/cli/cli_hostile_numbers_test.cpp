#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "cli/folder.hpp"
#include "cli/run_tool.hpp"

// Whatever number stands behind a flag, a command ends in time, with an answer or with a message.

namespace torsor::test::cli_hostile_numbers_test {

/// A short call of each command that has flags with numbers.
std::vector<std::pair<std::string, std::string>> calls(const Folder& folder) {
  const std::string log = folder / "log.csv";
  return {{"make-log", "make-log two-rods --preset clean --force --output " + (folder / "made.csv")},
          {"identify", "identify two-rods --quick --quiet " + log},
          {"payload", "payload two-rods --quiet --unloaded " + log + " --loaded " + log},
          {"smooth", "smooth " + log},
          {"check", "check two-rods"},
          {"derive", "derive two-rods"},
          {"base-parameters", "base-parameters two-rods"},
          {"effective-inertia", "effective-inertia two-rods"},
          {"generate", "generate two-rods --force --output " + (folder / "code")},
          {"inverse-dynamics", "inverse-dynamics two-rods --q 0,1"},
          {"forward-dynamics", "forward-dynamics two-rods --q 0,1"},
          {"derivatives", "derivatives two-rods --state-space --q 0,1"},
          {"terms", "terms two-rods --q 0,1"},
          {"batch", "batch two-rods " TORSOR_SOURCE_DIR "/examples/two-rods-trajectory.csv --functions energy"},
          {"trajectory", "trajectory two-rods --from 0,1 --to 1,1 --max-velocity 1 --max-acceleration 1"},
          {"simulate", "simulate two-rods --duration 0.01 --q 0,1"},
          {"inverse-kinematics", "inverse-kinematics two-rods --pose 1,0.5,0 --position-only"},
          {"compare-controllers", "compare-controllers two-rods --controllers pd,lqr --trajectory " TORSOR_SOURCE_DIR
                                  "/examples/two-rods-trajectory.csv"},
          {"size-motors", "size-motors two-rods --catalogue " TORSOR_SOURCE_DIR
                          "/examples/motors.csv --trajectory " TORSOR_SOURCE_DIR "/examples/two-rods-trajectory.csv"},
          {"plan-experiment", "plan-experiment two-rods --period 4 --harmonics 2 --starts 1 --threads 1 --poses 1"},
          {"excite", "excite two-rods --period 4 --harmonics 2 --starts 1 --threads 1"},
          {"dh-table", "dh-table two-rods"}};
}

/// The flags with one number, and those with a list of them, as the help text has them.
std::vector<std::string> flags_of(const std::string& command, const std::string& kinds) {
  const std::string help = torsor("help " + command).out;
  const std::regex line("\n  (--[a-z-]+) (" + kinds + ")[ \n]");
  std::vector<std::string> flags;
  for (std::sregex_iterator at(help.begin(), help.end(), line), end; at != end; ++at) flags.push_back((*at)[1]);
  return flags;
}

#ifdef TORSOR_ADDRESS_SANITIZER  // a process takes twenty times as long
constexpr int one_call_in = 3;
#else
constexpr int one_call_in = 1;
#endif

class HostileNumbers : public testing::Test {
 protected:
  HostileNumbers() {
    EXPECT_EQ(
        torsor("make-log two-rods --friction typical --duration 10 --rate 100 --output " + (folder / "log.csv")).code,
        0);
  }

  void expect_ends(const std::string& call) {
    if (calls_asked_for++ % one_call_in != 0) return;
    const ToolRun run = run_tool(words(call), nullptr, 0, 10);
    EXPECT_LE(run.code, 5) << call << ": " << run.err;
    const bool answered = run.code == 0 || run.code == 4;
    EXPECT_TRUE(answered || run.err.starts_with("torsor: ")) << call << ": " << run.code << run.err;
    const std::regex not_a_number("(^|[^a-z])-?(nan|inf)([^a-z]|$)");
    if (answered && !call.starts_with("lint")) {
      EXPECT_FALSE(std::regex_search(run.out, not_a_number)) << call << ":\n" << run.out;
    }
  }
  static std::vector<std::string> words(const std::string& call) {
    std::istringstream stream(call);
    return {std::istream_iterator<std::string>(stream), {}};
  }

  Folder folder;
  int calls_asked_for = 0;
};

TEST_F(HostileNumbers, BehindAFlag) {
  int count = 0;
  for (const auto& [command, call] : calls(folder))
    for (const std::string& flag : flags_of(command, "NUMBER|N")) {
      if (flag == "--samples" || flag == "--duration" || flag == "--grid" || flag == "--test-vectors") continue;
      for (const std::string value : {"nan", "-inf", "-1", "0", "1e-308", "1e308", "1e31", "4294967297"}) {
        expect_ends(call + (command == "make-log" ? " --samples 100" : "") + " " + flag + " " + value);
        ++count;
      }
    }
  EXPECT_GT(count, 250);
}

/// These ask for much where they are large, and the answer is a refusal.
TEST_F(HostileNumbers, ThatAskForMuch) {
  for (const std::string value : {"nan", "inf", "-1", "0", "1e-308", "1e308", "1e19", "-1e160"}) {
    expect_ends("make-log two-rods --preset clean --force --output " + (folder / "a.csv") + " --samples " + value);
    expect_ends("make-log two-rods --preset clean --force --output " + (folder / "a.csv") + " --duration " + value);
    expect_ends("effective-inertia panda --grid " + value);
    expect_ends("effective-inertia panda --samples " + value);
    expect_ends("generate two-rods --force --output " + (folder / "code") + " --test-vectors " + value);
    expect_ends("check two-rods --states " + value);
  }
}

TEST_F(HostileNumbers, InLists) {
  for (const auto& [command, call] : calls(folder))
    for (const std::string& flag : flags_of(command, "LIST"))
      for (const std::string number : {"nan", "-1e308", "4e153", "1e31", "1e-308"})
        for (const int size : {1, 2, 3}) {
          std::string list = number;
          for (int k = 1; k < size; ++k) list += k % 2 == 0 ? "," + number : ",1";
          expect_ends(call + " " + flag + "=" + list);
        }
}

TEST_F(HostileNumbers, InRobotsAndMappings) {
  for (const std::string number : {".nan", ".inf", "1e308", "-1e308", "4e153", "1e160", "1e31", "1e-308"}) {
    std::ofstream(folder / "r.yaml") << "name: a\ngravity: [0, " << number
                                     << ", 0]\nlinks:\n  - {joint: revolute, mass: 1, com: [1, 0, 0]}\n";
    std::ofstream(folder / "m.yaml") << "name: a\nlinks:\n  - {joint: revolute, mass: " << number
                                     << ", com: [1, 0, 0]}\n";
    std::ofstream(folder / "a.yaml") << "name: a\nlinks:\n  - {joint: revolute, a: " << number << ", mass: 1}\n";
    for (const std::string robot : {"r", "m", "a"})
      for (const std::string command :
           {"show ", "lint ", "check ", "base-parameters ", "derive ", "convert --to urdf --lossy ",
            "convert --to mjcf --lossy ", "convert --to yaml ", "count "})
        expect_ends(command + (folder / (robot + ".yaml")));
    std::ofstream(folder / "map.yaml") << "gravity: [0, " << number << ", 0]\n";
    expect_ends("identify two-rods --quick --quiet --mapping " + (folder / "map.yaml") + " " + (folder / "log.csv"));
    expect_ends("identify two-rods --quick --quiet --set g=" + number.substr(number[0] == '.') + " " +
                (folder / "log.csv"));
  }
}

}  // namespace torsor::test::cli_hostile_numbers_test
