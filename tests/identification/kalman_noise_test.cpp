#include "torsor/identification/kalman_noise.hpp"

#include <gtest/gtest.h>

#include "identification/motions.hpp"
#include "torsor/io/error.hpp"

namespace torsor::test {
namespace {

using Vector = std::vector<double>;

TEST(KalmanNoise, FindsBothLevelsOfARandomJerk) {
  Noise random(1);
  for (const double step : {2e-4, 1.0 / 30})
    for (const double pole : {0.03, 0.3, 1.5}) {
      const double sigma = 2e-4, ratio = std::pow(pole / step, 6) * step;
      const Motion m = random_jerk_motion(jittered_time(8000, step, random), ratio * sigma * sigma, sigma, random);
      const KalmanNoise noise = estimate_noise(m.time, m.measured);
      EXPECT_NEAR(noise.sigma / sigma, 1, 0.05);
      EXPECT_NEAR(cutoff_of_ratio(noise.ratio(), step) / cutoff_of_ratio(ratio, step), 1, 0.12);
    }
}

TEST(KalmanNoise, FindsTheNoiseOfASmoothMotion) {
  Noise random(2);
  for (const double step : {1e-3, 1.0 / 125, 1.0 / 30})
    for (const double sigma : {1e-5, 1e-3}) {
      const Motion m = fourier_motion(regular_time(4000, step), sigma, random);
      EXPECT_NEAR(estimate_noise(m.time, m.measured).sigma / sigma, 1, 0.05) << step << ' ' << sigma;
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

}  // namespace
}  // namespace torsor::test
