#include "torsor/trajectory/piecewise_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "torsor/trajectory/motion_samples.hpp"

namespace torsor::test::piecewise_motion_test {

/// x - x^3 for a second, then 2 x^2 - 2 x for another.
PiecewiseMotion two_pieces() {
  PiecewiseMotion motion(1);
  motion.add(0, {0, {0, 1, 0, -1}});
  motion.add(0, {1, {0, -2, 2}});
  motion.set_duration(2);
  motion.end(0, {0, 2, 4});
  return motion;
}

struct State {
  double q = 0, qd = 0, qdd = 0;
};
State at(const PiecewiseMotion& motion, double t) {
  State state;
  motion.evaluate(t, {&state.q, 1}, {&state.qd, 1}, {&state.qdd, 1});
  return state;
}

TEST(PiecewiseMotion, IsThePolynomialOfItsPiece) {
  const State in_first = at(two_pieces(), 0.5), in_second = at(two_pieces(), 1.25);
  EXPECT_DOUBLE_EQ(in_first.q, 0.375);
  EXPECT_DOUBLE_EQ(in_first.qd, 0.25);
  EXPECT_DOUBLE_EQ(in_first.qdd, -3);
  EXPECT_DOUBLE_EQ(in_second.q, 2 * 0.0625 - 0.5);
  EXPECT_DOUBLE_EQ(in_second.qd, -1);
  EXPECT_DOUBLE_EQ(in_second.qdd, 4);
  EXPECT_DOUBLE_EQ(two_pieces().derivative(0, 0.5, 3), -6);
}

TEST(PiecewiseMotion, StaysBeforeItBeginsAndAfterItsEnd) {
  const State before = at(two_pieces(), -1), at_end = at(two_pieces(), 2), after = at(two_pieces(), 3);
  EXPECT_EQ(before.q, 0);
  EXPECT_EQ(before.qd, 0);
  EXPECT_EQ(at_end.qd, 2);
  EXPECT_EQ(at_end.qdd, 4);
  EXPECT_EQ(after.q, 0);
  EXPECT_EQ(after.qd, 0);
}

TEST(PiecewiseMotion, ExtremesLieBetweenSamplesToo) {
  const PiecewiseMotion::Range positions = two_pieces().range(0, 0), velocities = two_pieces().range(0, 1);
  EXPECT_NEAR(positions.highest.value, 2 / (3 * std::sqrt(3.0)), 1e-15);
  EXPECT_NEAR(positions.highest.time, 1 / std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(positions.lowest.value, -0.5, 1e-15);
  EXPECT_NEAR(positions.lowest.time, 1.5, 1e-15);
  EXPECT_NEAR(velocities.highest.value, 2, 1e-15);
  EXPECT_NEAR(velocities.lowest.value, -2, 1e-15);
}

TEST(PiecewiseMotion, ExtremesOfASepticAreThoseOfADenseGrid) {
  PiecewiseMotion motion(1);
  motion.add(0, {0, {0.3, -2, 7, 1, -30, 25, 4, -5}});  // several turns between 0 and 1.2
  motion.set_duration(1.2);
  for (int order = 0; order < 4; ++order) {
    double lowest = 1e9, highest = -1e9;
    for (int k = 0; k <= 100000; ++k) {
      const double value = motion.derivative(0, 1.2e-5 * k, order);
      lowest = std::min(lowest, value), highest = std::max(highest, value);
    }
    const PiecewiseMotion::Range range = motion.range(0, order);
    EXPECT_NEAR(range.lowest.value, lowest, 1e-6) << order;
    EXPECT_NEAR(range.highest.value, highest, 1e-6) << order;
    EXPECT_LE(range.lowest.value, lowest + 1e-12);
    EXPECT_GE(range.highest.value, highest - 1e-12);
  }
}

TEST(PiecewiseMotion, StretchedItIsSlower) {
  const PiecewiseMotion slow = two_pieces().stretched(2);
  EXPECT_EQ(slow.duration(), 4);
  const State fast_state = at(two_pieces(), 1.3), slow_state = at(slow, 2.6);
  EXPECT_NEAR(slow_state.q, fast_state.q, 1e-15);
  EXPECT_NEAR(slow_state.qd, fast_state.qd / 2, 1e-15);
  EXPECT_NEAR(slow_state.qdd, fast_state.qdd / 4, 1e-15);
  EXPECT_EQ(at(slow, 4).qd, 1);
}

TEST(PiecewiseMotion, StretchesUntilALimitIsReached) {
  constexpr double none = std::numeric_limits<double>::infinity();
  const auto factor = [](double velocity, double acceleration, double jerk) {
    const AxisLimits limits[] = {{velocity, acceleration, jerk}};
    return stretch_to_limits(two_pieces(), limits);
  };
  EXPECT_NEAR(factor(1, none, none), 2, 1e-14);        // the largest velocity is 2
  EXPECT_NEAR(factor(none, 1.5, none), 2, 1e-14);      // the largest acceleration is 6
  EXPECT_NEAR(factor(none, none, 6. / 27), 3, 1e-14);  // the largest jerk is 6
  EXPECT_NEAR(factor(1, 6, 6. / 27), 3, 1e-14) << "the tightest limit counts";
  EXPECT_EQ(factor(none, none, none), 0);
}

TEST(MotionSamples, AreEvenAndTheLastOneIsAtTheEnd) {
  EXPECT_EQ(sample_times(0.25, 10), (std::vector<double>{0, 0.1, 0.2, 0.25}));
  EXPECT_EQ(sample_times(0.3, 10), (std::vector<double>{0, 0.1, 0.2, 0.3}));
  EXPECT_EQ(sample_times(0.1 + 0.2, 10).size(), 4u) << "a rounding error is no sample";
  EXPECT_EQ(sample_times(0.3, 0.1), (std::vector<double>{0, 0.3}));
  const Trajectory rows = sampled(two_pieces(), 1, 2, 4);
  ASSERT_EQ(rows.time.size(), 9u);
  EXPECT_EQ(rows.time.back(), 2);
  EXPECT_EQ(rows.qd.back()[0], 2);
  EXPECT_DOUBLE_EQ(rows.q[2][0], 0.375);
}

}  // namespace torsor::test::piecewise_motion_test
