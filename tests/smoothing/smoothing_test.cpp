#include "torsor/smoothing/smoothing.hpp"

#include <gtest/gtest.h>

#include "support/motions.hpp"
#include "torsor/core/error.hpp"

namespace torsor::test::smoothing_test {

using Vector = std::vector<double>;

Eigen::Map<const Eigen::VectorXd> column(const Vector& v) { return {v.data(), static_cast<Eigen::Index>(v.size())}; }

/// Two joints on the given stamps; the second moves like the first, delayed and half as far. The torque is the
/// position.
LogRows two_joints(const Vector& time, double sigma, Noise& noise) {
  Vector later = time;
  for (double& t : later) t += 0.4;
  const Motion a = fourier_motion(time, sigma, noise), b = fourier_motion(later, sigma, noise);
  LogRows rows;
  rows.time = time;
  rows.q.resize(static_cast<Eigen::Index>(time.size()), 2);
  rows.q << column(a.measured), 0.5 * column(b.measured);
  rows.tau = rows.q;
  return rows;
}

SmoothingOptions of_kind(SmoothingKind kind) {
  SmoothingOptions options;
  options.kind = kind;
  return options;
}

constexpr SmoothingKind both[] = {SmoothingKind::kalman, SmoothingKind::butterworth};

double largest(const Eigen::MatrixXd& m) { return m.cwiseAbs().maxCoeff(); }

TEST(Smoothing, PiecesAgreeWithTheWhole) {
  Noise random(1);
  for (const bool jitter : {false, true})
    for (const SmoothingKind kind : both) {
      const Vector time = jitter ? jittered_time(6000, 0.004, random) : regular_time(6000, 0.004);
      const LogInMemory log(two_joints(time, 1e-4, random));
      const SmoothingPlan plan = plan_smoothing(log, of_kind(kind));
      ASSERT_LT(plan.margin, 1500);
      const SmoothedRows whole = smooth(log, 0, 6000, plan);
      ASSERT_EQ(whole.time, time);
      for (long first = 0; first < 6000; first += 1000) {
        const SmoothedRows piece = smooth(log, first, 1000, plan);
        ASSERT_EQ(piece.row.front(), first);
        ASSERT_EQ(piece.row.size(), 1000U);
        const auto compare = [&](const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
          EXPECT_LT(largest(a - b.middleRows(first, 1000)), 1e-9 * largest(b)) << first << ' ' << jitter;
        };
        compare(piece.q, whole.q), compare(piece.qd, whole.qd), compare(piece.qdd, whole.qdd);
        compare(piece.tau, whole.tau), compare(piece.tau_raw, whole.tau_raw);
        if (kind == SmoothingKind::kalman) compare(piece.qdd_variance, whole.qdd_variance);
      }
    }
}

TEST(Smoothing, TorqueAndMotionSeeTheSameFilter) {
  Noise random(2);
  for (const SmoothingKind kind : both) {
    const LogInMemory log(two_joints(jittered_time(2000, 0.004, random), 1e-3, random));
    const SmoothedRows rows = smooth(log, 0, 2000, plan_smoothing(log, of_kind(kind)));
    EXPECT_EQ(largest(rows.tau - rows.q), 0);
    EXPECT_EQ(largest(rows.tau_raw - log.rows().tau), 0);
    EXPECT_GT(largest(rows.tau - rows.tau_raw), 1e-4);
  }
}

TEST(Smoothing, AllJointsShareOneCutoffUnlessTheyAreToHaveTheirOwn) {
  Noise random(3);
  LogRows rows = two_joints(regular_time(4000, 0.004), 1e-6, random);
  for (double& q : rows.q.col(1)) q += 1e-3 * random.normal();
  const LogInMemory log(rows);
  SmoothingOptions options;
  const SmoothingPlan common = plan_smoothing(log, options);
  EXPECT_GT(common.position_cutoff[0], 2 * common.position_cutoff[1]);
  EXPECT_EQ(common.cutoff[0], common.cutoff[1]);
  EXPECT_NEAR(common.noise[1].sigma, 1e-3, 5e-5);
  options.band = SmoothingBand::own;
  EXPECT_EQ(plan_smoothing(log, options).cutoff, common.natural_cutoff);
  options.cutoff = 7;
  EXPECT_EQ(plan_smoothing(log, options).cutoff, (Vector{7, 7}));
  EXPECT_EQ(in_words(plan_smoothing(log, options)), "Kalman smoother, 3 dB at 7 Hz for all joints and torques");
}

TEST(Smoothing, NoisyTorqueLowersTheCutoffButNotBelowTheMotion) {
  Noise random(12);
  LogRows rows = two_joints(regular_time(4000, 0.004), 1e-6, random);
  for (const double sigma : {1e-3, 0.1, 10.0}) {
    LogRows noisy = rows;
    for (int j = 0; j < 2; ++j)
      for (double& tau : noisy.tau.col(j)) tau += sigma * random.normal();
    const SmoothingPlan plan = plan_smoothing(LogInMemory(noisy));
    EXPECT_LT(plan.torque_cutoff[0], plan.position_cutoff[0]);
    EXPECT_EQ(plan.natural_cutoff[0],
              std::min(plan.position_cutoff[0], std::max(plan.torque_cutoff[0], 60 * plan.motion_frequency[0])));
    // sqrt(sum (A w^2)^2 / sum (A w)^2) / 2 pi of the four sinusoids is 1.497 Hz
    EXPECT_NEAR(plan.motion_frequency[0], 1.497, 0.05);
  }
}

TEST(Smoothing, AJointAtRestHasNoVoiceInTheCommonCutoff) {
  Noise random(4);
  LogRows rows = two_joints(regular_time(3000, 0.004), 1e-4, random);
  const double alone = plan_smoothing(LogInMemory(rows)).natural_cutoff[0];
  rows.q.col(1).setConstant(0.3);
  const SmoothingPlan plan = plan_smoothing(LogInMemory(rows));
  EXPECT_EQ(plan.moves, (std::vector<char>{1, 0}));
  EXPECT_NEAR(plan.cutoff[1], alone, 1e-9 * alone);
}

TEST(Smoothing, NothingIsBridgedAcrossAGap) {
  Noise random(5);
  Vector time = regular_time(3000, 0.004);
  for (std::size_t k = 1500; k < time.size(); ++k) time[k] += 5;
  for (const SmoothingKind kind : both) {
    LogRows rows = two_joints(time, 1e-4, random);
    rows.q.bottomRows(1500).array() += 20;  // whatever lies behind the gap
    LogRows alone{{time.begin(), time.begin() + 1500}, rows.q.topRows(1500), {}, {}, rows.tau.topRows(1500), {}};
    const SmoothingPlan plan = plan_smoothing(LogInMemory(rows), of_kind(kind));
    const SmoothedRows both_parts = smooth(LogInMemory(rows), 0, 3000, plan);
    const SmoothedRows first_part = smooth(LogInMemory(alone), 0, 1500, plan);
    EXPECT_EQ(both_parts.time, time);
    EXPECT_LT(largest(both_parts.qdd.topRows(1500) - first_part.qdd), 1e-12 * largest(first_part.qdd));
    EXPECT_LT(largest(both_parts.qd), 15);
  }
}

TEST(Smoothing, AFewRowsBetweenTwoGapsAreLeftOut) {
  Noise random(6);
  Vector time = regular_time(1000, 0.004);
  for (std::size_t k = 500; k < time.size(); ++k) time[k] += 1;
  for (std::size_t k = 503; k < time.size(); ++k) time[k] += 1;
  const LogInMemory log(two_joints(time, 1e-4, random));
  const SmoothedRows rows = smooth(log, 400, 200, plan_smoothing(log));
  ASSERT_EQ(rows.row.size(), 197U);
  EXPECT_EQ(rows.row[99], 499);
  EXPECT_EQ(rows.row[100], 503);
  EXPECT_EQ(rows.q.rows(), 197);
}

/// Root of the mean square of the error of the acceleration, away from the ends.
double acceleration_error(const LogRows& log, const Vector& truth) {
  const LogInMemory source(log);
  const SmoothedRows rows = smooth(source, 0, source.row_count(), plan_smoothing(source));
  const Eigen::Index count = rows.qdd.rows() - 400;
  return (rows.qdd.col(0) - column(truth)).segment(200, count).norm() / std::sqrt(static_cast<double>(count));
}

TEST(Smoothing, TrueTimeStampsBeatTheIndexOfTheRow) {
  Noise random(7);
  const Vector jittered = jittered_time(4000, 0.004, random);
  const Motion m = fourier_motion(jittered, 1e-4, random);
  LogRows true_time = two_joints(jittered, 1e-4, random), by_index = true_time;
  by_index.time = regular_time(4000, (jittered.back() - jittered.front()) / 3999);
  EXPECT_LT(3 * acceleration_error(true_time, m.xdd), acceleration_error(by_index, m.xdd));
}

TEST(Smoothing, VariancesTellTheErrorOfASmoothMotionWithinAFactorOfTwo) {
  Noise random(8);
  const Vector time = jittered_time(4000, 0.004, random);
  const LogInMemory log(two_joints(time, 1e-4, random));
  const SmoothedRows rows = smooth(log, 0, 4000, plan_smoothing(log));
  const Motion truth = fourier_motion(time, 0, random);
  const auto ratio = [](const Eigen::MatrixXd& value, const Vector& x, const Eigen::MatrixXd& variance) {
    return std::sqrt((value.col(0) - column(x)).squaredNorm() / variance.col(0).sum());
  };
  for (const double r : {ratio(rows.q, truth.x, rows.q_variance), ratio(rows.qd, truth.xd, rows.qd_variance),
                         ratio(rows.qdd, truth.xdd, rows.qdd_variance)}) {
    EXPECT_GT(r, 0.5);
    EXPECT_LT(r, 2);
  }
}

TEST(Smoothing, WithoutSmoothingTheRowsArePassedOn) {
  Noise random(9);
  LogRows rows = two_joints(jittered_time(300, 0.004, random), 0, random);
  const Motion truth = fourier_motion(rows.time, 0, random);
  SmoothedRows out =
      smooth(LogInMemory(rows), 10, 200, plan_smoothing(LogInMemory(rows), of_kind(SmoothingKind::none)));
  EXPECT_EQ(largest(out.q - rows.q.middleRows(10, 200)), 0);
  EXPECT_EQ(out.q_variance.rows(), 0);
  for (Eigen::Index k = 0; k < 200; ++k) EXPECT_NEAR(out.qd(k, 0), truth.xd[static_cast<std::size_t>(k) + 10], 1e-4);
  rows.qd = 3 * rows.q;
  out = smooth(LogInMemory(rows), 0, 300, plan_smoothing(LogInMemory(rows), of_kind(SmoothingKind::none)));
  EXPECT_EQ(largest(out.qd - rows.qd), 0);
}

TEST(Smoothing, ACutoffAboveHalfTheSamplingRateIsAnError) {
  Noise random(10);
  const LogInMemory log(two_joints(regular_time(500, 0.01), 1e-4, random));
  SmoothingOptions options;
  options.cutoff = 60;
  EXPECT_THROW(plan_smoothing(log, options), UsageError);
}

TEST(Smoothing, ALogOfNothingButGapsIsAnError) {
  Noise random(11);
  const LogInMemory log(two_joints(regular_time(12, 0.01), 1e-4, random));
  EXPECT_THROW(plan_smoothing(log), ComputationError);
}

}  // namespace torsor::test::smoothing_test
