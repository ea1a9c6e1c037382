#include "torsor/trajectory/repeated_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "torsor/trajectory/motion_samples.hpp"

namespace torsor::test::repeated_motion_test {

/// q = sin(w t) and 2 - cos(w t), once in 4 s.
FourierSeries circle() {
  FourierSeries series{std::numbers::pi / 2, {0, 2}, Eigen::MatrixXd::Zero(2, 1), Eigen::MatrixXd::Zero(2, 1)};
  series.sine(0, 0) = 1, series.cosine(1, 0) = -1;
  return series;
}

RepeatedMotion in_rows(double duration, double begin) {
  Trajectory rows = sampled(circle(), 2, duration, 100);
  for (double& t : rows.time) t += begin;
  return RepeatedMotion(SampledMotion(std::move(rows)));
}

TEST(RepeatedMotion, InRowsBeginsAnewAfterItsLastRow) {
  const RepeatedMotion motion = in_rows(4, 17);
  EXPECT_TRUE(motion.comes_back());
  EXPECT_EQ(motion.joint_count(), 2);
  EXPECT_NEAR(motion.period(), 4, 1e-12);
  EXPECT_NEAR(motion.centre()[1], 2, 0.01);
  const double w = std::numbers::pi / 2;
  std::vector<double> q(2), qd(2), qdd(2);
  for (const double t : {-3.0, -0.1, 0.0, 0.123, 3.9999, 4.0, 9.3, 4003.1}) {
    motion.evaluate(t, q, qd, qdd);
    EXPECT_NEAR(q[0], std::sin(w * t), 1e-9) << t;
    EXPECT_NEAR(q[1], 2 - std::cos(w * t), 1e-9) << t;
    EXPECT_NEAR(qd[0], w * std::cos(w * t), 1e-7) << t;
    EXPECT_NEAR(qdd[0], -w * w * std::sin(w * t), 1e-5) << t;
  }
}

TEST(RepeatedMotion, ThatDoesNotComeBackRestsAtItsEnds) {
  const RepeatedMotion motion = in_rows(3, 0);
  EXPECT_FALSE(motion.comes_back());
  std::vector<double> q(2), qd(2), qdd(2);
  for (const double t : {3.5, 6.1}) {
    motion.evaluate(t, q, qd, qdd);
    EXPECT_NEAR(q[0], -1, 1e-9);
    EXPECT_EQ(qd[1], 0);
  }
  motion.evaluate(-1, q, qd, qdd);
  EXPECT_NEAR(q[1], 1, 1e-9);
}

TEST(RepeatedMotion, OfAnExcitationIsThatExcitation) {
  const Excitation excitation(circle(), {{3, 1}, {2, 0}}, 0.5);
  const RepeatedMotion motion = excitation;
  std::vector<double> q(2), qd(2), qdd(2), p(2), pd(2), pdd(2);
  motion.evaluate(7.7, q, qd, qdd), excitation.evaluate(7.7, p, pd, pdd);
  EXPECT_EQ(q, p);
  EXPECT_EQ(qdd, pdd);
  EXPECT_EQ(motion.period(), 5);
  EXPECT_TRUE(motion.comes_back());
}

}  // namespace torsor::test::repeated_motion_test
