#include <gtest/gtest.h>

#include <cmath>

#include "log_health/log_health_support.hpp"

// Stamps that are no time: the motion tells when the positions were taken.
namespace torsor::test::row_clock_test {

/// A recorder that asks at uneven moments for positions of every 5 ms: rows repeat positions or miss some, torques are
/// those of the moment. `instant` is the row of the source that each row's positions are of.
LogRows polled(std::vector<long>& instant, bool with_velocity) {
  const LogRows& source = sound_rows();
  std::mt19937 random(11);
  std::uniform_real_distribution<double> away(-0.45, 0.45), late(0, 0.004);
  LogRows rows = without_rates(source);
  if (with_velocity) rows.qd = source.qd;
  instant.clear();
  double stamp = 0;
  for (Eigen::Index r = 0; r < rows.q.rows(); ++r) {
    const double asked = static_cast<double>(r) + (r > 0 ? away(random) : 0);
    instant.push_back(static_cast<long>(std::floor(asked + 1e-9)));
    rows.q.row(r) = source.q.row(instant.back());
    if (with_velocity) rows.qd.row(r) = source.qd.row(instant.back());
    stamp = std::max(stamp, 0.005 * asked + late(random));  // arrives late, and never before the row before
    rows.time[static_cast<std::size_t>(r)] = stamp;
  }
  return rows;
}

/// Steps of the mended clock against those of the instants, where the joints move.
TEST(RowClock, PositionsThatRepeatWhileTorquesDoNotAreCountedByTheirMotion) {
  for (const bool with_velocity : {false, true}) {
    std::vector<long> instant;
    const LogRows rows = polled(instant, with_velocity);
    const LogHealth health = examined(rows, true);
    EXPECT_TRUE(codes(health).contains("repeated-row"));
    EXPECT_TRUE(codes(health).contains("timestamp-false"));
    EXPECT_FALSE(health.time.uniform);
    EXPECT_NEAR(health.period, 0.005, 2e-5);
    EXPECT_NEAR(health.time.scale, 1, 1e-9);
    const LogInMemory log(rows);
    const SoundLog sound(log, health);
    const LogRows mended = sound.read(0, sound.row_count());
    long wrong = 0;
    for (long r = 1; r < sound.row_count(); ++r) {
      const auto k = static_cast<std::size_t>(r);
      const double step = (mended.time[k] - mended.time[k - 1]) / health.period;
      const long truth = instant[static_cast<std::size_t>(sound.original(r))] -
                         instant[static_cast<std::size_t>(sound.original(r - 1))];
      wrong += std::lround(step) != truth;
    }
    EXPECT_LE(wrong, sound.row_count() / 200) << with_velocity;
    for (const double residual : health.fit.relative_residual) EXPECT_LT(residual, 0.2);
    // Pieces have the times of the whole.
    const LogRows piece = sound.read(1234, 10);
    for (std::size_t k = 0; k < 10; ++k) EXPECT_DOUBLE_EQ(piece.time[k], mended.time[1234 + k]);
  }
}

TEST(RowClock, RowsThatArriveInBurstsAreAllKept) {
  LogRows rows = without_rates(sound_rows());
  for (std::size_t r = 0; r < rows.time.size(); ++r) {
    const std::size_t in_second = r % 200;
    if (in_second >= 60 && in_second < 80)
      rows.time[r] = rows.time[r - in_second + 80 < rows.time.size() ? r - in_second + 80 : r];
  }
  const LogHealth health = examined(rows);
  EXPECT_TRUE(codes(health).contains("timestamp-false"));
  EXPECT_FALSE(codes(health).contains("timestamp-repeated"));
  EXPECT_EQ(health.sound_rows, 4000);
  ASSERT_TRUE(health.time.uniform);
  EXPECT_NEAR(health.period, 0.005, 1e-5);
}

TEST(RowClock, RowsThatAreMissingBesideFalseStampsAreSeenInTheMotion) {
  const LogRows source = without_rates(sound_rows());
  std::mt19937 random(5);
  std::uniform_real_distribution<double> late(0, 0.004);
  std::vector<Eigen::Index> kept;
  for (Eigen::Index r = 0; r < 4000; ++r)
    if (r % 37 != 20) kept.push_back(r);
  LogRows rows;
  rows.q = source.q(kept, Eigen::all), rows.tau = source.tau(kept, Eigen::all);
  for (const Eigen::Index r : kept) rows.time.push_back(0.005 * static_cast<double>(r) + late(random));
  const LogHealth health = examined(rows);
  EXPECT_TRUE(codes(health).contains("timestamp-false"));
  const LogInMemory log(rows);
  const LogRows mended = SoundLog(log, health).read(0, log.row_count());
  for (std::size_t k = 0; k < kept.size(); k += 100)
    EXPECT_NEAR(mended.time[k], 0.005 * static_cast<double>(kept[k]), 0.012) << k;
}

TEST(RowClock, AClockThatRunsTwoPerCentWrongIsFoundWithoutStamps) {
  LogRows rows = sound_rows();
  rows.qdd.resize(0, 0);
  for (std::size_t r = 0; r < rows.time.size(); ++r) rows.time[r] = 0.0051 * static_cast<double>(r);  // a given period
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), Codes{"rate-wrong"});
  EXPECT_NEAR(health.time.scale, 1 / 1.02, 1e-4);
}

}  // namespace torsor::test::row_clock_test
