#include "torsor/trajectory/limited_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/trajectory/random_stream.hpp"

namespace torsor::test::limited_motion_test {

using Vector = std::vector<double>;

PiecewiseMotion must(const std::variant<PiecewiseMotion, MotionProblem>& motion) {
  const auto* problem = std::get_if<MotionProblem>(&motion);
  EXPECT_EQ(problem, nullptr) << problem->option << ": " << problem->message;
  return problem == nullptr ? std::get<PiecewiseMotion>(motion) : PiecewiseMotion(1);
}

/// Random limits over two or three decades, way and velocities; without a limit of jerk for `trapezoid`.
struct Case {
  std::vector<AxisLimits> limits;
  Vector points;
  LimitedMotionOptions options;
  Case(std::uint64_t seed, std::size_t joints, bool trapezoid, bool moves) : points(2 * joints) {
    const RandomStream stream(seed, 11);
    std::int64_t index = 0;
    const auto next = [&](double low, double high) { return low + (high - low) * stream.uniform(index++); };
    for (std::size_t j = 0; j < joints; ++j) {
      limits.push_back(
          {std::pow(10, next(-1, 1)), std::pow(10, next(-1, 1.5)), trapezoid ? HUGE_VAL : std::pow(10, next(-1, 2.5))});
      points[j] = next(-1, 1), points[joints + j] = points[j] + next(-1, 1) * std::pow(10, next(-3, 1));
      if (!moves) continue;
      options.from_velocity.push_back(next(-1, 1) * limits[j].velocity);
      options.to_velocity.push_back(next(-1, 1) * limits[j].velocity);
    }
  }
};

/// The quickest time from rest to rest, by the four cases. [Biagiotti, Melchiorri 2008, 3.4]
double time_from_rest(double way, const AxisLimits& limits) {
  const auto [v, a, j] = limits;
  const double D = std::abs(way);
  if (std::isinf(j)) return D >= v * v / a ? D / v + v / a : 2 * std::sqrt(D / a);
  const bool flat = v >= a * a / j;  // the largest acceleration is reached on the way to the largest velocity
  const double to_v = flat ? v / a + a / j : 2 * std::sqrt(v / j);
  if (D >= v * to_v) return D / v + to_v;
  if (flat && D >= 2 * a * a * a / (j * j)) return a / j + std::sqrt(a * a / (j * j) + 4 * D / a);
  return 4 * std::cbrt(D / (2 * j));
}

TEST(LimitedMotion, FromRestToRestTakesTheTimeOfTheClosedForm) {
  for (const bool trapezoid : {true, false})
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      const Case c(seed, 3, trapezoid, false);
      double longest = 0;
      for (std::size_t j = 0; j < 3; ++j)
        longest = std::max(longest, time_from_rest(c.points[3 + j] - c.points[j], c.limits[j]));
      EXPECT_NEAR(must(limited_motion(c.points, c.limits)).duration() / longest, 1, 1e-13) << seed;
    }
}

TEST(LimitedMotion, TakesTheTimesThatRuckigTakes) {  // version 0.19.4, the cases rounded to few digits
  struct Row {
    double from_velocity, to, to_velocity, velocity, acceleration, jerk, duration;
  };
  constexpr Row rows[] = {{0, -0.011, 0, 0.3, 0.18, 2.4, 0.57506943962258317},
                          {0, 0.025, 0, 0.64, 20, 63, 0.23330093492506723},
                          {0, -0.035, 0, 1.2, 0.49, 0.4, 1.4094597464129786},
                          {0, 0.023, 0, 7.2, 12, 67, 0.22229737645990869},
                          {0, 3.1, 0, 0.42, 3.7, 36, 7.5972436722436738},
                          {0, 0.00041, 0, 0.15, 3.3, 22, 0.084172530705930199},
                          {0, 0.32, 0, 0.89, 0.17, 190, 2.7448722449969916},
                          {0, 2.7, 0, 0.4, 19, 10, 7.1500000000000004},
                          {-0.39, -0.0042, 0.63, 1, 1.1, 12, 1.2952994078169655},
                          {-0.0069, -0.18, -0.038, 0.12, 0.13, 16, 2.1321052684294877},
                          {-4.4, -0.47, -2.9, 9.9, 0.31, 2.8, 47.682041948542995},
                          {-2.7, 0.016, -1.7, 3.1, 0.63, 9, 14.291655646510707},
                          {-0.28, -0.012, -3.1, 3.4, 3.5, 0.68, 9.0989567274993171},
                          {-2.4, 3.6, -1.1, 2.5, 17, 220, 2.0063048128342249},
                          {5.5, 0.64, -3.6, 8.6, 8.7, 2.7, 4.3655818777016471},
                          {-0.081, -1.8, -0.24, 0.24, 1.3, 0.3, 7.9823072801648349},
                          {-0.097, -0.02, 0.12, 0.12, 0.27, 55, 1.0690986812570145},
                          {0.25, -0.029, -0.49, 0.7, 0.33, 0.16, 5.7880450134643819},
                          {0.007, 0.023, 0.066, 0.12, 1.7, 0.74, 0.60036820264722657},
                          {-0.61, -0.088, -0.1, 0.66, 29, 4.7, 1.4466799307508382}};
  for (const auto& [v0, q1, v1, v, a, j, duration] : rows)
    EXPECT_NEAR(quickest_profile({0, v0}, {q1, v1}, {v, a, j}).duration() / duration, 1, 1e-12) << q1;
}

TEST(LimitedMotion, MeetsItsEndsAndKeepsItsLimits) {
  for (const bool trapezoid : {true, false})
    for (const bool moves : {false, true})
      for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const Case c(seed, 3, trapezoid, moves);
        const PiecewiseMotion motion = must(limited_motion(c.points, c.limits, c.options));
        const double T = motion.duration();
        Vector q(3), qd(3), qdd(3);
        motion.evaluate(T, q, qd, qdd);
        for (std::size_t j = 0; j < 3; ++j) {
          const std::string place = "seed " + std::to_string(seed) + ", joint " + std::to_string(j);
          const double size = std::max({1.0, std::abs(c.points[j]), std::abs(c.points[3 + j])});
          EXPECT_EQ(q[j], c.points[3 + j]);
          EXPECT_EQ(qd[j], moves ? c.options.to_velocity[j] : 0);
          EXPECT_EQ(motion.derivative(j, 0, 0), c.points[j]);
          EXPECT_EQ(motion.derivative(j, 0, 1), moves ? c.options.from_velocity[j] : 0);
          const double end = std::nextafter(T, 0);
          EXPECT_NEAR(motion.derivative(j, end, 0), q[j], 1e-12 * size) << place;
          EXPECT_NEAR(motion.derivative(j, end, 1), qd[j], 1e-12 * std::max(1.0, c.limits[j].velocity)) << place;
          if (!trapezoid) {
            EXPECT_EQ(qdd[j], 0);
            EXPECT_EQ(motion.derivative(j, 0, 2), 0);
            EXPECT_NEAR(motion.derivative(j, end, 2), 0, 1e-9 * c.limits[j].acceleration) << place;
          }
          for (int k = 0; k < 5000; ++k) {
            const double t = T * k / 5000;
            ASSERT_LE(std::abs(motion.derivative(j, t, 1)), c.limits[j].velocity * (1 + 1e-12)) << place;
            ASSERT_LE(std::abs(motion.derivative(j, t, 2)), c.limits[j].acceleration * (1 + 1e-12)) << place;
            ASSERT_LE(std::abs(motion.derivative(j, t, 3)), c.limits[j].jerk * (1 + 1e-12)) << place;
          }
        }
      }
}

TEST(LimitedMotion, PiecesFollowEachOtherWithoutAJump) {
  for (const bool moves : {false, true})
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      const Case c(seed, 2, false, moves);
      const PiecewiseMotion motion = must(limited_motion(c.points, c.limits, c.options));
      for (std::size_t j = 0; j < 2; ++j)
        for (const MotionPiece& piece : motion.pieces(j)) {
          if (piece.begin <= 0 || piece.begin >= motion.duration()) continue;
          const double before = std::nextafter(piece.begin, 0), size = std::max(1.0, std::abs(c.points[2 + j]));
          EXPECT_NEAR(motion.derivative(j, before, 0), motion.derivative(j, piece.begin, 0), 1e-12 * size) << seed;
          EXPECT_NEAR(motion.derivative(j, before, 1), motion.derivative(j, piece.begin, 1),
                      1e-11 * c.limits[j].velocity)
              << seed;
          EXPECT_NEAR(motion.derivative(j, before, 2), motion.derivative(j, piece.begin, 2),
                      1e-7 * c.limits[j].acceleration)
              << seed;
        }
    }
}

TEST(LimitedMotion, TakesLongerWhereItIsAskedTo) {
  const Case c(5, 3, false, false);
  const double shortest = must(limited_motion(c.points, c.limits)).duration();
  LimitedMotionOptions options;
  options.duration = 2 * shortest;
  const PiecewiseMotion slow = must(limited_motion(c.points, c.limits, options));
  EXPECT_DOUBLE_EQ(slow.duration(), 2 * shortest);
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_LE(slow.range(j, 2).highest.value, c.limits[j].acceleration / 4 * (1 + 1e-12));
  options.duration = 0.99 * shortest;
  EXPECT_EQ(std::get<MotionProblem>(limited_motion(c.points, c.limits, options)).option, "duration");
}

TEST(LimitedMotion, RestsAtPointsOnTheWay) {
  const std::vector<AxisLimits> limits{{1, 2, 10}, {2, 1, 20}};
  const PiecewiseMotion motion = must(limited_motion({0, 0, 1, 0.5, -1, 0.5}, limits));
  const double first = std::max(time_from_rest(1, limits[0]), time_from_rest(0.5, limits[1]));
  EXPECT_NEAR(motion.duration(), first + time_from_rest(2, limits[0]), 1e-13);
  Vector q(2), qd(2), qdd(2);
  motion.evaluate(first, q, qd, qdd);
  EXPECT_NEAR(q[0], 1, 1e-13);
  EXPECT_NEAR(q[1], 0.5, 1e-13);
  for (const double rest : {qd[0], qd[1], qdd[0], qdd[1]}) EXPECT_NEAR(rest, 0, 1e-12);
}

TEST(LimitedMotion, AJointThatIsTooFastToWaitTakesAnotherWay) {
  // The second joint must not slow down for the first one by a little: it turns back once.
  const std::vector<AxisLimits> limits{{1, 2, 10}, {1, 1, 10}};
  LimitedMotionOptions options;
  options.from_velocity = {0, 0.9}, options.to_velocity = {0, 0.9};
  const PiecewiseMotion motion = must(limited_motion({0, 0, 3, 0.2}, limits, options));
  EXPECT_GE(motion.duration(), time_from_rest(3, limits[0]) * (1 - 1e-13));
  EXPECT_LT(motion.range(1, 1).lowest.value, 0);
  EXPECT_NEAR(motion.derivative(1, std::nextafter(motion.duration(), 0), 0), 0.2, 1e-12);
}

TEST(LimitedMotion, AWayWithoutALimitOfVelocityIsATriangle) {
  const std::vector<AxisLimits> limits{{HUGE_VAL, 2, HUGE_VAL}};
  EXPECT_NEAR(must(limited_motion({0, 8}, limits)).duration(), 4, 1e-14);
}

TEST(LimitedMotion, WhatMakesNoSenseIsTold) {
  const auto told = [](const Vector& points, const AxisLimits& limits, const LimitedMotionOptions& options = {}) {
    const auto motion = limited_motion(points, {&limits, 1}, options);
    const auto* problem = std::get_if<MotionProblem>(&motion);
    return problem == nullptr ? "" : problem->option + ": " + problem->message;
  };
  EXPECT_EQ(told({0, 1}, {0, 1, 1}), "max_velocity: joint 1: expected a limit of velocity above 0, found 0");
  EXPECT_EQ(told({0, 1}, {1, 0, 1}), "max_acceleration: joint 1: expected a limit of acceleration above 0, found 0");
  EXPECT_EQ(told({0, 1}, {1, 1, -1}), "max_jerk: joint 1: expected a limit of jerk above 0, found -1");
  EXPECT_EQ(told({0, 1}, {1, HUGE_VAL, 1}),
            "max_acceleration: joint 1: expected a finite limit of acceleration, found none");
  EXPECT_EQ(told({0}, {1, 1, 1}), "points: expected two rows or more of 1 positions, found 1 numbers");
  LimitedMotionOptions options;
  options.from_velocity = {2};
  EXPECT_EQ(told({0, 1}, {1, 1, 1}, options),
            "from_velocity: joint 1: expected at most its limit of velocity, 1, found 2");
  options = {};
  options.duration = -1;
  EXPECT_EQ(told({0, 1}, {1, 1, HUGE_VAL}, options),
            "duration: expected at least 2 s, which the limits need, found -1");
}

}  // namespace torsor::test::limited_motion_test
