#include "torsor/log_health/clean_log.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "torsor/core/error.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::clean_log_test {

/// Logs of two joints in a folder that goes when the test is over.
class CleanLogs : public testing::Test {
 protected:
  CleanLogs() : folder(std::filesystem::temp_directory_path() / ("torsor-clean-log-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder);
  }
  ~CleanLogs() override { std::filesystem::remove_all(folder); }

  /// At 100 Hz, with a row that stands still in time after every hundredth.
  std::string log(const std::string& name, int rows) const {
    const std::string path = (folder / name).string();
    std::ofstream file(path);
    file.precision(12);
    file << "t,q1,q2,tau1,tau2\n";
    for (int k = 0; k < rows; ++k) {
      const double t = 0.01 * k;
      const auto write = [&] {
        file << t << ',' << std::sin(3 * t) << ',' << std::cos(2 * t) << ',' << 10 * std::cos(t) << ','
             << std::sin(t) + 0.1 * std::sin(50 * t) << '\n';
      };
      write();
      if (k % 100 == 99) write();
    }
    return path;
  }

  std::filesystem::path folder;
};

TEST_F(CleanLogs, HoldFileHealthAndSoundRowsAndMayBeMoved) {
  CleanLog opened(log("good.csv", 1000));
  const SoundLog* rows = &opened.rows();
  const CleanLog moved = std::move(opened);
  EXPECT_TRUE(moved.health().usable());
  EXPECT_EQ(&moved.rows(), rows);
  EXPECT_EQ(moved.file().file_row_count(), 1010);
  EXPECT_EQ(moved.rows().row_count(), 1000) << "rows that are there twice are left out";
  EXPECT_EQ(moved.rows().row_count(), moved.health().sound_rows);
  EXPECT_EQ(moved.joint_names(), (std::vector<std::string>{"1", "2"}));
}

TEST_F(CleanLogs, HaveTheNamesOfTheRobotsJoints) {
  const Model<double> model = build_model<double>(load_robot("two-rods"));
  CleanLogOptions options;
  options.robot = &model;
  EXPECT_EQ(CleanLog(log("good.csv", 1000), options).joint_names(), model.joint_names);
}

TEST_F(CleanLogs, ThatAreTrustedAreNotExamined) {
  CleanLogOptions options;
  options.trusted = true;
  EXPECT_EQ(CleanLog(log("good.csv", 1000), options).rows().row_count(), 1010);
}

TEST_F(CleanLogs, OfNoUseAreToldWithTheirErrors) {
  const std::string path = log("short.csv", 10);
  const CleanLog useless(path);
  EXPECT_FALSE(useless.health().usable());
  try {
    open_clean_logs({log("good.csv", 1000), path});
    FAIL() << "expected a FileError";
  } catch (const FileError& error) {
    EXPECT_EQ(error.file(), path);
    EXPECT_EQ(error.code(), "too-short");
  }
}

}  // namespace torsor::test::clean_log_test
