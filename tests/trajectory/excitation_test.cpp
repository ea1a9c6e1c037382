#include "torsor/trajectory/excitation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/trajectory/random_stream.hpp"

namespace torsor::test::excitation_test {

using Vector = std::vector<double>;

struct Motion {
  Vector q, qd, qdd;
};
template <class Path>
Motion at(const Path& path, double time) {
  Motion motion{Vector(path.joint_count()), Vector(path.joint_count()), Vector(path.joint_count())};
  path.evaluate(time, motion.q, motion.qd, motion.qdd);
  return motion;
}

/// Central differences over h have an error of h^2 / 6 times the third derivative.
template <class Path>
void expect_derivatives(const Path& path, double time) {
  constexpr double h = 1e-4;
  const Motion before = at(path, time - h), now = at(path, time), after = at(path, time + h);
  for (int j = 0; j < path.joint_count(); ++j) {
    EXPECT_NEAR(now.qd[j], (after.q[j] - before.q[j]) / (2 * h), 1e-5) << time;
    EXPECT_NEAR(now.qdd[j], (after.qd[j] - before.qd[j]) / (2 * h), 1e-5) << time;
  }
}

Excitation panda_excitation(std::uint64_t seed, bool rests = true) {
  const Description description = load_robot("panda");
  return random_excitation(build_model<double>(description), joint_limits(description), {5, 20, rests, 0.9, seed});
}

TEST(FourierSeries, OfOneHarmonicIsASineAndACosine) {
  const FourierSeries series{2, {0.5}, Eigen::MatrixXd::Constant(1, 1, 3), Eigen::MatrixXd::Constant(1, 1, 4)};
  EXPECT_NEAR(series.period(), std::numbers::pi, 1e-15);
  const Motion motion = at(series, 0.3);
  EXPECT_NEAR(motion.q[0], 0.5 + 3 * std::sin(0.6) + 4 * std::cos(0.6), 1e-14);
  EXPECT_NEAR(motion.qd[0], 6 * std::cos(0.6) - 8 * std::sin(0.6), 1e-14);
  EXPECT_NEAR(motion.qdd[0], -12 * std::sin(0.6) - 16 * std::cos(0.6), 1e-13);
}

TEST(FourierSeries, HasTheDerivativesOfItsPositions) {
  const FourierSeries series = random_fourier_series(3, 7, 5, 11);
  for (const double time : {-3.3, 0.0, 0.77, 2.5, 123.4}) expect_derivatives(series, time);
}

TEST(FourierSeries, RepeatsAfterItsPeriod) {
  const FourierSeries series = random_fourier_series(2, 5, 5, 3);
  for (int j = 0; j < 2; ++j) EXPECT_NEAR(at(series, 1.25).q[j], at(series, 1.25 + 3 * 5).q[j], 1e-12);
}

TEST(Excitation, HasTheDerivativesOfItsPositionsAtEveryPace) {
  const Excitation excitation = panda_excitation(1);
  for (int k = 0; k < 400; ++k) expect_derivatives(excitation, 0.05 * k + 0.013);
}

TEST(Excitation, RepeatsAfterItsPeriodAndHasOneBeforeZero) {
  const Excitation excitation = panda_excitation(1);
  EXPECT_NEAR(excitation.period(), 20, 1e-12);
  for (const double time : {0.1, 5.0, 14.2, 19.9})
    for (int j = 0; j < 7; ++j) {
      EXPECT_NEAR(at(excitation, time).q[j], at(excitation, time + 40).q[j], 1e-11);
      EXPECT_NEAR(at(excitation, time).q[j], at(excitation, time - 20).q[j], 1e-11);
    }
}

TEST(Excitation, BeginsAndEndsAtRestAndIsSlowForAWhile) {
  const Excitation excitation = panda_excitation(4);
  for (const double time : {0.0, 0.3, 14.2, 19.8, 20.0})
    for (int j = 0; j < 7; ++j) EXPECT_EQ(at(excitation, time).qd[j], 0) << time;
  for (int j = 0; j < 7; ++j) {
    double slow = 0, fast = 0;
    for (double time = 15; time < 18.9; time += 0.01) slow = std::max(slow, std::abs(at(excitation, time).qd[j]));
    for (double time = 1; time < 13; time += 0.01) fast = std::max(fast, std::abs(at(excitation, time).qd[j]));
    EXPECT_GT(slow, 0);
    EXPECT_LT(slow, 0.25 * fast);  // a tenth of another part of the series
  }
}

TEST(Excitation, WithoutRestsNeverStops) {
  const Excitation excitation = panda_excitation(4, false);
  double slowest = 1;
  for (double time = 0; time < 20; time += 0.01) {
    double fastest = 0;
    for (const double qd : at(excitation, time).qd) fastest = std::max(fastest, std::abs(qd));
    slowest = std::min(slowest, fastest);
  }
  EXPECT_GT(slowest, 0.01);
}

class EveryRobot : public testing::TestWithParam<const char*> {};

TEST_P(EveryRobot, StaysWithinItsLimitsAndUsesOneOfThem) {
  const Description description = load_robot(GetParam());
  const Model<double> model = build_model<double>(description);
  const std::vector<JointLimits> limits = joint_limits(description);
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Excitation excitation = random_excitation(model, limits, {5, 20, true, 1, seed});
    Vector use(model.nv, 0.0);
    for (int k = 0; k < 20000; ++k) {
      const Motion motion = at(excitation, 0.001 * k);
      for (int j = 0; j < model.nv; ++j) {
        EXPECT_LE(motion.q[j], limits[j].position_high);
        EXPECT_GE(motion.q[j], limits[j].position_low);
        EXPECT_LE(std::abs(motion.qd[j]), limits[j].velocity);
        EXPECT_LE(std::abs(motion.qdd[j]), limits[j].acceleration);
        use[j] = std::max({use[j], std::abs(motion.qd[j]), std::abs(motion.qdd[j]), std::abs(motion.q[j])});
      }
    }
    for (const double most : use) EXPECT_GT(most, 0.02);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, EveryRobot, testing::Values("panda", "ur10", "scara", "stanford", "two-rods"));

TEST(Excitation, WithoutLimitsKeepsToTheUsualOnes) {
  const Model<double> model = build_model<double>(load_robot("two-rods"));
  const Excitation excitation = random_excitation(model, std::vector<JointLimits>(2), {5, 20, true, 0.9, 7});
  Vector fastest(2, 0.0);
  for (int k = 0; k < 20000; ++k) {
    const Motion motion = at(excitation, 0.001 * k);
    for (int j = 0; j < 2; ++j) {
      EXPECT_LT(std::abs(motion.q[j]), 1.8);
      EXPECT_LT(std::abs(motion.qdd[j]), 9);
      fastest[j] = std::max(fastest[j], std::abs(motion.qd[j]));
    }
  }
  for (const double most : fastest) EXPECT_LT(most, 1.8);
}

TEST(Excitation, IsTheSameForASeedAndAnotherForTheNext) {
  EXPECT_EQ(at(panda_excitation(5), 3.21).q, at(panda_excitation(5), 3.21).q);
  EXPECT_NE(at(panda_excitation(5), 3.21).q, at(panda_excitation(6), 3.21).q);
}

/// From an implementation in Python, whose mixing of 0x9E3779B97F4A7C15 gives the first output that is published for
/// SplitMix64 with seed 0, e220a8397b1dcdaf.
TEST(RandomStream, HasTheSameBitsOnEveryMachine) {
  EXPECT_EQ(RandomStream(1, 2).bits(3), 0xc905f88bf43479c8U);
  EXPECT_EQ(RandomStream(1, 2).bits(-3), 0x23f46602feee0336U);
  EXPECT_EQ(RandomStream(1, 2).uniform(3), 7072879422113423.5 / 9007199254740992.0);
}

TEST(RandomStream, HasTheMomentsOfItsDistributions) {
  const RandomStream random(1, 2);
  constexpr int n = 200000;
  double normal = 0, normal_2 = 0, normal_4 = 0, bounded_2 = 0, uniform = 0, lag = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal(i), y = random.bounded(i);
    normal += x / n, normal_2 += x * x / n, normal_4 += x * x * x * x / n, bounded_2 += y * y / n;
    uniform += random.uniform(i) / n, lag += x * random.normal(i + 1) / n;
    EXPECT_LE(std::abs(y), std::numbers::sqrt3);
  }
  EXPECT_NEAR(normal, 0, 0.01);  // four standard errors and more
  EXPECT_NEAR(normal_2, 1, 0.015);
  EXPECT_NEAR(normal_4, 3, 0.15);
  EXPECT_NEAR(bounded_2, 1, 0.01);
  EXPECT_NEAR(uniform, 0.5, 0.003);
  EXPECT_NEAR(lag, 0, 0.01);
}

TEST(RandomStream, DependsOnSeedStreamAndIndex) {
  EXPECT_EQ(RandomStream(1, 2).bits(3), RandomStream(1, 2).bits(3));
  EXPECT_NE(RandomStream(1, 2).bits(3), RandomStream(2, 2).bits(3));
  EXPECT_NE(RandomStream(1, 2).bits(3), RandomStream(1, 3).bits(3));
  EXPECT_NE(RandomStream(1, 2).bits(3), RandomStream(1, 2).bits(-3));
}

}  // namespace torsor::test::excitation_test
