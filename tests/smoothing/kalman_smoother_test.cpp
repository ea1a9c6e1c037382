#include "torsor/smoothing/kalman_smoother.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "support/motions.hpp"
#include "torsor/core/error.hpp"

namespace torsor::test::kalman_smoother_test {

using Vector = std::vector<double>;

double ratio_of_pole(double w0, double step) { return std::pow(w0, 6) * step; }

bool positive_definite(const StateCovariance& p) {
  const double minor2 = p.xx * p.vv - p.xv * p.xv;
  const double determinant =
      p.xx * (p.vv * p.aa - p.va * p.va) - p.xv * (p.xv * p.aa - p.va * p.xa) + p.xa * (p.xv * p.va - p.vv * p.xa);
  return p.xx > 0 && p.vv > 0 && p.aa > 0 && minor2 > 0 && determinant > 0;
}

/// Weighted least squares over all states of all samples at once, without a prior: the definition of the smoother.
struct Batch {
  Eigen::VectorXd state;
  Eigen::MatrixXd covariance;
};
Batch batch(const Vector& time, const Vector& samples, const KalmanNoise& noise) {
  const auto count = static_cast<Eigen::Index>(time.size());
  Eigen::MatrixXd information = Eigen::MatrixXd::Zero(3 * count, 3 * count);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(3 * count);
  const double weight = 1 / (noise.sigma * noise.sigma);
  for (Eigen::Index k = 0; k < count; ++k) {
    information(3 * k, 3 * k) += weight;
    right(3 * k) += weight * samples[static_cast<std::size_t>(k)];
    if (k == 0) continue;
    const double d = time[static_cast<std::size_t>(k)] - time[static_cast<std::size_t>(k) - 1];
    Eigen::Matrix3d f, q;
    f << 1, d, d * d / 2, 0, 1, d, 0, 0, 1;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const double factorials[] = {2, 1, 1};
        q(i, j) = noise.jerk_density * std::pow(d, 5 - i - j) / (5 - i - j) / factorials[i] / factorials[j];
      }
    Eigen::Matrix<double, 3, 6> difference;
    difference << -f, Eigen::Matrix3d::Identity();
    information.block<6, 6>(3 * k - 3, 3 * k - 3) += difference.transpose() * q.inverse() * difference;
  }
  const Eigen::MatrixXd covariance = information.inverse();
  return {covariance * right, covariance};
}

TEST(KalmanSmoother, IsTheLeastSquaresSolutionOverAllSamplesAtOnce) {
  Noise random(1);
  const KalmanNoise noise{0.02, 0.3};
  const Vector time = jittered_time(25, 0.5, random);
  const Motion motion = random_jerk_motion(time, noise.jerk_density, noise.sigma, random);
  const Batch truth = batch(time, motion.measured, noise);
  const KalmanSmoothed smoothed = kalman_smooth(time, motion.measured, noise);
  for (std::size_t k = 0; k < time.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(3 * k);
    const Eigen::Matrix3d p = truth.covariance.block<3, 3>(at, at);
    const StateCovariance& c = smoothed.covariance[k];
    const auto near = [&](double value, double expected, int i, int j) {
      EXPECT_NEAR(value, expected, 2e-5 * std::sqrt(p(i, i) * p(j, j))) << k << ' ' << i << j;
    };
    near(c.xx, p(0, 0), 0, 0), near(c.xv, p(0, 1), 0, 1), near(c.xa, p(0, 2), 0, 2);
    near(c.vv, p(1, 1), 1, 1), near(c.va, p(1, 2), 1, 2), near(c.aa, p(2, 2), 2, 2);
    EXPECT_NEAR(smoothed.x[k], truth.state(at), 1e-5 * std::sqrt(p(0, 0)));
    EXPECT_NEAR(smoothed.xd[k], truth.state(at + 1), 1e-5 * std::sqrt(p(1, 1)));
    EXPECT_NEAR(smoothed.xdd[k], truth.state(at + 2), 1e-5 * std::sqrt(p(2, 2)));
  }
}

TEST(KalmanSmoother, ErrorsOfARandomJerkAreAsLargeAsTheCovarianceSays) {
  Noise random(2);
  for (const double step : {2e-4, 1.0 / 30}) {
    const double w0 = 0.3 / step, sigma = 1e-4;
    const KalmanNoise noise{sigma, ratio_of_pole(w0, step) * sigma * sigma};
    const Motion m = random_jerk_motion(jittered_time(20000, step, random), noise.jerk_density, sigma, random);
    const KalmanSmoothed s = kalman_smooth(m.time, m.measured, noise);
    double within[3] = {};  // one standard deviation: 68.27 % of normal numbers
    for (std::size_t k = 0; k < m.time.size(); ++k) {
      within[0] += std::abs(s.x[k] - m.x[k]) < std::sqrt(s.covariance[k].xx) ? 1 : 0;
      within[1] += std::abs(s.xd[k] - m.xd[k]) < std::sqrt(s.covariance[k].vv) ? 1 : 0;
      within[2] += std::abs(s.xdd[k] - m.xdd[k]) < std::sqrt(s.covariance[k].aa) ? 1 : 0;
    }
    for (const double inside : within) EXPECT_NEAR(inside / 20000, 0.6827, 0.02);
  }
}

TEST(KalmanSmoother, LosesOfASinusoidWhatTheClosedFormSays) {
  const double step = 1e-3, w0 = 2 * std::numbers::pi * 8;
  KalmanSmoother smoother;
  const Vector time = regular_time(8000, step);
  smoother.prepare(time, ratio_of_pole(w0, step));
  for (const double hz : {1.0, 5.0, 8.0, 12.0, 25.0}) {
    const double w = 2 * std::numbers::pi * hz, gain = 1 / (1 + std::pow(w / w0, 6));
    Vector samples;
    for (const double t : time) samples.push_back(std::sin(w * t));
    SmoothedSignal s;
    smoother.smooth(samples, s);
    for (std::size_t k = 3900; k < 4100; ++k) {
      EXPECT_NEAR(s.x[k], gain * std::sin(w * time[k]), 2e-5);
      EXPECT_NEAR(s.xd[k], gain * w * std::cos(w * time[k]), 2e-4 * w);
      EXPECT_NEAR(s.xdd[k], -gain * w * w * std::sin(w * time[k]), 2e-3 * w * w);
    }
  }
}

TEST(KalmanSmoother, FarFromTheEndsTheVariancesAreThoseOfTheContinuousSmoother) {
  // Integrals of u^2n / (1 + u^6): sigma^2 step w0 / 3, w0^3 / 6 and w0^5 / 3.
  const double step = 2e-4, w0 = 0.01 / step, sigma = 3e-5;
  KalmanSmoother smoother;
  smoother.prepare(regular_time(9000, step), ratio_of_pole(w0, step));
  const StateCovariance p = smoother.covariance(4500, sigma);
  const double density = sigma * sigma * step;
  EXPECT_NEAR(p.xx / (density * w0 / 3), 1, 1e-3);
  EXPECT_NEAR(p.vv / (density * std::pow(w0, 3) / 6), 1, 1e-3);
  EXPECT_NEAR(p.aa / (density * std::pow(w0, 5) / 3), 1, 5e-3);
}

TEST(KalmanSmoother, AParabolaPassesUnchangedUpToTheEnds) {
  Noise random(3);
  for (const double pole : {0.01, 0.2, 3.0}) {
    const Vector time = jittered_time(600, 0.01, random);
    Vector samples;
    for (const double t : time) samples.push_back(5 - 2 * t + 0.7 * t * t);
    SmoothedSignal s;
    KalmanSmoother smoother;
    smoother.prepare(time, ratio_of_pole(pole / 0.01, 0.01));
    smoother.smooth(samples, s);
    for (std::size_t k = 0; k < time.size(); ++k) {
      EXPECT_NEAR(s.x[k], samples[k], 1e-10);
      EXPECT_NEAR(s.xd[k], -2 + 1.4 * time[k], 1e-8);
      EXPECT_NEAR(s.xdd[k], 1.4, 1e-5);
    }
  }
}

TEST(KalmanSmoother, CovariancesStayPositiveDefiniteForEveryStepAndBandwidth) {
  Noise random(4);
  for (const double pole : {1e-4, 1e-2, 1.0, 30.0})
    for (const double step : {2e-4, 1.0 / 30}) {
      KalmanSmoother smoother;
      Vector time = jittered_time(20000, step, random);
      time[500] = time[501];
      for (std::size_t k = 10000; k < time.size(); ++k) time[k] += 9 * step;
      smoother.prepare(time, ratio_of_pole(pole / step, step));
      for (std::size_t k = 0; k < time.size(); ++k)
        ASSERT_TRUE(positive_definite(smoother.covariance(k, 1))) << pole << ' ' << step << ' ' << k;
    }
}

TEST(KalmanSmoother, SettledGainsGiveWhatTheFullRecursionGives) {
  // A jitter of a few parts in 10^9 keeps the gains from being reused, and changes nothing else.
  Noise random(5);
  const Vector equal = regular_time(4000, 1e-3);
  Vector shaken = equal;
  for (std::size_t k = 0; k < shaken.size(); ++k) shaken[k] += 1e-3 * (k % 2 == 0 ? 3e-9 : -3e-9);
  const Motion m = fourier_motion(equal, 1e-4, random);
  const KalmanNoise noise{1e-4, 1e-8 * ratio_of_pole(60, 1e-3)};
  const KalmanSmoothed a = kalman_smooth(equal, m.measured, noise), b = kalman_smooth(shaken, m.measured, noise);
  for (std::size_t k = 0; k < equal.size(); ++k) {
    EXPECT_NEAR(a.x[k], b.x[k], 1e-9);
    EXPECT_NEAR(a.covariance[k].aa / b.covariance[k].aa, 1, 1e-6);
  }
}

TEST(KalmanSmoother, CutoffAndRatioAreInverse) {
  for (const double cutoff : {0.5, 12.0, 100.0, 240.0})
    EXPECT_NEAR(cutoff_of_ratio(ratio_of_cutoff(cutoff, 0.002), 0.002) / cutoff, 1, 1e-9);
  const double w0 = std::pow(ratio_of_cutoff(12, 0.002) / 0.002, 1.0 / 6), w = 2 * std::numbers::pi * 12;
  EXPECT_NEAR(1 / (1 + std::pow(w / w0, 6)), std::sqrt(0.5), 1e-8);
  EXPECT_EQ(cutoff_of_ratio(1e40, 0.002), 250);
}

TEST(KalmanSmoother, LosesThreeDecibelAtTheCutoffHoweverNearItIsToHalfTheSamplingRate) {
  const double step = 0.01;
  const Vector time = regular_time(6000, step);
  for (const double cutoff : {3.0, 20.0, 40.0, 48.0}) {
    const double w = 2 * std::numbers::pi * cutoff;
    Vector samples;
    for (const double t : time) samples.push_back(std::sin(w * t));
    const Vector x = smooth_alike(time, samples, ratio_of_cutoff(cutoff, step));
    double product = 0, square = 0;
    for (std::size_t k = 1000; k < 5000; ++k) product += x[k] * samples[k], square += samples[k] * samples[k];
    EXPECT_NEAR(product / square, std::sqrt(0.5), 1e-6) << cutoff;
  }
}

TEST(KalmanSmoother, OneOrTwoSamplesAreNoFailure) {
  KalmanSmoother smoother;
  SmoothedSignal s;
  smoother.prepare(Vector{}, 1);
  smoother.smooth(Vector{}, s);
  EXPECT_TRUE(s.x.empty());
  smoother.prepare(Vector{3}, 1);
  smoother.smooth(Vector{7}, s);
  EXPECT_NEAR(s.x[0], 7, 1e-12);
  smoother.prepare(Vector{3, 3.5}, 1);
  smoother.smooth(Vector{7, 8}, s);
  EXPECT_NEAR(s.x[1], 8, 1e-9);
  EXPECT_NEAR(s.xd[0], 2, 1e-9);
}

TEST(KalmanSmoother, TimeThatRunsBackwardsIsAnError) {
  KalmanSmoother smoother;
  EXPECT_THROW(smoother.prepare(Vector{0, 1, 0.5}, 1), ComputationError);
  EXPECT_THROW(smoother.prepare(Vector{0, 1, std::nan("")}, 1), ComputationError);
  EXPECT_THROW(smoother.prepare(Vector{0, 1}, 0), ComputationError);
}

TEST(KalmanSmoother, AnotherSignalIsSmoothedByTheSameFilter) {
  Noise random(6);
  const Motion m = fourier_motion(jittered_time(500, 0.01, random), 1e-3, random);
  const KalmanNoise noise{1e-3, 1e-6 * ratio_of_pole(50, 0.01)};
  EXPECT_EQ(smooth_alike(m.time, m.measured, noise.ratio()), kalman_smooth(m.time, m.measured, noise).x);
}

}  // namespace torsor::test::kalman_smoother_test
