#include <gtest/gtest.h>

#include "robot_files/temporary_file.hpp"
#include "torsor/logs/log_file.hpp"

// A log without names of columns, and a mapping that says something about some of them.
namespace torsor::test::unnamed_log_test {

const std::string two_joints = "0 1 2 3 4 5 6\n1 1 2 3 4 7 8\n";  // t, q, qd, tau

/// BESIDE in the mapping stands for the name of a file beside the log.
std::unique_ptr<LogFile> read(const std::string& text, std::string mapping) {
  const TemporaryFile file(text, ".csv"), beside("5\n6\n", ".csv");
  if (const std::size_t at = mapping.find("BESIDE"); at != std::string::npos)
    mapping.replace(at, 6, std::filesystem::path(beside.path()).filename().string());
  return open_log(file.path(), read_log_mapping(mapping, "map.yaml"), 2);
}
std::string failure(const std::string& text, const std::string& mapping) {
  try {
    read(text, mapping);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no failure";
}

TEST(UnnamedLog, AQuantityOfAnotherFileNeedsColumns) {
  const std::string message = failure(two_joints, "velocity: none\ntorque: {file: BESIDE}\n");
  EXPECT_NE(message.find("map.yaml:2:9"), std::string::npos) << message;
  EXPECT_NE(message.find("torque: expected columns of position and torque"), std::string::npos) << message;
}

TEST(UnnamedLog, ColumnsOfOneQuantityAloneAreNotPassedOver) {
  for (const char* mapping :
       {"position: {columns: [4, 5]}\n", "torque: {columns: \"{}\"}\n", "velocity: {columns: [2, 3]}\n"}) {
    const std::string message = failure(two_joints, mapping);
    EXPECT_NE(message.find("expected columns of position and torque"), std::string::npos) << message;
  }
}

TEST(UnnamedLog, WhatIsNotWantedIsLeftOut) {
  const auto log = read(two_joints, "velocity: none\n");
  const LogRows rows = log->read(0, 2);
  EXPECT_EQ(rows.qd.rows(), 0);
  EXPECT_EQ(rows.q(1, 1), 2);
  EXPECT_EQ(rows.tau(1, 1), 8);
  const std::string message = failure(two_joints, "torque: none\n");
  EXPECT_NE(message.find("torque: expected columns, which every log needs"), std::string::npos) << message;
}

TEST(UnnamedLog, TimeIsTheFirstColumn) {
  EXPECT_EQ(read(two_joints, "time: {column: 1, unit: ms}\n")->read(1, 1).time[0], 1e-3);
  const std::string message = failure(two_joints, "time: {column: 2}\n");
  EXPECT_NE(message.find("time: expected the first column"), std::string::npos) << message;
}

}  // namespace torsor::test::unnamed_log_test
