#include "torsor/logs/log_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "robot_files/temporary_file.hpp"
#include "torsor/core/write_file.hpp"
#include "torsor/logs/write_log.hpp"

namespace torsor::test::log_file_test {

using std::numbers::pi;

std::unique_ptr<LogFile> read(const std::string& text, const std::string& mapping = "", int joints = 0) {
  const TemporaryFile file(text, ".csv");  // an open file stays readable when its name is gone
  return open_log(file.path(), mapping.empty() ? LogMapping{} : read_log_mapping(mapping, "map.yaml"), joints);
}
std::string failure(const std::string& text, const std::string& mapping = "", int joints = 0) {
  try {
    read(text, mapping, joints);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no failure";
}
#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(LogFile, UsualNamesAreUnderstood) {
  for (const char* header : {"t,q1,q2,tau1,tau2", "time_s;pos_1;pos_2;effort_1;effort_2",
                             "\xEF\xBB\xBFtimestamp\tposition[0]\tposition[1]\ttorque[0]\ttorque[1]",
                             "  t  actual_q_0  actual_q_1  tau_motor_Nm_1 tau_motor_Nm_2", "# t q1 q2 tau1 tau2",
                             "/js/stamp,/js/q/joint1,/js/q/joint2,/js/effort[1],/js/effort[2]"}) {
    std::string row = "\n0.5 1 2 3 4\r\n1.0 5 6 7 8\n";
    const std::string line = header;
    const char delimiter = line.find(';') != std::string::npos    ? ';'
                           : line.find('\t') != std::string::npos ? '\t'
                           : line.find(',') != std::string::npos  ? ','
                                                                  : ' ';
    std::replace(row.begin(), row.end(), ' ', delimiter);
    const auto log = read(line + row);
    ASSERT_EQ(log->row_count(), 2) << header;
    const LogRows rows = log->read(0, 2);
    EXPECT_EQ(rows.time, (std::vector{0.5, 1.0})) << header;
    EXPECT_EQ(rows.q(1, 1), 6) << header;
    EXPECT_EQ(rows.tau(0, 0), 3) << header;
  }
}

TEST(LogFile, UnitsInNamesCount) {
  const LogRows rows = read("t_ms,q_deg_1,qd_rpm_1,tau1\n2000,180,60,1\n")->read(0, 1);
  EXPECT_DOUBLE_EQ(rows.time[0], 2);
  EXPECT_DOUBLE_EQ(rows.q(0, 0), pi);
  EXPECT_DOUBLE_EQ(rows.qd(0, 0), 2 * pi);
}

TEST(LogFile, WithoutNamesTheOrderIsAssumedAndTold) {
  const auto log = read("0,1,2,3,4\n1,5,6,7,8\n");
  EXPECT_EQ(log->joint_count(), 2);
  EXPECT_EQ(log->read(0, 1).tau(0, 1), 4);
  ASSERT_EQ(log->findings().size(), 1u);
  EXPECT_EQ(log->findings()[0].code, "columns-assumed");
  EXPECT_HAS(log->findings()[0].message, "taken as time, position, torque of 2 joints");
  EXPECT_EQ(read("0,1,2,3,4,5,6\n", "", 2)->read(0, 1).qd(0, 0), 3);
}

TEST(LogFile, BadRowsAreLeftOutAndToldByLine) {
  const auto log =
      read("t,q1,tau1\n0,1,1\n1,1e150,1\n2,nan,1\n3,1,1\n4,1\n5,1,1,9\n6,x,1\n7,1,1\n8,1,2,\n9,\"2\",+3\n");
  EXPECT_EQ(log->row_count(), 5);
  EXPECT_EQ(log->file_row_count(), 10);
  EXPECT_EQ(log->read(0, 5).time, (std::vector<double>{0, 3, 7, 8, 9}));
  EXPECT_EQ(log->read(4, 1).tau(0, 0), 3);
  EXPECT_EQ(log->line(2), 9);
  std::string told;
  for (const Finding& finding : log->findings()) told += finding.code + " " + finding.element + "; ";
  EXPECT_EQ(told, "columns-assumed columns; garbage-row lines 3-4, 8; row-too-long line 7; truncated-row line 6; ");
}

TEST(LogFile, PiecesAreTheWhole) {
  std::string text = "t,q1,tau1\n";
  for (int k = 0; k < 3000; ++k)
    text += (k % 500 == 7 ? "bad\n" : "") + std::to_string(k) + "," + std::to_string(k * k) + ",1\n";
  const auto log = read(text);
  ASSERT_EQ(log->row_count(), 3000);
  for (const long first : {0L, 6L, 255L, 256L, 1000L, 2990L}) {
    const LogRows rows = log->read(first, 10);
    for (long r = 0; r < 10; ++r) EXPECT_EQ(rows.q(r, 0), static_cast<double>((first + r) * (first + r)));
  }
}

TEST(LogFile, ADecimalCommaIsReadWhereCommasPartNothing) {
  EXPECT_EQ(read("t;q1;tau1\n0,5;1,25;-2\n")->read(0, 1).q(0, 0), 1.25);
}

TEST(LogFile, ANegativeRatioAMatrixAndConstantsCarryToTheJoints) {
  const std::string mapping =
      "time: {rate: 2kHz}\n"
      "position: {columns: 'm{}', unit: deg, matrix: [[2, 0], [1, -4]], offset: [0, 90deg]}\n"
      "torque: {columns: [i1, '4'], constants: [0.5, 2], ratio: [-10, 3]}\n"
      "rows: [2, 3]\n";
  const auto log = read("m1,m2,i1,i2\n9,9,9,9\n180,0,1,1\n0,360,2,5\n9,9,9,9\n", mapping);
  ASSERT_EQ(log->row_count(), 2);
  const LogRows rows = log->read(0, 2);
  EXPECT_DOUBLE_EQ(rows.time[1] - rows.time[0], 0.0005);
  EXPECT_DOUBLE_EQ(rows.q(0, 0), pi / 2);            // 2 q1 = pi
  EXPECT_DOUBLE_EQ(rows.q(0, 1), pi / 8 + pi / 2);   // q1 - 4 q2 = 0
  EXPECT_DOUBLE_EQ(rows.q(1, 1), -pi / 2 + pi / 2);  // -4 q2 = 2 pi
  EXPECT_DOUBLE_EQ(rows.tau(0, 0), -5);
  EXPECT_DOUBLE_EQ(rows.tau(1, 1), 30);
}

TEST(LogFile, AMountingTurnsGravity) {
  const auto gravity = [](const std::string& rpy) {
    return read_log_mapping("mounting: " + rpy, "map.yaml").gravity.value();
  };
  EXPECT_EQ(gravity("[90deg, 0, 0]").y, -9.81);  // the base's y axis points up
  EXPECT_EQ(gravity("[0, 90deg, 1]").x, 9.81);   // the base's x axis points down
  EXPECT_EQ(gravity("[180deg, 0, 0]").z, 9.81);
}

TEST(LogFile, MistakesInAMappingHaveAPlace) {
  const std::string text = "t,q1,tau1\n0,1,1\n";
  EXPECT_HAS(failure(text, "position: {columns: [x]}"), "map.yaml:1:11: position: expected a column of");
  EXPECT_HAS(failure(text, "time: {period: 3furlongs}"),
             "map.yaml:1:16: period of time: expected a number with one of");
  EXPECT_HAS(failure(text, "torque:\n  unit: deg"), "map.yaml:2:9: unit of torque: expected one of");
  EXPECT_HAS(failure(text, "speed: 1"), "map.yaml:1:1: mapping: unknown key 'speed'");
  EXPECT_HAS(failure(text, "position: {ratio: [1, 2]}"), "expected lists of 1 numbers");
  EXPECT_HAS(failure(text, "position: {matrix: [[0]]}"), "expected a matrix that has an inverse");
  EXPECT_HAS(failure(text, "torque: {ratio: l}"), "expected a number such as");
}

TEST(LogFile, AllMistakesInAMappingAreToldAndEachOnce) {
  const auto places = [](const std::string& mapping) {
    std::vector<std::pair<int, int>> result;
    try {
      read_log_mapping(mapping, "map.yaml");
    } catch (const FileError& error) {
      EXPECT_EQ(error.code(), "log-mapping");
      for (const Finding& finding : error.findings()) result.emplace_back(finding.where.line, finding.where.column);
    }
    return result;
  };
  using Places = std::vector<std::pair<int, int>>;
  EXPECT_EQ(places("time: {period: 3furlongs}\n"
                   "position: {ratio: [l, 0*], unit: miles}\n"
                   "torque: {columns: [], matrix: [[1, 2], [3]]}\n"
                   "gravity: 9.81\n"
                   "rows: [5, x]\n"
                   "speed: 1\n"),
            (Places{{1, 16}, {2, 20}, {2, 25}, {2, 34}, {3, 19}, {3, 40}, {4, 10}, {5, 11}, {6, 1}}));
  EXPECT_EQ(places("rows: [5, 2]"), (Places{{1, 7}}));
  EXPECT_EQ(places("mounting: [0, 0]\ngravity: [0, 0, 0]"), (Places{{1, 11}}));
  EXPECT_EQ(places("time: {rate: []}"), (Places{{1, 14}}));
}

TEST(LogFile, MissingColumnsAndNoSoundRowAreErrors) {
  EXPECT_HAS(failure("t,q1\n0,1\n"), "torque: expected");
  EXPECT_HAS(failure("q1,tau1\n0,1\n"), "expected a column of time");
  EXPECT_HAS(failure("t,q1,tau1\n0,1,1\n", "", 6), "position: expected 6 columns, one for each joint, found q1");
  EXPECT_HAS(failure("t,q1,tau1\nx,1,1\n"), "expected at least one valid row, found none of 1");
  EXPECT_HAS(failure(""), "expected a header or a row of numbers");
  EXPECT_HAS(failure(std::string("MATLAB 7.3 MAT-file") + std::string(200, ' ')), "-v7");
}

TEST(LogFile, CurrentsAndModelsAreKnownByTheirNames) {
  EXPECT_EQ(read("t,q1,current_1\n0,1,1\n")->findings()[0].code, "torque-is-current");
  EXPECT_EQ(read("t,q1,tau_model_1\n0,1,1\n")->findings()[0].code, "torque-simulated");
  EXPECT_EQ(read("t,q1,tau_model_1,tau1\n0,1,1,5\n")->read(0, 1).tau(0, 0), 5);
}

TEST(LogFile, ALogWithMoreJointsThanTheRobotIsAWarning) {
  const auto log = read("t,q1,q2,q3,tau1,tau2,tau3\n0,1,2,3,4,5,6\n", "", 2);
  const Finding& first = log->findings()[0];
  EXPECT_EQ(first.code, "more-joints");
  EXPECT_EQ(first.severity, Severity::warning);
  EXPECT_HAS(first.message, "the log has more joints than the robot: expected 2 columns, found 3 (q1 .. q3)");
  EXPECT_HAS(first.message, "the first 2 are used");
  EXPECT_EQ(log->read(0, 1).tau(0, 1), 5);
  EXPECT_NE(read("t,q1,q2,tau1,tau2\n0,1,2,4,5\n", "", 2)->findings()[0].code, "more-joints");
}

TEST(LogFile, AClockSince1970StartsAtZero) {
  const auto log = read("stamp_ns,q1,tau1\n1700000000000000000,1,1\n1700000000010000000,1,1\n");
  EXPECT_EQ(log->read(0, 2).time[0], 0);
  EXPECT_NEAR(log->read(0, 2).time[1], 0.01, 1e-6);
}

// The files of tests/logs/data were written by SciPy 1.17 and NumPy 2.4: t = 0.01 k, q = sin t and cos 2t,
// tau = 3t and 1 - t.
class BinaryLog : public testing::TestWithParam<const char*> {};

TEST_P(BinaryLog, IsReadAsItWasWritten) {
  const auto log = open_log(std::string(TORSOR_SOURCE_DIR "/tests/logs/data/") + GetParam());
  ASSERT_EQ(log->row_count(), 30);
  ASSERT_EQ(log->joint_count(), 2);
  const LogRows rows = log->read(3, 20);
  for (long r = 0; r < 20; ++r) {
    const double t = 0.01 * static_cast<double>(3 + r);
    EXPECT_NEAR(rows.time[static_cast<std::size_t>(r)], t, 1e-7);
    EXPECT_NEAR(rows.q(r, 0), std::sin(t), 1e-7);
    EXPECT_NEAR(rows.q(r, 1), std::cos(2 * t), 1e-7);
    EXPECT_NEAR(rows.tau(r, 0), 3 * t, 1e-7);
    EXPECT_NEAR(rows.tau(r, 1), 1 - t, 1e-7);
  }
}
INSTANTIATE_TEST_SUITE_P(All, BinaryLog,
                         testing::Values("struct.mat", "compressed.mat", "vectors.mat", "rows.npy", "columns_f4.npy"));

TEST(LogFile, ATruncatedBinaryFileIsToldAndReadAsFarAsItGoes) {
  const std::string npy = text_of(TORSOR_SOURCE_DIR "/tests/logs/data/rows.npy");
  const TemporaryFile file(npy.substr(0, npy.size() - 100), ".npy");
  const auto log = open_log(file.path());
  EXPECT_EQ(log->row_count(), 27);  // 100 bytes are two and a half rows of 40
  EXPECT_EQ(log->findings()[1].code, "truncated-row");
  const std::string mat = text_of(TORSOR_SOURCE_DIR "/tests/logs/data/compressed.mat");
  const TemporaryFile cut(mat.substr(0, 600), ".mat");
  EXPECT_THROW(open_log(cut.path()), FileError);
}

TEST(LogFile, AWrittenLogReadsBackToTheSameBits) {
  const auto log = read("t,q1,qd1,tau1\n0.1,0.3333333333333333,1e-9,-7\n0.2,2,3,4\n");
  const LogRows rows = log->read(0, 2);
  for (const char* ending : {".csv", ".npy"}) {
    const TemporaryFile file("", ending);
    write_log(*log, file.path());
    const auto back = open_log(file.path(), {}, 1);
    EXPECT_EQ(back->read(0, 2).q, rows.q) << ending;
    EXPECT_EQ(back->read(0, 2).qd, rows.qd) << ending;
    EXPECT_EQ(back->read(0, 2).tau, rows.tau) << ending;
    EXPECT_EQ(back->read(0, 2).time, rows.time) << ending;
  }
  EXPECT_THROW(write_log(*log, "/nowhere/log.csv"), WriteError);
  EXPECT_THROW(write_log(*log, "log.txt"), UsageError);
}

TEST(LogFile, FurtherColumnsHaveTheNamesOfTheMapping) {
  const std::string text = "t,q1,tau1,motor temp [C],air\n0.5,1,2,40,20\n1,2,3,oops,21\n1.5,3,4,42,22\n";
  const auto log = read(text, "other: {warm: 'motor temp [C]', air: 5}\n");
  EXPECT_EQ(log->other_names(), (std::vector<std::string>{"warm", "air"}));
  ASSERT_EQ(log->row_count(), 2) << "a row without one of them is no row";
  const LogRows rows = log->read(0, 2);
  EXPECT_EQ(rows.other, (Eigen::MatrixXd(2, 2) << 40, 20, 42, 22).finished());
  EXPECT_EQ(rows.q(1, 0), 3);
  EXPECT_HAS(failure(text, "other: {warm: motor}\n"), "map.yaml:1:15: warm: expected a column of");
  EXPECT_HAS(failure(text, "other: {qd1: air}\n"), "that means nothing else in a formula, found 'qd1'");
  EXPECT_HAS(failure(text, "other: {2x: air}\n"), "expected a name of letters, digits and _");
  EXPECT_HAS(failure(text, "other: air\n"), "other");
  EXPECT_TRUE(read(text)->other_names().empty());
}

}  // namespace torsor::test::log_file_test
