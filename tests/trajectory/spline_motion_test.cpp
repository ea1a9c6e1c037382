#include "torsor/trajectory/spline_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/trajectory/random_stream.hpp"

namespace torsor::test::spline_motion_test {

using Vector = std::vector<double>;
constexpr SplineDegree degrees[] = {SplineDegree::cubic, SplineDegree::quintic, SplineDegree::septic};

PiecewiseMotion must(const std::variant<PiecewiseMotion, MotionProblem>& motion) {
  const auto* problem = std::get_if<MotionProblem>(&motion);
  EXPECT_EQ(problem, nullptr) << problem->option << ": " << problem->message;
  return problem == nullptr ? std::get<PiecewiseMotion>(motion) : PiecewiseMotion();
}

/// Numbers that follow each other, between -1 and 1.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : stream_(seed, 7) {}
  double next() { return 2 * stream_.uniform(index_++) - 1; }
  Vector list(std::size_t count) {
    Vector values(count);
    for (double& value : values) value = next();
    return values;
  }

 private:
  RandomStream stream_;
  std::int64_t index_ = 0;
};

/// A random motion of three joints.
struct Case {
  Vector times{0}, points;
  SplineEnds ends;
  explicit Case(std::uint64_t seed, std::size_t point_count) {
    Numbers numbers(seed);
    for (std::size_t k = 1; k < point_count; ++k) times.push_back(times.back() + std::exp(numbers.next()));
    points = numbers.list(3 * point_count);
    for (SplineEnd* end : {&ends.start, &ends.end})
      end->velocity = numbers.list(3), end->acceleration = numbers.list(3), end->jerk = numbers.list(3);
  }
};

/// A derivative just before a time.
double before(const PiecewiseMotion& motion, std::size_t joint, double t, int order) {
  return motion.derivative(joint, std::nextafter(t, 0), order);
}

TEST(SplineMotion, MeetsItsEndsAndPassesItsPoints) {
  for (const SplineDegree degree : degrees)
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const Case c(seed, 2 + seed % 7);
      const PiecewiseMotion motion = must(spline_motion(degree, c.times, c.points, 3, c.ends));
      const double end = c.times.back();
      EXPECT_EQ(motion.duration(), end);
      Vector q(3), qd(3), qdd(3);
      for (std::size_t k = 0; k < c.times.size(); ++k) {
        motion.evaluate(c.times[k], q, qd, qdd);
        for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(q[j], c.points[3 * k + j], 1e-12) << seed;
      }
      for (std::size_t j = 0; j < 3; ++j) {
        EXPECT_EQ(qd[j], c.ends.end.velocity[j]);
        EXPECT_NEAR(before(motion, j, end, 0), q[j], 1e-12);
        EXPECT_NEAR(motion.derivative(j, 0, 1), c.ends.start.velocity[j], 1e-12);
        EXPECT_NEAR(before(motion, j, end, 1), c.ends.end.velocity[j], 1e-12);
        if (degree == SplineDegree::cubic) continue;
        EXPECT_EQ(qdd[j], c.ends.end.acceleration[j]);
        EXPECT_NEAR(motion.derivative(j, 0, 2), c.ends.start.acceleration[j], 1e-12);
        EXPECT_NEAR(before(motion, j, end, 2), c.ends.end.acceleration[j], 1e-11);
        if (degree == SplineDegree::quintic) continue;
        EXPECT_NEAR(motion.derivative(j, 0, 3), c.ends.start.jerk[j], 1e-12);
        EXPECT_NEAR(before(motion, j, end, 3), c.ends.end.jerk[j], 1e-9);
      }
    }
}

TEST(SplineMotion, DerivativesUpToTheDegreeLessOneAreContinuous) {
  for (const SplineDegree degree : degrees)
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      const Case c(seed, 6);
      const PiecewiseMotion motion = must(spline_motion(degree, c.times, c.points, 3, c.ends));
      for (int order = 0; order < static_cast<int>(degree); ++order)
        for (std::size_t j = 0; j < 3; ++j) {
          const auto [lowest, highest] = motion.range(j, order);
          const double size = std::max({1.0, -lowest.value, highest.value});
          for (std::size_t k = 1; k + 1 < c.times.size(); ++k)
            EXPECT_NEAR(before(motion, j, c.times[k], order), motion.derivative(j, c.times[k], order), 1e-10 * size)
                << "degree " << static_cast<int>(degree) << ", order " << order << ", seed " << seed;
        }
    }
}

TEST(SplineMotion, APolynomialOfTheDegreeIsItsOwnSpline) {
  const Vector c{0.3, -1, 0.7, 2, -1.5, 0.4, 0.9, -0.6};
  for (const SplineDegree degree : degrees) {
    const auto derivative = [&](double t, int order) {
      double sum = 0;
      for (int k = order; k <= static_cast<int>(degree); ++k) {
        double factor = c[static_cast<std::size_t>(k)];
        for (int i = 0; i < order; ++i) factor *= k - i;
        sum += factor * std::pow(t, k - order);
      }
      return sum;
    };
    const Vector times{0, 0.4, 0.5, 1.1, 1.6};
    Vector points;
    for (const double t : times) points.push_back(derivative(t, 0));
    SplineEnds ends;
    ends.start = {{derivative(0, 1)}, {derivative(0, 2)}, {derivative(0, 3)}};
    ends.end = {{derivative(1.6, 1)}, {derivative(1.6, 2)}, {derivative(1.6, 3)}};
    const PiecewiseMotion motion = must(spline_motion(degree, times, points, 1, ends));
    for (int k = 0; k < 160; ++k)
      for (int order = 0; order < 4; ++order)
        EXPECT_NEAR(motion.derivative(0, 0.01 * k, order), derivative(0.01 * k, order), 1e-9) << order;
  }
}

TEST(SplineMotion, FromRestToRestHasTheTextbookPeaks) {  // [Biagiotti, Melchiorri 2008, tables 2.1 and 2.2]
  const double h = 3, T = 2;
  const double velocity[] = {1.5, 1.875, 2.1875}, acceleration[] = {6, 5.7735026918962576, 7.5131884043999293};
  for (int k = 0; k < 3; ++k) {
    const PiecewiseMotion motion = must(spline_motion(degrees[k], {0, T}, {0, h}, 1));
    EXPECT_NEAR(motion.range(0, 1).highest.value, velocity[k] * h / T, 1e-12);
    EXPECT_NEAR(motion.range(0, 2).highest.value, acceleration[k] * h / (T * T), 1e-11);
  }
}

TEST(SplineMotion, ANaturalOneBendsNotAtItsEnds) {
  const Case c(3, 6);
  SplineEnds ends;
  ends.natural = true;
  const PiecewiseMotion motion = must(spline_motion(SplineDegree::cubic, c.times, c.points, 3, ends));
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(motion.derivative(j, 0, 2), 0, 1e-12);
    EXPECT_NEAR(before(motion, j, c.times.back(), 2), 0, 1e-12);
    for (std::size_t k = 1; k + 1 < c.times.size(); ++k)
      EXPECT_NEAR(before(motion, j, c.times[k], 2), motion.derivative(j, c.times[k], 2), 1e-12);
  }
}

TEST(SplineMotion, WithinLimitsItReachesOneAndExceedsNone) {
  for (const SplineDegree degree : degrees)
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Case c(seed, 5);
      const std::vector<AxisLimits> limits{{1, 2, HUGE_VAL}, {0.5, 3, HUGE_VAL}, {2, 1, 30}};
      const PiecewiseMotion motion =
          must(spline_within_limits(degree, times_by_distance(c.points, 3), c.points, limits));
      double most = 0;
      for (int k = 0; k <= 20000; ++k)
        for (std::size_t j = 0; j < 3; ++j) {
          const double t = motion.duration() * k / 20000;
          most = std::max({most, std::abs(motion.derivative(j, t, 1)) / limits[j].velocity,
                           std::abs(motion.derivative(j, t, 2)) / limits[j].acceleration,
                           std::abs(motion.derivative(j, t, 3)) / limits[j].jerk});
        }
      EXPECT_NEAR(most, 1, 1e-3) << seed;
      EXPECT_LE(most, 1 + 1e-12);
    }
}

TEST(SplineMotion, LegsHaveTheirShareOfTheTime) {
  const Vector points{0, 0, 1, 0, 1, -3};
  EXPECT_EQ(times_by_distance(points, 2), (Vector{0, 0.25, 1}));
  EXPECT_EQ(times_by_distance(points, 2, Vector{1, 3}), (Vector{0, 0.5, 1}));
}

TEST(SplineMotion, WhatMakesNoSenseIsTold) {
  const auto told = [](const Vector& times, const Vector& points, const SplineEnds& ends = {}) {
    const auto motion = spline_motion(SplineDegree::cubic, times, points, 1, ends);
    const auto* problem = std::get_if<MotionProblem>(&motion);
    return problem == nullptr ? "" : problem->option + ": " + problem->message;
  };
  EXPECT_EQ(told({0}, {1}),
            "points: expected at least two points, and a time for each, found 1 positions of 1 joints and 1 times");
  EXPECT_EQ(told({0, 1, 1}, {0, 1, 2}), "times: point 3: expected a time above 1, that of the point before, found 1");
  EXPECT_EQ(told({1, 2}, {0, 1}), "times: point 1: expected the time 0, found 1");
  SplineEnds ends;
  ends.end.velocity = {1, 2};
  EXPECT_EQ(told({0, 1}, {0, 1}, ends), "ends: expected 1 numbers, one for each joint, found 2");
  const std::vector<AxisLimits> free{{HUGE_VAL, HUGE_VAL, HUGE_VAL}};
  EXPECT_EQ(std::get<MotionProblem>(spline_within_limits(SplineDegree::cubic, {0, 1}, {0, 1}, free)).option,
            "duration");
}

}  // namespace torsor::test::spline_motion_test
