#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>

#include "cli/folder.hpp"
#include "cli/run_tool.hpp"

// What a run asks of the system, as strace sees it: SECURITY.md, "What a run opens".
namespace torsor::test::cli_trace_test {

class Trace : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("strace -o /dev/null true >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "needs strace, and leave to use it";
    ASSERT_EQ(
        torsor("make-log two-rods --friction typical --duration 10 --rate 100 --output " + (folder / "log.csv")).code,
        0);
    std::filesystem::copy_file(TORSOR_SOURCE_DIR "/examples/two-rods.urdf", folder / "rods.urdf");
    std::filesystem::copy_file(TORSOR_SOURCE_DIR "/examples/two-rods-trajectory.csv", folder / "motion.csv");
  }

  /// The calls that open files, use a network or start programs.
  std::vector<std::string> calls(const std::string& command) const {
    const std::string trace = folder / "trace";
    std::system(("cd " + (folder / ".") + " && strace -f -e trace=open,openat,creat,execve,%network,fork,vfork -o " +
                 trace + " " TORSOR_CLI " " + command + " >/dev/null 2>&1")
                    .c_str());
    std::vector<std::string> lines;
    std::ifstream file(trace);
    for (std::string line; std::getline(file, line);)
      if (line.find('(') != std::string::npos && line.find("resumed>") == std::string::npos) lines.push_back(line);
    return lines;
  }

  /// Libraries, the number of cores, random numbers, and files of the folder; nothing else is opened, and what is
  /// opened to be written has a random name there.
  void expect_modest(const std::string& command) const {
    const std::regex opened("open(at)?\\((AT_FDCWD, )?\"([^\"]*)\", ([A-Z_|]*)");
    const std::regex known(
        "(/lib|/usr/lib|/etc/ld\\.so|/sys/devices/system/cpu|/sys/fs/cgroup|/proc/self|/proc/stat|/proc/sys/vm/"
        "overcommit_memory|/dev/u?random).*");
    int programs = 0, files = 0;
    for (const std::string& call : calls(command)) {
      std::smatch found;
      if (call.find("execve(") != std::string::npos) {
        ++programs;
      } else if (std::regex_search(call, found, opened)) {
        const std::string path = found[3], flags = found[4];
        ++files;
        const bool inside = path[0] != '/' || path.starts_with(folder / ""),
                   written = flags.find("O_WRONLY") != std::string::npos || flags.find("O_RDWR") != std::string::npos;
        EXPECT_TRUE(inside || std::regex_match(path, known)) << command << ": " << call;
        if (written) {
          EXPECT_TRUE(inside && path.find(".unfinished") != std::string::npos) << command << ": " << call;
        }
      } else {
        ADD_FAILURE() << command << ": " << call;
      }
    }
    EXPECT_EQ(programs, 1) << command;
    EXPECT_GT(files, 3) << command;
  }

  Folder folder;
};

TEST_F(Trace, HasNoFileOutsideNoNetworkAndNoOtherProgram) {
  for (const std::string command :
       {"show rods.urdf", "lint rods.urdf --sarif s.json", "convert rods.urdf --output rods.yaml",
        "derive two-rods --worksheet w.html", "inverse-dynamics two-rods --trajectory motion.csv --output tau.csv",
        "generate two-rods --output .", "make-log two-rods --samples 100 --output m.npy", "log log.csv --report l.html",
        "smooth log.csv --output s.csv", "identify two-rods log.csv --quick --report r.html --output new.yaml"})
    expect_modest(command);
}

}  // namespace torsor::test::cli_trace_test
