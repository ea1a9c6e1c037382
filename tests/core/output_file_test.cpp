#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "torsor/core/error.hpp"
#include "torsor/core/write_file.hpp"

namespace torsor::test::output_file_test {

namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() {
    std::string name = (fs::temp_directory_path() / "torsor-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    umask_ = ::umask(022);
  }
  ~OutputFileTest() override {
    ::umask(umask_);
    fs::remove_all(folder_);
  }

  fs::path file(const std::string& name) const { return folder_ / name; }
  std::string text(const std::string& name) const {
    std::ostringstream result;
    result << std::ifstream(file(name), std::ios::binary).rdbuf();
    return result.str();
  }
  long count() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  static std::string message(const std::function<void()>& call) {
    try {
      call();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "nothing";
  }
  /// How a copy of this program ended that does this.
  static int ended(const std::function<void()>& call) {
    const pid_t child = ::fork();
    if (child == 0) {
      try {
        call();
      } catch (const WriteError&) {
        ::_exit(2);
      }
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }

  fs::path folder_;
  mode_t umask_ = 0;
};

TEST_F(OutputFileTest, HasItsNameOnlyWhenItIsWhole) {
  OutputFile output(file("a"));
  output.write("one ");
  EXPECT_FALSE(fs::exists(file("a")));
  output.write("two");
  output.finish();
  EXPECT_EQ(text("a"), "one two");
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(fs::status(file("a")).permissions(), fs::perms(0644));
}

TEST_F(OutputFileTest, LeavesTheOldFileAndNothingElseWhereItIsNotFinished) {
  write_file(file("a"), "old");
  {
    OutputFile(file("a")).write("new");
  }
  EXPECT_EQ(text("a"), "old");
  EXPECT_EQ(count(), 1);
}

TEST_F(OutputFileTest, KeepsAFileThatIsThereWhereAsked) {
  write_file(file("a"), "old");
  EXPECT_NE(message([&] { write_file(file("a"), "new", Existing::keep); }).find("not there yet"), std::string::npos);
  EXPECT_EQ(text("a"), "old");
  OutputFile late(file("b"), Existing::keep);
  late.write("late");
  write_file(file("b"), "early");
  EXPECT_NE(message([&] { late.finish(); }).find("not there yet"), std::string::npos);
  EXPECT_EQ(text("b"), "early");
  EXPECT_EQ(count(), 2);
}

TEST_F(OutputFileTest, KeepsThePermissionsOfTheFileItReplaces) {
  write_file(file("a"), "old");
  fs::permissions(file("a"), fs::perms(0600));
  write_file(file("a"), "new");
  EXPECT_EQ(text("a"), "new");
  EXPECT_EQ(fs::status(file("a")).permissions(), fs::perms(0600));
}

TEST_F(OutputFileTest, OfManyProgramsThatWriteTheSameNewNameOneSucceeds) {
  for (int round = 0; round < 20; ++round) {
    const fs::path path = file("race" + std::to_string(round));
    std::vector<std::thread> writers;
    std::atomic<int> succeeded = 0;
    for (int k = 0; k < 8; ++k)
      writers.emplace_back([&] { succeeded += message([&] { write_file(path, "x", Existing::keep); }) == "nothing"; });
    for (std::thread& writer : writers) writer.join();
    EXPECT_EQ(succeeded, 1);
  }
  EXPECT_EQ(count(), 20);
}

TEST_F(OutputFileTest, IsNoLinkPipeFolderOrDevice) {
  write_file(file("a"), "old");
  fs::create_symlink(file("a"), file("link"));
  fs::create_symlink(file("nothing"), file("dangling"));
  fs::create_directory(file("folder"));
  ASSERT_EQ(::mkfifo(file("pipe").c_str(), 0600), 0);
  for (const Existing existing : {Existing::keep, Existing::replace}) {
    const auto refusal = [&](const fs::path& path) { return message([&] { write_file(path, "new", existing); }); };
    EXPECT_EQ(refusal(file("link")),
              file("link").string() + ": cannot be written: expected a file, found a symbolic link");
    EXPECT_EQ(refusal(file("dangling")),
              file("dangling").string() + ": cannot be written: expected a file, found a symbolic link");
    EXPECT_EQ(refusal(file("folder")),
              file("folder").string() + ": cannot be written: expected a file, found a folder");
    EXPECT_EQ(refusal(file("pipe")), file("pipe").string() + ": cannot be written: expected a file, found a pipe");
    EXPECT_EQ(refusal("/dev/null"), "/dev/null: cannot be written: expected a file, found a device");
  }
  EXPECT_TRUE(fs::is_fifo(file("pipe")));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(text("a"), "old");
}

TEST_F(OutputFileTest, NamesTheReasonOfTheSystem) {
  EXPECT_NE(message([&] { write_file(file("no") / "a", "x"); }).find("No such file or directory"), std::string::npos);
}

/// A limit on the size of files acts like a full disk, at a place that the test can choose.
TEST_F(OutputFileTest, ThatDoesNotFitLeavesTheOldOne) {
  write_file(file("a"), "old");
  const int status = ended([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{10000, 10000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    write_file(file("a"), std::string(20000, 'x'));
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_EQ(text("a"), "old");
  EXPECT_EQ(count(), 1);
}

TEST_F(OutputFileTest, IsRemovedBySignals) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const int status = ended([&] {
      OutputFile one(file("a")), two(file("b"));
      one.write("x");
      std::raise(signal);
    });
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), signal);
    EXPECT_EQ(count(), 0);
  }
}

TEST_F(OutputFileTest, OfAKilledProgramIsFoundAsAbandoned) {
  ended([&] {
    OutputFile killed(file("a"));
    killed.write("x");
    ::kill(::getpid(), SIGKILL);
  });
  OutputFile at_work(file("a"));
  ASSERT_EQ(abandoned_files(file("a")).size(), 1u);
  EXPECT_EQ(fs::file_size(abandoned_files(file("a"))[0]), 1u);
  EXPECT_EQ(abandoned_files(file("b")).size(), 0u);
}

TEST_F(OutputFileTest, OfARunThatJustBeganIsNotTakenForAbandoned) {
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (int k = 0; k < 300; ++k) OutputFile(file("a"), Existing::replace).finish();
    done = true;
  });
  std::size_t taken = 0;
  while (!done) taken += abandoned_files(file("a")).size();
  writer.join();
  EXPECT_EQ(taken, 0u);
}

}  // namespace torsor::test::output_file_test
