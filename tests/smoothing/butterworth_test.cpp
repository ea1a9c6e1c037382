#include "torsor/smoothing/butterworth.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "torsor/core/error.hpp"

namespace torsor::test::butterworth_test {

using std::numbers::pi;
using Vector = std::vector<double>;

/// Amplitude that is left of a sinusoid of amplitude 1, by projection on the middle of a long signal.
double measured_gain(const LowPass& filter, double frequency) {
  Vector samples(20000);
  const double w = 2 * pi * frequency * filter.step;
  for (std::size_t k = 0; k < samples.size(); ++k) samples[k] = std::sin(w * static_cast<double>(k));
  filter_zero_phase(filter, samples);
  double in_phase = 0, quadrature = 0, norm = 0;
  for (std::size_t k = 5000; k < 15000; ++k) {
    const double phase = w * static_cast<double>(k);
    in_phase += samples[k] * std::sin(phase);
    quadrature += samples[k] * std::cos(phase);
    norm += std::sin(phase) * std::sin(phase);
  }
  EXPECT_NEAR(quadrature / norm, 0, 1e-3) << "a delay";
  return in_phase / norm;
}

TEST(Butterworth, GainIsTheAnalogueOneAtTheWarpedFrequency) {
  const double step = 1e-3, cutoff = 100;
  for (int order = 1; order <= 9; ++order) {
    const LowPass filter = butterworth(order, cutoff, step);
    for (const double f : {0.0, 10.0, 99.0, 100.0, 200.0, 450.0}) {
      const double analogue = std::tan(pi * f * step) / std::tan(pi * cutoff * step);
      EXPECT_NEAR(gain(filter, f), 1 / std::sqrt(1 + std::pow(analogue, 2 * order)), 1e-12) << order << ' ' << f;
    }
  }
}

TEST(Butterworth, BothPassesLoseThreeDecibelAtTheStatedCutoff) {
  for (const int order : {1, 2, 4, 5}) {
    const LowPass filter = butterworth_zero_phase(order, 20, 1e-3, CutoffMeaning::both_passes);
    EXPECT_NEAR(measured_gain(filter, 20), std::sqrt(0.5), 1e-3) << order;
  }
}

TEST(Butterworth, WithoutTheCorrectionTheyLoseSix) {
  for (const int order : {1, 2, 4, 5}) {
    const LowPass filter = butterworth_zero_phase(order, 20, 1e-3, CutoffMeaning::each_pass);
    EXPECT_NEAR(measured_gain(filter, 20), 0.5, 1e-3) << order;
  }
}

// Figures of SciPy 1.17.1: filtfilt(*butter(order, 2 * cutoff), x, padlen=15).
TEST(Butterworth, EachPassAgreesWithSciPyUpToTheEnds) {
  Vector x(40);
  for (int k = 0; k < 40; ++k) x[static_cast<std::size_t>(k)] = ((7 * k * k + 3 * k) % 23) / 23.0 + 0.05 * k;
  const std::array<std::size_t, 6> places = {0, 1, 10, 20, 38, 39};
  const auto compare = [&](int order, double cutoff, const std::array<double, 6>& expected) {
    Vector y = x;
    filter_zero_phase(butterworth(order, cutoff, 1), y, 15);
    for (std::size_t i = 0; i < places.size(); ++i) EXPECT_NEAR(y[places[i]], expected[i], 1e-12) << order << ' ' << i;
  };
  compare(4, 0.1,
          {-0.000754935959759548, 0.168173337933731, 1.06709398151972, 1.48772831662884, 2.01806132891481,
           1.94522392656254});
  compare(
      3, 0.07,
      {0.0014344892206298, 0.178927661007094, 1.04514543817063, 1.38576484196841, 2.02293273605042, 1.94717946885771});
}

TEST(Butterworth, AStraightLineAndAConstantPassUnchangedUpToTheEnds) {
  Vector samples(3000), expected(3000);
  for (std::size_t k = 0; k < samples.size(); ++k) samples[k] = expected[k] = 3 + 0.01 * static_cast<double>(k);
  filter_zero_phase(butterworth_zero_phase(4, 5, 1e-3, CutoffMeaning::both_passes), samples);
  for (std::size_t k = 0; k < samples.size(); ++k) ASSERT_NEAR(samples[k], expected[k], 1e-5) << k;
  Vector constant(300, 7.5);
  filter_zero_phase(butterworth(6, 1, 2e-4), constant);
  for (const double value : constant) EXPECT_NEAR(value, 7.5, 1e-6);
}

TEST(Butterworth, ADisturbanceHasSettledWhereItIsSaidTo) {
  for (const int order : {1, 4, 7}) {
    const LowPass filter = butterworth(order, 30, 1e-3);
    const long reach = settling_samples(filter, 1e-10);
    Vector samples(static_cast<std::size_t>(2 * reach + 1), 0.0);
    samples[static_cast<std::size_t>(reach)] = 1;
    filter_zero_phase(filter, samples, 0);
    EXPECT_LT(std::abs(samples.front()), 1e-10) << order;
    EXPECT_LT(std::abs(samples.back()), 1e-10) << order;
    EXPECT_GT(std::abs(samples[static_cast<std::size_t>(reach)]), 1e-3);
  }
}

TEST(Butterworth, ACutoffBeyondHalfTheSamplingRateIsAnError) {
  EXPECT_THROW(butterworth(4, 500, 1e-3), UsageError);
  EXPECT_THROW(butterworth(4, 0, 1e-3), UsageError);
  EXPECT_THROW(butterworth(0, 100, 1e-3), UsageError);
}

TEST(Butterworth, NoSamplesAndOneSampleAreNoFailure) {
  Vector none, one = {4};
  filter_zero_phase(butterworth(2, 10, 1e-2), none);
  filter_zero_phase(butterworth(2, 10, 1e-2), one);
  EXPECT_NEAR(one[0], 4, 1e-12);
}

}  // namespace torsor::test::butterworth_test
