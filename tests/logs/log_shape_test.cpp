#include <gtest/gtest.h>

#include <cmath>

#include "robot_files/temporary_file.hpp"
#include "torsor/logs/log_file.hpp"

// Stretches of logs, ranges of columns, numbers that stand one in a line, and columns that only their numbers tell.
namespace torsor::test::log_shape_test {

const std::string one_joint = "t,q1,tau1\n0,1,5\n1,2,6\n2,3,7\n3,4,8\n";

std::unique_ptr<LogFile> read(const std::string& text, const std::string& mapping, int joints = 0) {
  const TemporaryFile file(text, ".csv");
  return open_log(file.path(), mapping.empty() ? LogMapping() : read_log_mapping(mapping, "map.yaml"), joints);
}
std::string failure(const std::string& text, const std::string& mapping, int joints = 0) {
  try {
    read(text, mapping, joints);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no failure";
}

TEST(LogWindow, IsReadWithUnitsAndOpenEnds) {
  const auto both = read_log_window("500ms:2min"), start = read_log_window("12s:"), end = read_log_window(":1.5");
  ASSERT_TRUE(both && start && end);
  EXPECT_EQ(both->from, 0.5);
  EXPECT_EQ(both->to, 120);
  EXPECT_EQ(start->from, 12);
  EXPECT_FALSE(start->to);
  EXPECT_FALSE(end->from);
  EXPECT_EQ(end->to, 1.5);
  for (const char* text : {"", ":", "12s", "12x:40s", "40s:12s", "3s:3s", "a:b", "1s:2s:3s", "nan:2s"})
    EXPECT_FALSE(read_log_window(text)) << text;
}

TEST(LogWindow, KeepsTheRowsBetweenItsEnds) {
  const auto log = read(one_joint, "window: 1s:2s\n");
  ASSERT_EQ(log->row_count(), 2);
  EXPECT_EQ(log->read(0, 2).q(0, 0), 2);
  EXPECT_EQ(log->read(0, 2).q(1, 0), 3);
  EXPECT_EQ(log->line(0), 3) << "as it stands in the file";
}

TEST(LogWindow, WithoutRowsSaysFromWhenToWhenTheLogGoes) {
  const std::string message = failure(one_joint, "window: \"7s:\"\n");
  EXPECT_NE(message.find("expected rows between 7 s and its end, found none: the log goes from 0 to 3 s"),
            std::string::npos)
      << message;
  EXPECT_NE(failure(one_joint, "window: 7\n").find("window: expected a stretch of time such as 12s:40s"),
            std::string::npos);
}

const std::string unnamed = "0 9 1 2 3 4\n1 9 1 2 5 6\n2 9 1 2 7 8\n";  // t, something, q, tau

TEST(LogColumnRanges, CountFromOneAndHoldBothEnds) {
  for (const char* mapping : {"time: {column: 1}\nposition: {columns: 3-4}\ntorque: {columns: [5-6]}\n",
                              "time: {column: 1}\nposition: {columns: [3, 4]}\ntorque: {columns: 5-6}\n"}) {
    const LogRows rows = read(unnamed, mapping)->read(0, 3);
    EXPECT_EQ(rows.q(2, 0), 1);
    EXPECT_EQ(rows.q(2, 1), 2);
    EXPECT_EQ(rows.tau(2, 0), 7);
    EXPECT_EQ(rows.tau(2, 1), 8);
    EXPECT_EQ(rows.time[2], 2);
  }
}

TEST(LogColumnRanges, BeyondTheFileAreRefused) {
  for (const char* range : {"5-7", "0-2", "6-5"}) {
    const std::string message = failure(
        unnamed, std::string("time: {column: 1}\nposition: {columns: 3-4}\ntorque: {columns: ") + range + "}\n");
    EXPECT_NE(message.find("map.yaml:3:9"), std::string::npos) << message;
    EXPECT_NE(message.find("torque: expected a range of the columns 1-6"), std::string::npos) << message;
    EXPECT_NE(message.find(std::string("found '") + range), std::string::npos) << message;
  }
}

TEST(LogRowLength, MakesRowsOfNumbersThatStandOneInALine) {
  const auto log = read("0\n1\n5\n1\n2\n6\n2\n3\n7\n3\n", "row_length: 3\n", 1);
  ASSERT_EQ(log->row_count(), 3);
  const LogRows rows = log->read(1, 2);
  EXPECT_EQ(rows.time[0], 1);
  EXPECT_EQ(rows.q(1, 0), 3);
  EXPECT_EQ(rows.tau(1, 0), 7);
  EXPECT_EQ(log->line(1), 4);
  bool told = false;
  for (const Finding& finding : log->findings()) told |= finding.code == "truncated-row";
  EXPECT_TRUE(told) << "one number is left over";
}

TEST(LogRowLength, IsForOneNumberInALine) {
  EXPECT_NE(failure(one_joint, "row_length: 3\n").find("expected one number in a line, found 3 columns"),
            std::string::npos);
  EXPECT_NE(failure("1\n2\n", "row_length: 0\n").find("row_length: expected how many numbers make a row"),
            std::string::npos);
}

/// Two joints at 250 Hz without a clock and without names: q, qd, [qdd,] tau, where `rate` is what stands for qd.
std::string without_names(bool acceleration, double rate) {
  std::string text;
  for (int k = 0; k < 500; ++k) {
    const double t = 0.004 * k, a = 2, b = 3;
    const double rows[] = {std::sin(a * t),
                           std::cos(b * t),
                           a * std::cos(rate * a * t),
                           -b * std::sin(rate * b * t),
                           -a * a * std::sin(a * t),
                           -b * b * std::cos(b * t),
                           7 + std::cos(t),
                           8 + std::cos(5 * t)};
    for (int c = 0; c < 8; ++c)
      if (acceleration || c < 4 || c > 5) text += std::to_string(rows[c]) + (c < 7 ? " " : "\n");
  }
  return text;
}

TEST(LogGuess, TakesTheClockFromPositionsAndVelocities) {
  for (const bool acceleration : {false, true}) {
    const auto log = read(without_names(acceleration, 1), "", 2);
    const LogRows rows = log->read(0, 500);
    EXPECT_NEAR(rows.time[100], 0.4, 1e-9);
    EXPECT_NEAR(rows.q(100, 1), std::cos(1.2), 1e-5);
    EXPECT_NEAR(rows.qd(100, 0), 2 * std::cos(0.8), 1e-5);
    EXPECT_NEAR(rows.tau(0, 1), 9, 1e-5);
    ASSERT_FALSE(log->findings().empty());
    EXPECT_NE(log->findings()[0].message.find("rows every 0.004 s, as positions and velocities show"),
              std::string::npos)
        << log->findings()[0].message;
  }
}

TEST(LogGuess, IsRefusedWhereTheNumbersContradictIt) {
  const std::string message = failure(without_names(false, 1.7), "", 2);
  EXPECT_NE(message.find("expected position, velocity and torque of 2 joints in 6 columns without names, found columns "
                         "that are not the derivative"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("position: {columns: 1-2}"), std::string::npos) << message;
}

}  // namespace torsor::test::log_shape_test
