#include "torsor/logs/write_log.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "robot_files/temporary_file.hpp"
#include "torsor/logs/log_file.hpp"

namespace torsor::test::write_log_test {

/// Numbers that need all their digits.
LogRows some_rows(long count) {
  LogRows rows;
  for (long i = 0; i < count; ++i) rows.time.push_back(static_cast<double>(i) / 3);
  rows.q = rows.tau = rows.qd = rows.q_reference = Eigen::MatrixXd(count, 2);
  for (long i = 0; i < count; ++i)
    for (int j = 0; j < 2; ++j) {
      const double x = std::sqrt(static_cast<double>(2 * i + j + 1));
      rows.q(i, j) = x, rows.tau(i, j) = 1e5 * x, rows.qd(i, j) = -1e-7 * x, rows.q_reference(i, j) = x / 7;
    }
  return rows;
}

/// What is written is what is read, by a reader that knows nothing of the writer.
TEST(StreamedLog, OfAllDigitsIsReadBackBitByBit) {
  const LogInMemory log(some_rows(50));
  const TemporaryFile file("", ".csv");
  write_log(log, file.path(), {17, 2, 7});
  const auto back = open_log(file.path());
  ASSERT_EQ(back->row_count(), 50);
  const LogRows rows = back->read(0, 50);
  EXPECT_EQ(rows.time, log.rows().time);
  EXPECT_EQ(rows.q, log.rows().q);
  EXPECT_EQ(rows.qd, log.rows().qd);
  EXPECT_EQ(rows.tau, log.rows().tau);
  EXPECT_EQ(rows.q_reference, log.rows().q_reference);
}

TEST(StreamedLog, KeepsFurtherColumnsWithTheirNames) {
  LogRows written = some_rows(9);
  written.other = written.q.array().sin().matrix();
  const TemporaryFile file("", ".csv");
  write_log(LogInMemory(written, {"warm", "air"}), file.path(), {17, 2, 7});
  LogMapping mapping;
  mapping.other = {{"air", "air"}, {"warm", "warm"}};
  const LogRows rows = open_log(file.path(), mapping)->read(0, 9);
  EXPECT_EQ(rows.other.col(1), written.other.col(0));
  EXPECT_EQ(rows.other.col(0), written.other.col(1));
  EXPECT_EQ(rows.tau, written.tau);
}

TEST(StreamedLog, AsAnArrayIsReadBackBitByBit) {
  LogRows written = some_rows(50);
  written.qd.resize(0, 2), written.q_reference.resize(0, 2);
  const TemporaryFile file("", ".npy");
  write_log(LogInMemory(written), file.path(), {10, 3, 16});
  const LogRows rows = open_log(file.path(), {}, 2)->read(0, 50);
  EXPECT_EQ(rows.time, written.time);
  EXPECT_EQ(rows.q, written.q);
  EXPECT_EQ(rows.tau, written.tau);
}

TEST(StreamedLog, HasTheDigitsThatWereAskedFor) {
  LogRows rows;
  rows.time = {1.0 / 3};
  rows.q = rows.tau = Eigen::MatrixXd::Constant(1, 1, 2.0 / 3);
  rows.tau(0, 0) = -0.0;
  const TemporaryFile file("", ".csv");
  write_log(LogInMemory(rows), file.path(), {4, 1, 10});
  EXPECT_EQ(text_of(file.path()), "t,q1,tau1\n0.333333,0.6667,0\n");
}

/// A log that fails on the way.
struct Failing : LogInMemory {
  using LogInMemory::LogInMemory;
  LogRows read(long first, long count) const override {
    if (first > 20) throw ComputationError("row 21 is not there");
    return LogInMemory::read(first, count);
  }
};

TEST(StreamedLog, ThatFailsLeavesTheOldFileAndNothingElse) {
  const TemporaryFile file("old", ".csv");
  EXPECT_THROW(write_log(Failing(some_rows(50)), file.path(), {10, 2, 10}), ComputationError);
  EXPECT_EQ(text_of(file.path()), "old");
  const std::filesystem::path path = file.path();
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path()))
    EXPECT_FALSE(entry.path() != path && entry.path().string().starts_with(path.string())) << entry.path();
}

}  // namespace torsor::test::write_log_test
