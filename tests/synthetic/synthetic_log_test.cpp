#include "synthetic/synthetic_log_support.hpp"

#include <numbers>
#include <thread>

#include "torsor/core/error.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/trajectory/motion_samples.hpp"

namespace torsor::test::synthetic_log_test {

using std::numbers::pi;

TEST(CleanLog, IsInverseDynamicsAtTheStatesOfTheExcitation) {
  const Rig rig;
  LogEffects effects;
  effects.rate = 10;
  effects.velocity = VelocityColumn::exact;
  effects.reference = true;
  const LogRows rows = rig.all(effects, 200);
  std::vector<double> q(7), qd(7), qdd(7);
  for (long i = 0; i < 200; ++i) {
    EXPECT_EQ(rows.time[i], static_cast<double>(i) / 10);
    rig.excitation.evaluate(rows.time[i], q, qd, qdd);
    const std::vector<double> tau = inverse_dynamics(rig.model, q, qd, qdd);
    for (int j = 0; j < 7; ++j) {
      EXPECT_EQ(rows.q(i, j), q[j]);
      EXPECT_EQ(rows.qd(i, j), qd[j]);
      EXPECT_EQ(rows.q_reference(i, j), q[j]);
      EXPECT_EQ(rows.tau(i, j), tau[j]);
    }
  }
  EXPECT_EQ(rows.qdd.rows(), 0);
}

/// A motion in rows, run twice: the torque is that of the polynomials between the rows, which are evaluated here.
TEST(CleanLog, OfAMotionInRowsIsInverseDynamicsAtItsStates) {
  const Rig rig;
  const Trajectory written = sampled(rig.excitation, 7, rig.excitation.period(), 50);
  const SampledMotion motion(written);
  LogEffects effects;
  effects.rate = 33;
  effects.velocity = VelocityColumn::exact;
  const auto period = rig.excitation.period();
  const long count = std::lround(2 * period * effects.rate);
  const LogRows rows = SyntheticLog(rig.model, RepeatedMotion(motion), effects, count).read(0, count);
  std::vector<double> q(7), qd(7), qdd(7);
  for (long i = 0; i < count; ++i) {
    motion.evaluate(std::fmod(rows.time[i], period), q, qd, qdd);
    const std::vector<double> tau = inverse_dynamics(rig.model, q, qd, qdd);
    for (int j = 0; j < 7; ++j) {
      EXPECT_NEAR(rows.q(i, j), q[j], 1e-12);
      EXPECT_NEAR(rows.qd(i, j), qd[j], 1e-12);
      EXPECT_NEAR(rows.tau(i, j), tau[j], 1e-9) << i;
    }
  }
}

TEST(CleanLog, HasNoColumnsThatWereNotAskedFor) {
  const LogRows rows = Rig().all({}, 5);
  EXPECT_EQ(rows.qd.rows(), 0);
  EXPECT_EQ(rows.q_reference.rows(), 0);
}

class EveryPreset : public testing::TestWithParam<std::string> {};

TEST_P(EveryPreset, HasTheSameDigitsHoweverItIsRead) {
  const Rig rig;
  const long n = 600;
  const SyntheticLog log = rig.log(log_effects(GetParam(), 1000), 20000);
  const LogRows whole = log.read(3900, n);  // across the border of a block of coloured noise
  for (const long piece : {1L, 7L, 256L})
    for (long first = 0; first < n; first += piece) {
      const long count = std::min(piece, n - first);
      if (piece == 1 && first % 29 != 0) continue;
      const LogRows part = log.read(3900 + first, count);
      expect_same(whole.q.middleRows(first, count), part.q);
      expect_same(whole.tau.middleRows(first, count), part.tau);
      if (whole.qd.rows() > 0) expect_same(whole.qd.middleRows(first, count), part.qd);
      for (long i = 0; i < count; ++i) EXPECT_EQ(whole.time[first + i], part.time[i]);
    }
}

TEST_P(EveryPreset, IsTheSameInSeveralThreads) {
  const SyntheticLog log = Rig().log(log_effects(GetParam(), 1000), 5000);
  LogRows one, other;
  std::thread([&] { one = log.read(1000, 500); }).join();
  std::thread first([&] { one = log.read(1000, 500); }), second([&] { other = log.read(1000, 500); });
  first.join(), second.join();
  expect_same(one.tau, other.tau);
  expect_same(one.q, other.q);
}

INSTANTIATE_TEST_SUITE_P(Presets, EveryPreset, testing::ValuesIn(log_presets()),
                         [](const auto& one) { return one.param == "in-class" ? "in_class" : one.param; });

TEST(Encoder, ErrsByUpToHalfAStepAndEvenly) {
  const Rig rig;
  LogEffects effects;
  const LogRows exact = rig.all(effects, 13000);
  effects.encoder_counts = 4096;
  for (const double gear : {0.0, 50.0}) {
    effects.motor_encoder = gear > 0;
    effects.gear_ratio = {gear > 0 ? gear : 1};
    const double step = 2 * pi / 4096 / effects.gear_ratio[0];
    const Eigen::VectorXd error =
        (rig.all(effects, 13000).q - exact.q).bottomRows(12000).col(0) / step;  // what comes before is at rest
    EXPECT_LE(error.cwiseAbs().maxCoeff(), 0.5 + 1e-9);
    EXPECT_NEAR(error.mean(), 0, 0.02);
    EXPECT_NEAR(mean_square(error), 1.0 / 12, 0.004);
    const Eigen::VectorXd counts = rig.all(effects, 2000).q.col(0) / step;
    EXPECT_LT((counts - counts.array().round().matrix()).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(TorqueNoise, HasTheStatedSizeAndIsWhite) {
  const Rig rig;
  LogEffects effects;
  const LogRows exact = rig.all(effects, 20000);
  effects.torque_noise = {{0.5, 1, 1.5, 2, 2.5, 3, 3.5}, false};
  const Eigen::MatrixXd noise = rig.all(effects, 20000).tau - exact.tau;
  for (int j = 0; j < 7; ++j) {
    const double variance = mean_square(noise.col(j)), stated = std::pow(0.5 * (j + 1), 2);
    EXPECT_NEAR(variance / stated, 1, 0.04);  // four standard errors of 1 %
    EXPECT_NEAR(noise.col(j).head(19999).dot(noise.col(j).tail(19999)) / 19999 / stated, 0, 0.03);
  }
  EXPECT_NEAR(noise.col(0).dot(noise.col(1)) / 20000, 0, 0.02);
}

TEST(TorqueNoise, MayBeAShareOfTheRootMeanSquareOfTheTorque) {
  const Rig rig;
  LogEffects effects;
  const SyntheticLog clean = rig.log(effects, 20000);
  const LogRows exact = clean.read(0, 20000);
  effects.torque_noise = {{0.1}, true};
  const Eigen::MatrixXd noise = rig.all(effects, 20000).tau - exact.tau;
  for (int j = 0; j < 7; ++j) {
    const double rms = std::sqrt(mean_square(exact.tau.col(j)));
    EXPECT_NEAR(clean.torque_rms()[j] / rms, 1, 0.01);
    EXPECT_NEAR(std::sqrt(mean_square(noise.col(j))) / rms, 0.1, 0.003);
  }
}

TEST(ColouredNoise, HasTheStatedVarianceAndAutocorrelation) {
  const Rig rig(false, "one-link");
  const long n = 200000;
  LogEffects effects;
  effects.rate = 500;
  const SyntheticLog exact = rig.log(effects, n);
  effects.coloured_noise = {{2}, false};
  effects.correlation_time = 0.02;  // ten samples
  const Eigen::VectorXd noise = rig.log(effects, n).read(0, n).tau.col(0) - exact.read(0, n).tau.col(0);
  EXPECT_NEAR(mean_square(noise) / 4, 1, 0.04);  // 20,000 independent values: four standard errors
  for (const int lag : {1, 5, 10, 20, 40})
    EXPECT_NEAR(noise.head(n - lag).dot(noise.tail(n - lag)) / static_cast<double>(n - lag) / 4, std::exp(-lag / 10.0),
                0.04)
        << lag;
  double across = 0;  // from the last sample of a block to the first of the next
  const long blocks = n / 4096;
  for (long b = 1; b <= blocks; ++b) across += std::pow(noise[b * 4096] - noise[b * 4096 - 1], 2) / 4;
  EXPECT_NEAR(across / static_cast<double>(blocks), 2 * (1 - std::exp(-0.1)), 0.16);
}

TEST(Jitter, HasTheStatedSizeAndKeepsTheOrderOfTime) {
  const Rig rig;
  const long n = 20000;
  LogEffects effects;
  effects.sample_jitter = 1e-4;
  LogRows rows = rig.all(effects, n);
  std::vector<double> q(7), qd(7), qdd(7);
  double square = 0;
  for (long i = 0; i < n; ++i) {
    square += std::pow(rows.time[i] - static_cast<double>(i) * 1e-3, 2) / static_cast<double>(n);
    if (i > 0) {
      EXPECT_GT(rows.time[i], rows.time[i - 1]);
    }
    rig.excitation.evaluate(rows.time[i], q, qd, qdd);
    EXPECT_EQ(rows.q(i, 2), q[2]);  // the time column tells when it was
  }
  EXPECT_NEAR(std::sqrt(square), 1e-4, 2e-6);
  effects.sample_jitter = 0;
  effects.stamp_jitter = 1e-4;
  const LogRows stamped = rig.all(effects, n);
  square = 0;
  for (long i = 0; i < n; ++i) {
    square += std::pow(stamped.time[i] - static_cast<double>(i) * 1e-3, 2) / static_cast<double>(n);
    rig.excitation.evaluate(static_cast<double>(i) / 1000, q, qd, qdd);
    EXPECT_EQ(stamped.q(i, 2), q[2]);  // the time column is wrong
  }
  EXPECT_NEAR(std::sqrt(square), 1e-4, 2e-6);
}

TEST(RateError, StretchesTheTimeColumnAlone) {
  const Rig rig;
  LogEffects effects;
  effects.rate_error = 0.03;
  const LogRows rows = rig.all(effects, 1000), exact = rig.all({}, 1000);
  EXPECT_NEAR(rows.time[999], 0.999 * 1.03, 1e-12);
  expect_same(rows.q, exact.q);
}

TEST(DroppedRows, LeaveGapsOfTheStatedLengthAndShare) {
  const Rig rig;
  LogEffects effects;
  effects.dropped = 0.01;
  effects.dropped_run = 5;
  const LogRows rows = rig.all(effects, 19800);
  int gaps = 0;
  for (std::size_t i = 1; i < rows.time.size(); ++i) {
    const long steps = std::lround((rows.time[i] - rows.time[i - 1]) * 1000);
    EXPECT_TRUE(steps == 1 || steps == 6 || steps == 11) << steps;
    gaps += static_cast<int>((steps - 1) / 5);
  }
  EXPECT_NEAR(gaps, 40, 2);  // 20,000 samples, 1 % of them in runs of 5
}

TEST(GarbageRows, AreAsManyAsStated) {
  const Rig rig;
  LogEffects effects;
  effects.garbage = 0.01;
  const LogRows rows = rig.all(effects, 20000), exact = rig.all({}, 20000);
  int wrong = 0;
  for (long i = 0; i < 20000; ++i)
    wrong +=
        static_cast<int>(rows.time[i] != exact.time[i] || (rows.q.row(i).array() != exact.q.row(i).array()).any() ||
                         (rows.tau.row(i).array() != exact.tau.row(i).array()).any());
  EXPECT_NEAR(wrong, 200, 60);  // four standard errors
}

TEST(Velocity, ByDifferencesIsLateByHalfItsSpan) {
  const Rig rig;
  LogEffects effects;
  effects.velocity = VelocityColumn::difference;
  effects.velocity_span = 20;
  const LogRows rows = rig.all(effects, 12000);
  std::vector<double> q(7), qd(7), qdd(7);
  for (long i = 5000; i < 12000; i += 97) {
    rig.excitation.evaluate(rows.time[i] - 0.010, q, qd, qdd);
    for (int j = 0; j < 7; ++j) EXPECT_NEAR(rows.qd(i, j), qd[j], 1e-3);
  }
}

TEST(Torque, SaturatesAndHasSteps) {
  const Rig rig;
  LogEffects effects;
  effects.torque_step = {{0.5}, false};
  effects.torque_limit = {{4}, false};
  const LogRows rows = rig.all(effects, 14000), exact = rig.all({}, 14000);
  EXPECT_GT(exact.tau.cwiseAbs().maxCoeff(), 10);
  EXPECT_EQ(rows.tau.cwiseAbs().maxCoeff(), 4);
  const Eigen::MatrixXd steps = rows.tau / 0.5;
  EXPECT_EQ((steps - steps.array().round().matrix()).cwiseAbs().maxCoeff(), 0);
}

TEST(LogEffectsMistake, IsTold) {
  const Rig rig;
  const auto told = [&](auto change) -> std::string {
    LogEffects effects;
    change(effects);
    try {
      rig.log(effects, 10);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(told([](LogEffects& e) { e.sample_jitter = 2e-4, e.stamp_jitter = 1e-4; }),
            "sample jitter and stamp jitter: expected together at most 0.00025 s, a quarter of the sampling interval, "
            "found 0.0003");
  EXPECT_EQ(told([](LogEffects& e) { e.torque_noise = {{1, 2}, false}; }),
            "torque noise: expected 1 number or 7, one for each joint, found 2");
  EXPECT_EQ(told([](LogEffects& e) { e.dropped = 0.7; }), "dropped: expected a number from 0 to 0.5, found 0.7");
  EXPECT_THROW(log_effects("perfect", 1000), UsageError);
}

}  // namespace torsor::test::synthetic_log_test
