#include "torsor/smoothing/derivatives.hpp"

#include <gtest/gtest.h>

#include "support/motions.hpp"
#include "torsor/core/error.hpp"

namespace torsor::test::derivatives_test {

using std::numbers::pi;
using Vector = std::vector<double>;

TEST(Derivatives, WeightsAreThePrintedOnes) {
  const Vector nodes = {-2, -1, 0, 1, 2};
  const Vector first = derivative_weights(nodes, 0, 1), second = derivative_weights(nodes, 0, 2);
  const Vector expected_first = {1.0 / 12, -2.0 / 3, 0, 2.0 / 3, -1.0 / 12};
  const Vector expected_second = {-1.0 / 12, 4.0 / 3, -5.0 / 2, 4.0 / 3, -1.0 / 12};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(first[i], expected_first[i], 1e-14);
    EXPECT_NEAR(second[i], expected_second[i], 1e-14);
  }
}

TEST(Derivatives, ThreePointsAtEqualStepsAreCentralDifferences) {
  const Vector time = {0, 0.5, 1, 1.5}, x = {1, 4, 2, 7};
  const Vector v = differentiate(time, x, 1, 3), a = differentiate(time, x, 2, 3);
  EXPECT_NEAR(v[1], (2.0 - 1) / 1, 1e-13);
  EXPECT_NEAR(v[2], (7.0 - 4) / 1, 1e-13);
  EXPECT_NEAR(a[1], (2 - 2 * 4.0 + 1) / 0.25, 1e-12);
  EXPECT_NEAR(a[2], (7 - 2 * 2.0 + 4) / 0.25, 1e-12);
}

TEST(Derivatives, APolynomialIsDifferentiatedExactlyOnAnyTimeStampsUpToTheEnds) {
  Noise random(1);
  const Vector time = jittered_time(50, 0.1, random);
  Vector x;
  for (const double t : time) x.push_back(1 + t - 2 * t * t + 0.5 * std::pow(t, 3) + 0.1 * std::pow(t, 4));
  const Vector v = differentiate(time, x, 1, 5), a = differentiate(time, x, 2, 5);
  for (std::size_t k = 0; k < time.size(); ++k) {
    const double t = time[k];
    EXPECT_NEAR(v[k], 1 - 4 * t + 1.5 * t * t + 0.4 * std::pow(t, 3), 1e-9);
    EXPECT_NEAR(a[k], -4 + 3 * t + 1.2 * t * t, 1e-7);
  }
}

TEST(Derivatives, MorePointsConvergeFaster) {
  const auto error = [](int points, double step) {
    const Vector time = regular_time(static_cast<int>(2 / step), step);
    Vector x;
    for (const double t : time) x.push_back(std::sin(3 * t));
    const Vector v = differentiate(time, x, 1, points);
    const std::size_t k = time.size() / 2;
    return std::abs(v[k] - 3 * std::cos(3 * time[k]));
  };
  EXPECT_NEAR(std::log2(error(3, 0.02) / error(3, 0.01)), 2, 0.2);
  EXPECT_NEAR(std::log2(error(5, 0.02) / error(5, 0.01)), 4, 0.2);
  EXPECT_NEAR(std::log2(error(7, 0.04) / error(7, 0.02)), 6, 0.3);
}

TEST(Derivatives, TooFewSamplesAreAnError) {
  EXPECT_THROW(differentiate(Vector{0, 1}, Vector{0, 1}, 2, 3), ComputationError);
  EXPECT_THROW(differentiate(Vector{0, 1, 2}, Vector{0, 1, 2}, 1, 4), UsageError);
}

TEST(Resample, ACubicIsReproducedBetweenIrregularSamples) {
  Noise random(2);
  const Vector time = jittered_time(30, 0.1, random);
  Vector x, instants;
  const auto cubic = [](double t) { return 2 - t + 3 * t * t - 0.7 * t * t * t; };
  for (const double t : time) x.push_back(cubic(t));
  for (double t = time.front(); t <= time.back(); t += 0.013) instants.push_back(t);
  const Vector y = resample(time, x, instants);
  for (std::size_t k = 0; k < y.size(); ++k) EXPECT_NEAR(y[k], cubic(instants[k]), 1e-10);
}

TEST(Decimate, KeepsASlowSinusoidAndRemovesOneThatWouldFoldBack) {
  const double step = 1e-3;
  Vector slow(10000), fast(10000);
  for (std::size_t k = 0; k < slow.size(); ++k) {
    slow[k] = std::sin(2 * pi * 5 * step * static_cast<double>(k));
    fast[k] = std::sin(2 * pi * 95 * step * static_cast<double>(k));  // folds to 5 Hz at 100 Hz
  }
  const Vector kept = decimate(slow, 10), gone = decimate(fast, 10);
  ASSERT_EQ(kept.size(), 1000U);
  for (std::size_t k = 100; k < 900; ++k) {
    EXPECT_NEAR(kept[k], slow[10 * k], 1e-6);
    EXPECT_NEAR(gone[k], 0, 1e-5);
  }
}

}  // namespace torsor::test::derivatives_test
