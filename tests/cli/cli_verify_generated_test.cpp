#include <csignal>
#include <filesystem>
#include <thread>

#include "cli/answer.hpp"
#include "cli/expect_told.hpp"
#include "cli/folder.hpp"
#include "torsor/core/write_file.hpp"

namespace torsor::test::cli_verify_generated_test {

/// Generated code of two-rods with a statement at the start of its first function.
std::string changed_code(const Folder& folder, const std::string& statement) {
  answer("generate two-rods --functions gravity-torque,energy --test-vectors 0 --output " + (folder / ""));
  const std::string file = folder / "two_rods.c";
  std::string text = text_of(file);
  write_file(file, text.insert(text.find("{\n", text.find("void ")) + 2, statement + "\n"));
  return file;
}

TEST(VerifyGeneratedCommand, ACrashIsAVerdict) {
  const Folder folder;
  const std::string file = changed_code(folder, "extern int raise(int); raise(11);");
  const ToolRun table = run_tool({"verify-generated", "two-rods", file, "--states", "5"});
  EXPECT_EQ(table.code, 4) << table.err;
  EXPECT_NE(table.out.find("FAILED: ended by signal 11 (Segmentation fault)"), std::string::npos) << table.out;
  EXPECT_EQ(table.err, "torsor: " + file + " does not compute the dynamics of two-rods\n");
  const ToolRun run = run_tool({"verify-generated", "two-rods", file, "--states", "5", "--json"});
  EXPECT_EQ(run.code, 4);
  const Json json = run.json();
  EXPECT_EQ(json["functions"][0]["failure"], "ended by signal 11 (Segmentation fault)");
  EXPECT_TRUE(json["functions"][0]["disagreement"].is_null());
  EXPECT_TRUE(json["functions"][1]["failure"].is_null());
  EXPECT_EQ(json["functions"][1]["holds"], true);
}

TEST(VerifyGeneratedCommand, AResultThatIsNotFiniteIsAVerdict) {
  const Folder folder;
  answer("generate two-rods --functions energy --test-vectors 0 --target python --output " + (folder / ""));
  const std::string file = folder / "two_rods.py";
  std::string text = text_of(file);
  write_file(file, text.replace(text.find("return "), 7, "return [math.nan], [0.0]  # "));
  const ToolRun run = run_tool({"verify-generated", "two-rods", file, "--states", "5", "--json"});
  EXPECT_EQ(run.code, 4) << run.err;
  EXPECT_TRUE(run.json()["functions"][0]["disagreement"].is_null());
}

TEST(VerifyGeneratedCommand, AMissingCompilerIsAMatterOfItsFlag) {
  const Folder folder;
  const std::string file = changed_code(folder, "");
  expect_told(run_tool({"verify-generated", "two-rods", file, "--compiler", "no-such-compiler -O2"}), 2,
              "--compiler: expected a program that compiles or runs generated code, found no 'no-such-compiler' on the "
              "PATH");
  expect_told(run_tool({"verify-generated", "two-rods", file, "--seconds", "0"}), 2, "--seconds: expected more than 0");
  expect_told(run_tool({"verify-generated", "two-rods", file, "--seconds", "nan"}), 2, "--seconds");
}

/// Programs that lie in a folder and run.
int running_from(const std::string& folder) {
  int count = 0;
  std::error_code problem;
  for (const auto& process : std::filesystem::directory_iterator("/proc", problem))
    if (std::filesystem::read_symlink(process.path() / "exe", problem).string().starts_with(folder)) ++count;
  return count;
}

void wait_until(const std::function<bool()>& condition) {
  for (int k = 0; k < 3000 && !condition(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

TEST(VerifyGeneratedCommand, ASignalEndsAllAndLeavesNothing) {
  const Folder folder;
  const std::string file = changed_code(folder, "for (;;) {}"), place = folder / "temporary";
  std::filesystem::create_directory(place);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const pid_t tool = ::fork();
    if (tool == 0) {
      ::setenv("TMPDIR", place.c_str(), 1);
      ::execl(TORSOR_CLI, TORSOR_CLI, "verify-generated", "two-rods", file.c_str(), "--states", "1", nullptr);
      ::_exit(127);
    }
    wait_until([&] { return running_from(place) > 0; });
    EXPECT_EQ(running_from(place), 1);
    ::kill(tool, signal);
    int status = 0;
    ::waitpid(tool, &status, 0);
    const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    EXPECT_EQ(code, 128 + signal);
    EXPECT_EQ(running_from(place), 0);
    EXPECT_TRUE(std::filesystem::is_empty(place));
  }
}

}  // namespace torsor::test::cli_verify_generated_test
