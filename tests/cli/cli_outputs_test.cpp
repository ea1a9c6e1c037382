#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <thread>

#include "cli/expect_told.hpp"
#include "cli/folder.hpp"

// Every file of every command goes through one gate: apps/cli/arguments/outputs.hpp.

namespace torsor::test::cli_outputs_test {

namespace fs = std::filesystem;

const std::string rods = TORSOR_SOURCE_DIR "/examples/two-rods.urdf";
const std::string motion = TORSOR_SOURCE_DIR "/examples/two-rods-trajectory.csv";

/// A command line up to the file that it writes, the ending of that file, and what it reads.
struct Writer {
  std::string command, ending, input;
};

class OutputGate : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared = std::make_unique<Folder>();
    const std::string make = "make-log two-rods --friction typical --duration 20 --rate 100 --output ";
    ASSERT_EQ(torsor(make + *shared / "log.csv").code, 0);
    ASSERT_EQ(torsor(make + *shared / "loaded.csv" + " --payload 0.5").code, 0);
    fs::copy_file(rods, *shared / "rods.urdf");
    fs::copy_file(motion, *shared / "motion.csv");
  }
  static void TearDownTestSuite() { shared.reset(); }

  static std::vector<Writer> writers() {
    const std::string log = *shared / "log.csv", loaded = " --loaded " + *shared / "loaded.csv",
                      robot = *shared / "rods.urdf", path = *shared / "motion.csv";
    return {{"convert " + robot + " ", ".yaml", robot},
            {"convert " + robot + " --output ", ".yaml", robot},
            {"dh-table " + robot + " --output ", ".yaml", robot},
            {"lint " + robot + " --fix --output ", ".urdf", robot},
            {"lint " + robot + " --sarif ", ".json", robot},
            {"derive " + robot + " --worksheet ", ".md", robot},
            {"inverse-dynamics " + robot + " --trajectory " + path + " --output ", ".csv", robot},
            {"inverse-dynamics two-rods --trajectory " + path + " --output ", ".csv", path},
            {"batch two-rods " + path + " --functions inertia-matrix,regressor --output ", ".csv", path},
            {"batch " + robot + " " + path + " --functions inertia-matrix,regressor --output ", ".npy", robot},
            {"trajectory " + robot + " --from 0,0 --to 1,1 --duration 1 --no-limits --output ", ".npy", robot},
            {"trajectory two-rods --spline " + path + " --output ", ".csv", path},
            {"trajectory " + robot + " --from 0,0 --to 1,1 --duration 1 --no-limits --report ", ".html", robot},
            {"simulate " + robot + " --duration 1 --no-limits --output ", ".npy", robot},
            {"simulate two-rods --duration 1 --state " + path + " --output ", ".csv", path},
            {"simulate " + robot + " --duration 1 --no-limits --report ", ".html", robot},
            {"compare-controllers two-rods --controllers pd --trajectory " + path + " --report ", ".html", path},
            {"size-motors two-rods --trajectory " + path + " --report ", ".html", path},
            {"excite " + robot + " --period 4 --harmonics 2 --starts 1 --output ", ".csv", robot},
            {"excite " + robot + " --period 4 --harmonics 2 --starts 1 --deviations ", ".csv", robot},
            {"excite " + robot + " --period 4 --harmonics 2 --starts 1 --report ", ".html", robot},
            {"plan-experiment " + robot + " --period 4 --harmonics 2 --starts 1 --poses 1 --report ", ".html", robot},
            {"make-log " + robot + " --samples 500 --output ", ".csv", robot},
            {"make-log " + robot + " --samples 500 --output " + folder() + "/made.csv --truth ", ".json", robot},
            {"log " + log + " --output ", ".csv", log},
            {"log " + log + " --report ", ".html", log},
            {"smooth " + log + " --output ", ".csv", log},
            {"identify two-rods " + log + " --quick --write-poor-model --output ", ".yaml", log},
            {"identify two-rods " + log + " --quick --report ", ".html", log},
            {"payload two-rods --quiet --unloaded " + log + loaded + " --output ", ".yaml", log},
            {"payload two-rods --quiet --unloaded " + log + loaded + " --report ", ".html", log}};
  }
  static std::string folder() { return fs::path(*shared / "x").parent_path().string(); }
  static std::string old_text() { return "this was here before\n"; }

  /// What is in the folder besides what the test itself puts there.
  static std::vector<std::string> left_over() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder()))
      if (entry.path().filename().string().find("unfinished") != std::string::npos)
        names.push_back(entry.path().filename());
    return names;
  }
  void TearDown() override {
    EXPECT_TRUE(left_over().empty()) << left_over()[0];
    for (const auto& entry : fs::directory_iterator(folder()))
      if (const std::string name = entry.path().filename();
          name != "log.csv" && name != "loaded.csv" && name != "rods.urdf" && name != "motion.csv")
        fs::remove_all(entry.path());
  }

  inline static std::unique_ptr<Folder> shared;
};

TEST_F(OutputGate, KeepsAFileThatIsThereUnlessForced) {
  for (const Writer& writer : writers()) {
    const std::string path = *shared / ("old" + writer.ending);
    fs::remove(*shared / "made.csv");
    std::ofstream(path) << old_text();
    expect_told(torsor(writer.command + path), 2, path + ": expected a file that is not there yet, found one; --force");
    EXPECT_EQ(text_of(path), old_text()) << writer.command;
    const ToolRun forced = torsor(writer.command + path + " --force");
    EXPECT_TRUE(forced.code == 0 || forced.code == 4) << writer.command << ": " << forced.err;
    EXPECT_NE(text_of(path), old_text()) << writer.command;
    fs::remove(path);
  }
}

TEST_F(OutputGate, LeavesLinksPipesFoldersAndDevicesAlone) {
  for (const Writer& writer : writers()) {
    const std::string target = *shared / "target", link = *shared / ("link" + writer.ending),
                      pipe = *shared / ("pipe" + writer.ending), inner = *shared / ("folder" + writer.ending);
    fs::remove(*shared / "made.csv");
    std::ofstream(target) << old_text();
    fs::create_symlink(target, link);
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    fs::create_directory(inner);
    const auto expect_refused = [&](const std::string& path, const std::string& what) {
      for (const std::string force : {"", " --force"})
        expect_told(torsor(writer.command + path + force), 5,
                    path + ": cannot be written: expected a file, found " + what);
    };
    expect_refused(link, "a symbolic link");
    expect_refused(pipe, "a pipe");
    expect_refused(inner, "a folder");
    if (writer.ending == ".json") expect_refused("/dev/null", "a device");
    EXPECT_TRUE(fs::is_symlink(link) && fs::is_fifo(pipe) && fs::is_directory(inner));
    EXPECT_EQ(text_of(target), old_text());
    for (const std::string& path : {target, link, pipe, inner}) fs::remove(path);
  }
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(OutputGate, LeavesADeviceNodeOfItsOwnFolderAlone) {
  const std::string node = *shared / "node.csv";
  if (::mknod(node.c_str(), S_IFCHR | 0600, makedev(1, 3)) != 0) GTEST_SKIP() << "only root makes device nodes";
  for (const std::string force : {"", " --force"})
    expect_told(torsor("smooth " + *shared / "log.csv" + " --output " + node + force), 5, "found a device");
  EXPECT_TRUE(fs::is_character_file(node));
}

TEST_F(OutputGate, NeverWritesOverWhatIsRead) {
  for (const Writer& writer : writers()) {
    const std::string before = text_of(writer.input), hard = *shared / ("hard" + writer.ending);
    fs::remove(*shared / "made.csv");
    fs::create_hard_link(writer.input, hard);
    for (const std::string& path : {writer.input, hard})
      expect_told(torsor(writer.command + path + " --force"), 2, path + ": expected another file than the ones that");
    EXPECT_EQ(text_of(writer.input), before) << writer.command;
    fs::remove(hard);
  }
}

TEST_F(OutputGate, NeverWritesOverTheTargetOfALinkThatIsRead) {
  const std::string link = *shared / "a.urdf", target = *shared / "rods.urdf", before = text_of(target);
  fs::create_symlink(target, link);
  expect_told(torsor("lint " + link + " --fix --force --output " + target), 2, "expected another file");
  EXPECT_EQ(text_of(target), before);
}

TEST_F(OutputGate, NeverWritesOverAFileThatAFileIncludes) {
  const std::string robot = *shared / "whole.xml", part = *shared / "part.xml", text = "<mujoco><option/></mujoco>";
  std::ofstream(robot) << "<mujoco><include file='part.xml'/><worldbody><body><joint axis='0 0 1'/>"
                          "<geom size='0.1'/></body></worldbody></mujoco>";
  std::ofstream(part) << text;
  expect_told(torsor("convert " + robot + " --to yaml --force --output " + part), 2, "expected another file than");
  EXPECT_EQ(text_of(part), text);
}

/// With a limit on the size of files, which acts as a full disk does.
TEST_F(OutputGate, PrintsTheAnswerWhereAFileDoesNotFit) {
  const std::string path = *shared / "out";
  for (const Writer& writer : writers()) {
    if (writer.command.find("--fix") != std::string::npos || writer.command.starts_with("convert") ||
        writer.command.starts_with("derive") || writer.command.starts_with("make-log"))
      continue;  // the file is the answer
    const std::string file = path + writer.ending,
                      line = "(ulimit -f 1; exec " TORSOR_CLI " " + writer.command + file + ") 2>" + path + ".err";
    std::FILE* pipe = ::popen(line.c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string printed;
    for (char buffer[4096]; const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe);)
      printed.append(buffer, n);
    const int status = ::pclose(pipe);
    const bool fits = fs::exists(file);
    if (fits) {
      EXPECT_LE(fs::file_size(file), 1024u) << writer.command;
    }
    if (!fits) {
      EXPECT_EQ(WEXITSTATUS(status), 5) << writer.command;
    }
    if (!fits) {
      EXPECT_TRUE(text_of(path + ".err").ends_with("torsor: " + file + ": cannot be written: File too large\n"));
    }
    EXPECT_NE(printed, "") << writer.command;
    fs::remove(file);
  }
}

TEST_F(OutputGate, LetsOneOfManyPass) {
  for (int round = 0; round < 3; ++round) {
    const std::string path = *shared / ("race" + std::to_string(round) + ".yaml");
    std::vector<int> codes(8, -1);
    std::vector<std::thread> programs;
    for (int& code : codes) programs.emplace_back([&] { code = torsor("convert two-rods --output " + path).code; });
    for (std::thread& program : programs) program.join();
    EXPECT_EQ(std::count(codes.begin(), codes.end(), 0), 1);
    EXPECT_EQ(std::count(codes.begin(), codes.end(), 2), 7);
  }
}

/// How the tool ended that got a signal after a while.
int ended_by(const std::string& command, int signal, int microseconds) {
  std::istringstream stream(command);
  std::vector<std::string> words{TORSOR_CLI};
  for (std::string word; stream >> word;) words.push_back(word);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const int none = ::open("/dev/null", O_WRONLY);
    ::dup2(none, STDOUT_FILENO), ::dup2(none, STDERR_FILENO);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::usleep(static_cast<useconds_t>(microseconds));
  ::kill(child, signal);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int kills() {
  const char* count = std::getenv("TORSOR_KILLS");
  return count != nullptr ? std::atoi(count) : 30;
}

/// Old or new content, never a third; only SIGKILL leaves a file behind, which the next run names.
TEST_F(OutputGate, LeavesOldOrNewContentWhereItIsKilled) {
  std::mt19937 random(1);
  std::vector<Writer> all = writers();
  all.push_back({"make-log two-rods --samples 20000 --output ", ".csv", ""});
  std::map<std::string, std::string> fresh;
  std::map<std::string, double> microseconds;
  int stopped = 0, left = 0;
  for (int k = 0; k < kills(); ++k) {
    const Writer& writer = all[random() % all.size()];
    if (writer.command.find("--truth") != std::string::npos) continue;
    const std::string path = *shared / ("killed" + writer.ending);
    if (!fresh.contains(writer.command)) {
      const auto start = std::chrono::steady_clock::now();
      torsor(writer.command + path + " --force");
      microseconds[writer.command] =
          std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
      fresh[writer.command] = text_of(path);
    }
    std::ofstream(path) << old_text();
    const int signal = std::array{SIGINT, SIGTERM, SIGHUP, SIGKILL}[random() % 4];
    const double moment = 1e-6 * static_cast<double>(random() % 1'000'000) * microseconds[writer.command];
    const int code = ended_by(writer.command + path + " --force", signal, static_cast<int>(moment));
    const std::string now = text_of(path);
    const std::size_t whole = fresh[writer.command].size();
    const bool keeps_a_part = writer.command.starts_with("simulate") && signal != SIGKILL;  // its samples so far
    EXPECT_TRUE(now == old_text() || now.size() == whole || (keeps_a_part && now.size() < whole)) << writer.command;
    if (code == 128 + signal) ++stopped;
    if (signal != SIGKILL) {
      EXPECT_TRUE(left_over().empty()) << writer.command << ", signal " << signal;
    }
    for (const std::string& name : left_over()) {
      ++left;
      if (writer.command.starts_with("make-log")) {
        const ToolRun next = torsor(writer.command + path + " --force");
        EXPECT_NE(next.err.find(name + " is left over from a run that was killed"), std::string::npos) << next.err;
      }
      fs::remove(*shared / name);
    }
    fs::remove(path);
  }
  std::printf("  %d runs, %d ended by the signal, %d unfinished files after SIGKILL\n", kills(), stopped, left);
  EXPECT_GT(stopped, kills() / 4);
}

/// Who plants a link under the name of the unfinished file finds that the name is random.
TEST_F(OutputGate, HasNoNameThatCanBeForeseen) {
  const std::string target = *shared / "precious", path = *shared / "out.yaml";
  std::ofstream(target) << old_text();
  for (int pid = ::getpid(); pid < ::getpid() + 300; ++pid)
    fs::create_symlink(target, path + ".unfinished" + std::to_string(pid));
  EXPECT_EQ(torsor("convert two-rods --output " + path).code, 0);
  EXPECT_EQ(text_of(target), old_text());
  for (int pid = ::getpid(); pid < ::getpid() + 300; ++pid) fs::remove(path + ".unfinished" + std::to_string(pid));
}

}  // namespace torsor::test::cli_outputs_test
