#include "torsor/smoothing/kalman_noise.hpp"

#include <gtest/gtest.h>

#include "support/motions.hpp"
#include "torsor/core/error.hpp"

namespace torsor::test::kalman_noise_test {

using Vector = std::vector<double>;

TEST(KalmanNoise, FindsBothLevelsOfARandomJerk) {
  Noise random(1);
  for (const double step : {2e-4, 1.0 / 30})
    for (const double pole : {0.03, 0.3, 1.5}) {
      const double sigma = 2e-4, ratio = std::pow(pole / step, 6) * step;
      const Motion m = random_jerk_motion(jittered_time(5000, step, random), ratio * sigma * sigma, sigma, random);
      for (const NoiseCriterion criterion : {NoiseCriterion::likelihood, NoiseCriterion::cross_validation}) {
        const bool likely = criterion == NoiseCriterion::likelihood;
        const KalmanNoise noise = estimate_noise(m.time, m.measured, criterion);
        EXPECT_NEAR(noise.sigma / sigma, 1, 0.05) << step << ' ' << pole << ' ' << likely;
        EXPECT_NEAR(cutoff_of_ratio(noise.ratio(), step) / cutoff_of_ratio(ratio, step), 1, likely ? 0.12 : 0.3)
            << step << ' ' << pole << ' ' << likely;
      }
    }
}

TEST(KalmanNoise, CrossValidationFindsTheNoiseOfASmoothMotion) {
  Noise random(2);
  for (const double step : {1e-3, 1.0 / 125})
    for (const double sigma : {1e-5, 1e-4, 1e-3}) {
      const Motion m = fourier_motion(regular_time(4000, step), sigma, random);
      EXPECT_NEAR(estimate_noise(m.time, m.measured).sigma / sigma, 1, 0.05) << step << ' ' << sigma;
    }
}

/// Root of the mean square error of the acceleration.
double acceleration_error(const Motion& m, double ratio) {
  SmoothedSignal s;
  KalmanSmoother smoother;
  smoother.prepare(m.time, ratio);
  smoother.smooth(m.measured, s);
  double sum = 0;
  for (std::size_t k = 0; k < s.xdd.size(); ++k) sum += std::pow(s.xdd[k] - m.xdd[k], 2);
  return std::sqrt(sum / static_cast<double>(s.xdd.size()));
}

TEST(KalmanNoise, CrossValidationComesNearTheBestAccelerationThatAnyBandwidthGives) {
  Noise random(7);
  for (const double step : {1e-3, 1.0 / 125, 1.0 / 30}) {
    const Motion m = fourier_motion(regular_time(3000, step), 1e-4, random);
    double best = 1e300;
    for (double cutoff = 3; cutoff < 60; cutoff *= 1.05)
      best = std::min(best, acceleration_error(m, ratio_of_cutoff(cutoff, step)));
    EXPECT_LT(acceleration_error(m, estimate_noise(m.time, m.measured).ratio()), 1.3 * best) << step;
  }
}

TEST(KalmanNoise, AnEncoderHasAtLeastTheNoiseOfItsRounding) {
  Noise random(3);
  const double resolution = 1e-3;
  Motion m = fourier_motion(regular_time(4000, 1e-3), 0, random);
  for (double& x : m.measured) x = resolution * std::round(x / resolution);
  EXPECT_NEAR(quantisation_step(m.measured), resolution, 1e-9);
  const KalmanNoise noise = estimate_noise(m.time, m.measured);
  EXPECT_GE(noise.sigma, 0.999 * resolution / std::sqrt(12.0));
  EXPECT_LE(noise.sigma, 1.3 * resolution / std::sqrt(12.0));
}

TEST(KalmanNoise, ContinuousNumbersHaveNoQuantisation) {
  Noise random(4);
  EXPECT_EQ(quantisation_step(fourier_motion(regular_time(1000, 1e-3), 1e-4, random).measured), 0);
}

TEST(KalmanNoise, AStretchOfSteadyMotionIsNoEncoder) {
  const Vector time = regular_time(2000, 1e-3);
  Noise random(5);
  const Motion moving = fourier_motion(time, 1e-6, random);
  SignalPiece steady{time, Eigen::VectorXd::LinSpaced(2000, 0, 1)}, other{time, {}};
  other.samples = Eigen::VectorXd::Map(moving.measured.data(), 2000);
  EXPECT_NEAR(estimate_noise(std::vector{steady, other})[0].sigma, 1e-6, 0.5e-6);
}

TEST(KalmanNoise, AJointAtRestHasAFiniteAnswer) {
  const Vector time = regular_time(1000, 1e-3), samples(1000, 0.7);
  const KalmanNoise noise = estimate_noise(time, samples);
  EXPECT_GT(noise.sigma, 0);
  EXPECT_GT(noise.ratio(), 0);
  EXPECT_TRUE(std::isfinite(noise.ratio()));
}

TEST(KalmanNoise, TooFewSamplesAreAnError) {
  EXPECT_THROW(estimate_noise(regular_time(5, 1e-3), Vector(5, 0.0)), ComputationError);
}

}  // namespace torsor::test::kalman_noise_test
