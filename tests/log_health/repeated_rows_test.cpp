#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "log_health/log_health_support.hpp"

// Recorders that are faster than what they record, and logs that only look like it.
namespace torsor::test::repeated_rows_test {

/// Rows of a source that takes `ratio` steps of the recorder for one of its own: the newest row there is, every time.
LogRows recorded_faster(const LogRows& source, double ratio) {
  std::vector<Eigen::Index> rows;
  for (double at = 0.5; at < static_cast<double>(source.time.size()) - 0.75; at += 1 / ratio)
    rows.push_back(static_cast<Eigen::Index>(at));
  LogRows recorded;
  recorded.q = source.q(rows, Eigen::all), recorded.qd = source.qd(rows, Eigen::all);
  recorded.tau = source.tau(rows, Eigen::all);
  for (std::size_t r = 0; r < rows.size(); ++r) recorded.time.push_back(0.005 / ratio * static_cast<double>(r));
  return recorded;
}

TEST(LogHealth, RepeatedRowsOfASlowerSourceAreLeftOutAndTheRestEvenlySpaced) {
  for (const bool with_velocity : {true, false}) {
    LogRows rows = recorded_faster(sound_rows(), 1.0243);  // as in a log of a real arm: 34.15 ms, stamped each 33.34 ms
    if (!with_velocity) rows = without_rates(rows);
    const LogHealth health = examined(rows, with_velocity);
    EXPECT_EQ(codes(health), (Codes{"repeated-row", "timestamp-false"}));
    EXPECT_EQ(health.sound_rows, 3999);  // the last one of the source is not written
    EXPECT_EQ(row_count(health.unsound), health.rows - 3999);
    EXPECT_NEAR(health.period, 0.005, 2e-6);
    const LogInMemory log(rows);
    const LogRows mended = SoundLog(log, health).read(1000, 100);
    for (std::size_t r = 0; r < 100; ++r) EXPECT_NEAR(mended.time[r], 0.005 * (1000 + static_cast<double>(r)), 3e-3);
    EXPECT_EQ(mended.q, sound_rows().q.middleRows(1000, 100));
  }
}

TEST(LogHealth, RowsWrittenTwiceKeepTheirTime) {
  const LogRows rows = recorded_faster(sound_rows(), 2);
  const LogHealth health = examined(rows, true);
  EXPECT_EQ(codes(health), Codes{"repeated-row"});
  EXPECT_FALSE(health.time.uniform);
  EXPECT_EQ(health.sound_rows, 4000);
}

TEST(LogHealth, ARecorderThatIsManyTimesFasterThanItsSourceIsFound) {
  for (const double ratio : {1.7, 2.5, 5.0, 8.0, 10.0}) {
    const LogRows source = LogInMemory(sound_rows()).read(0, 2000);
    const LogHealth health = examined(recorded_faster(source, ratio), true);
    EXPECT_TRUE(codes(health).contains("repeated-row")) << ratio;
    EXPECT_NEAR(static_cast<double>(health.sound_rows), 1999, 3) << ratio;
    EXPECT_NEAR(health.period, 0.005, 2e-5) << ratio;
    EXPECT_TRUE(health.fit.made) << ratio;
    for (const double residual : health.fit.relative_residual) EXPECT_LT(residual, 0.15) << ratio;
  }
}

/// Values in steps, written with ten digits.
void quantise(Eigen::MatrixXd& values, double step) {
  values = ((values / step).array().round() * (step * 1e10)).round() / 1e10;
}

TEST(LogHealth, EqualRowsOfCoarseEncodersInSlowMotionAreNoRepetitions) {
  for (const double encoder : {0.0015339807878856412, 0.01}) {
    LogRows rows = without_rates(make_rows({.period = 0.001, .noise = 0}));
    quantise(rows.q, encoder), quantise(rows.tau, 10);
    long equal = 0;
    for (Eigen::Index r = 1; r < rows.q.rows(); ++r)
      equal += rows.q.row(r) == rows.q.row(r - 1) && rows.tau.row(r) == rows.tau.row(r - 1);
    EXPECT_GT(equal, 10);
    const LogHealth health = examined(rows);
    EXPECT_FALSE(codes(health).contains("repeated-row")) << finding(health, "repeated-row").message;
    EXPECT_EQ(health.sound_rows, 4000);
  }
}

TEST(LogHealth, CoarseRowsOfASlowSourceAreFoundToBeHeld) {
  LogRows source = LogInMemory(sound_rows()).read(0, 1000);
  quantise(source.q, 0.0015), quantise(source.tau, 1);
  EXPECT_NEAR(static_cast<double>(examined(recorded_faster(source, 8)).sound_rows), 999, 2);
}

TEST(LogHealth, AStreamThatStoodStillIsLeftOut) {
  LogRows rows = sound_rows();
  for (Eigen::Index r = 1001; r < 1020; ++r) {
    rows.q.row(r) = rows.q.row(1000), rows.qd.row(r) = rows.qd.row(1000), rows.qdd.row(r) = rows.qdd.row(1000);
    rows.tau.row(r) = rows.tau.row(1000);
  }
  const LogHealth health = examined(rows, true);
  EXPECT_EQ(codes(health), Codes{"repeated-row"});
  EXPECT_EQ(finding(health, "repeated-row").element, "lines 1002-1020");
  EXPECT_FALSE(health.time.uniform);
}

TEST(LogHealth, ARestIsNoRepetition) {
  LogRows rows = sound_rows();
  const Eigen::Index rest = 200;
  LogRows with_rest;
  const auto stay = [&](const Eigen::MatrixXd& before) {  // all stand still after row 1000, and go on from there
    Eigen::MatrixXd after(before.rows() + rest, before.cols());
    after << before.topRows(1001), before.row(1000).replicate(rest, 1), before.bottomRows(before.rows() - 1001);
    return after;
  };
  with_rest.q = stay(rows.q), with_rest.tau = stay(rows.tau);
  for (Eigen::Index r = 0; r < with_rest.q.rows(); ++r) with_rest.time.push_back(0.005 * static_cast<double>(r));
  EXPECT_FALSE(codes(examined(with_rest)).contains("repeated-row"));
}

}  // namespace torsor::test::repeated_rows_test
