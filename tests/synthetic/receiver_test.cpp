#include <gtest/gtest.h>

#include "synthetic/synthetic_log_support.hpp"
#include "torsor/core/error.hpp"

namespace torsor::test::receiver_test {

TEST(StampDelay, IsLateByItsMeanAndNothingOvertakes) {
  const Rig rig;
  LogEffects effects;
  effects.rate = 100;
  effects.stamp_delay = 0.001;
  const LogRows rows = rig.all(effects, 4000);
  double sum = 0;
  for (std::size_t r = 0; r < 4000; ++r) {
    const double late = rows.time[r] - 0.01 * static_cast<double>(r);
    EXPECT_GE(late, 0);
    if (r > 0) {
      EXPECT_GE(rows.time[r], rows.time[r - 1]);
    }
    sum += late;
  }
  EXPECT_NEAR(sum / 4000, 0.001, 5e-5);
  const LogRows piece = rig.log(effects, 4000).read(1700, 50);
  for (std::size_t k = 0; k < 50; ++k) EXPECT_EQ(piece.time[k], rows.time[1700 + k]);
}

TEST(StampBurst, GivesAllRowsOfABusyTimeOneStamp) {
  const Rig rig;
  LogEffects effects;
  effects.rate = 1000;
  effects.stamp_burst = 0.05;
  const LogRows rows = rig.all(effects, 4000);
  long equal = 0;
  for (std::size_t r = 1; r < 4000; ++r) equal += rows.time[r] == rows.time[r - 1];
  EXPECT_NEAR(static_cast<double>(equal), 4 * 49, 8);
}

TEST(StampStep, RoundsStampsDown) {
  const Rig rig;
  LogEffects effects;
  effects.rate = 400;
  effects.stamp_step = 0.001;
  const LogRows rows = rig.all(effects, 100);
  for (std::size_t r = 0; r < 100; ++r)
    EXPECT_NEAR(rows.time[r], 0.001 * std::floor(2.5 * static_cast<double>(r) + 1e-9), 1e-12);
}

TEST(PositionHold, RepeatsPositionsButNotTorques) {
  const Rig rig;
  LogEffects effects;
  effects.rate = 200;
  const LogRows clean = rig.all(effects, 1000);
  effects.position_hold = 0.02;
  const LogRows held = rig.all(effects, 1000);
  for (Eigen::Index r = 0; r < 1000; ++r) EXPECT_LT((held.q.row(r) - clean.q.row(r / 4 * 4)).norm(), 1e-12) << r;
  expect_same(held.tau, clean.tau);
}

TEST(TorqueDelay, IsTheTorqueOfEarlier) {
  const Rig rig;
  LogEffects effects;
  effects.rate = 200;
  const LogRows clean = rig.all(effects, 1000);
  effects.torque_delay = 0.05;
  const LogRows late = rig.all(effects, 1000);
  expect_same(late.q, clean.q);
  EXPECT_LT((late.tau.bottomRows(990) - clean.tau.topRows(990)).cwiseAbs().maxCoeff(), 1e-9);
  effects.torque_delay = 3;
  EXPECT_THROW(rig.all(effects, 10), UsageError);
}

}  // namespace torsor::test::receiver_test
