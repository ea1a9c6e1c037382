#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/answer.hpp"
#include "cli/folder.hpp"

namespace torsor::test::cli_completion_test {

std::string shell(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string text;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe.get())) text.append(buffer, n);
  return text;
}

/// What bash offers at the end of a command line; an empty last word is ''.
Keys completed(const std::string& words) {
  const std::string script = std::string(TORSOR_CLI) + " completion bash";
  std::istringstream lines(
      shell("cd " TORSOR_SOURCE_DIR "/robots && bash -c 'eval \"$(" + script + ")\"; COMP_WORDS=(" + words +
            "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _torsor; printf \"%s\\n\" \"${COMPREPLY[@]}\"'"));
  Keys result;
  for (std::string line; std::getline(lines, line);) result.insert(line);
  return result;
}

TEST(BashCompletion, OffersCommands) {
  EXPECT_EQ(completed("torsor li"), (Keys{"lint"}));
  EXPECT_EQ(completed("torsor make"), (Keys{"make-log"}));
  EXPECT_TRUE(completed("torsor \"\"").contains("inverse-dynamics"));
}

TEST(BashCompletion, OffersRobotsAndFiles) {
  EXPECT_EQ(completed("torsor show pum"), (Keys{"puma560", "puma560.yaml"}));
  EXPECT_EQ(completed("torsor log a.csv --robot sca"), (Keys{"scara", "scara.yaml"}));
  EXPECT_EQ(completed("torsor smooth sca"), (Keys{"scara.yaml"})) << "a log is no robot";
}

TEST(BashCompletion, OffersFlagsAndTheirChoices) {
  EXPECT_EQ(completed("torsor jacobian puma560 --fr"), (Keys{"--frame", "--free-base", "--free-mimic"}));
  EXPECT_EQ(completed("torsor jacobian puma560 --frame \"\""), (Keys{"base", "tip"}));
  EXPECT_EQ(completed("torsor completion \"\""), (Keys{"bash", "fish", "zsh"}));
  EXPECT_EQ(completed("torsor help jac"), (Keys{"jacobian"}));
  EXPECT_EQ(completed("torsor jacobian puma560 --q pu"), (Keys{""})) << "a vector is nothing to guess";
}

TEST(BashCompletion, OffersTheChoicesOfEveryFlagThatHasSome) {
  EXPECT_EQ(completed("torsor generate puma560 --target \"\""), (Keys{"c", "cpp", "matlab", "python"}));
  EXPECT_EQ(completed("torsor generate puma560 --scalar \"\""), (Keys{"double", "float"}));
  EXPECT_EQ(completed("torsor derive puma560 --format ma"), (Keys{"markdown", "mathml"}));
  EXPECT_EQ(completed("torsor derive puma560 --symbols \"\""), (Keys{"all", "named", "numbers", "standard"}));
  EXPECT_EQ(completed("torsor derive puma560 --notation \"\""), (Keys{"Bhg", "Dhc", "MVG"}));
}

TEST(BashCompletion, OffersTheNextWordOfAList) {
  EXPECT_EQ(completed("torsor derive puma560 --terms gr"), (Keys{"gravity"}));
  EXPECT_EQ(completed("torsor derive puma560 --terms inertia,gr"), (Keys{"inertia,gravity"}));
  EXPECT_EQ(completed("torsor identify panda a.csv --friction viscous,cou"), (Keys{"viscous,coulomb"}));
}

class Completion : public testing::TestWithParam<const char*> {};

TEST_P(Completion, HasEveryCommandFlagAndRobot) {
  const std::string script = torsor(std::string("completion ") + GetParam()).out, manual = torsor("help --man").out;
  const auto expect = [&](const std::string& word) { EXPECT_NE(script.find(word), std::string::npos) << word; };
  const Json list = answer("robots");
  for (const Json& robot : list["robots"]) expect(robot["name"].get<std::string>());
  std::istringstream lines(manual);
  for (std::string line; std::getline(lines, line);) {
    std::erase(line, '\\');
    if (line.starts_with(".B --")) expect(line.substr(5, line.find(' ', 5) - 5));
  }
  for (const char* command : {"robots", "inverse-dynamics", "verify-generated", "completion", "help"}) expect(command);
}

/// A script that a shell, where it is installed, reads without complaint.
TEST_P(Completion, IsReadByItsShell) {
  const std::string name = GetParam();
  if (shell("command -v " + name).empty()) GTEST_SKIP() << name << " is not installed";
  const Folder folder;
  std::ofstream(folder / "script") << torsor("completion " + name).out;
  EXPECT_EQ(shell(name + " -n " + folder / "script" + " 2>&1"), "");
}

INSTANTIATE_TEST_SUITE_P(Shells, Completion, testing::Values("bash", "zsh", "fish"));

}  // namespace torsor::test::cli_completion_test
