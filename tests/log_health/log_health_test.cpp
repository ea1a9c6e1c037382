#include "torsor/log_health/log_health.hpp"

#include <gtest/gtest.h>

#include "log_health/log_health_support.hpp"
#include "robot_files/temporary_file.hpp"

// Each trap of real logs is planted in a log that is otherwise sound, and has to be found, alone.
namespace torsor::test::log_health_test {

TEST(LogHealth, ASoundLogHasNoFindings) {
  const LogHealth health = examined(sound_rows(), true);
  EXPECT_EQ(codes(health), Codes{}) << to_string(health.findings.empty() ? Finding{} : health.findings[0]);
  EXPECT_EQ(health.sound_rows, 4000);
  EXPECT_NEAR(health.period, 0.005, 1e-12);
  EXPECT_NEAR(health.duration, 3999 * 0.005, 1e-9);
  for (const double residual : health.fit.relative_residual) EXPECT_LT(residual, 0.15);
}

TEST(LogHealth, TrueStampsThatJitterAreToldAndKept) {
  LogRows rows = without_rates(sound_rows());
  // The motion is sampled late by a quarter of a step at every other row, and the stamps say so.
  for (std::size_t r = 1; r < rows.time.size(); r += 2) {
    const auto k = static_cast<Eigen::Index>(r);
    rows.q.row(k) += 0.00125 * sound_rows().qd.row(k);
    rows.time[r] += 0.00125;
  }
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), Codes{"timestamp-jitter"});
  EXPECT_FALSE(health.time.uniform);
  EXPECT_NEAR(health.jitter, 0.00125, 1e-5);  // steps of 6.25 and 3.75 ms
}

TEST(LogHealth, FalseStampsOfEvenRowsAreReplaced) {
  LogRows rows = without_rates(sound_rows());
  std::mt19937 random(3);
  std::uniform_real_distribution<double> late(0, 0.004);
  for (std::size_t r = 1; r + 1 < rows.time.size(); ++r) rows.time[r] += late(random);
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), (Codes{"timestamp-jitter", "timestamp-false"}));
  ASSERT_TRUE(health.time.uniform);
  const LogInMemory log(rows);
  const LogRows mended = SoundLog(log, health).read(1000, 3);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(mended.time[k], 0.005 * static_cast<double>(1000 + k), 1e-9);
}

TEST(LogHealth, AFalseRateIsSeenInTheVelocityAndPutRight) {
  LogRows rows = sound_rows();
  rows.qdd.resize(0, 0);
  for (double& t : rows.time) t *= 1.04;
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), Codes{"rate-wrong"});
  EXPECT_NEAR(health.time.scale, 1 / 1.04, 1e-4);
  const LogInMemory log(rows);
  EXPECT_NEAR(SoundLog(log, health).read(3000, 1).time[0], 15, 2e-3);
}

TEST(LogHealth, GapsRepeatedAndBackwardStampsAreTold) {
  LogRows rows = without_rates(sound_rows());
  for (std::size_t r = 2000; r < rows.time.size(); ++r) rows.time[r] += 0.7;
  rows.time[100] = rows.time[99];
  rows.time[500] = rows.time[480];
  const LogHealth health = examined(rows);
  EXPECT_TRUE(codes(health).contains("timestamp-gap"));
  EXPECT_EQ(finding(health, "timestamp-gap").where.line, 2001);
  EXPECT_EQ(finding(health, "timestamp-repeated").where.line, 101);
  EXPECT_EQ(finding(health, "timestamp-backwards").where.line, 501);
  EXPECT_EQ(health.sound_rows, 3998);
}

TEST(LogHealth, AVelocityThatIsNotTheDerivativeIsTold) {
  LogRows rows = sound_rows();
  for (long r = 0; r < 4000; ++r) rows.qd(r, 2) = std::sin(5.3 * static_cast<double>(r) * 0.005);
  rows.qdd.col(4).setRandom();
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), (Codes{"velocity-not-derivative", "acceleration-not-derivative"}));
  EXPECT_EQ(finding(health, "velocity-not-derivative").element, "joint 3: velocity");
  EXPECT_EQ(finding(health, "acceleration-not-derivative").element, "joint 5: acceleration");
}

TEST(LogHealth, VelocityInRpmOrDegreesOrWithTheOtherSignIsTold) {
  const double pi = 3.14159265358979;
  for (const auto& [factor, code, words] : {std::tuple{30 / pi, "velocity-unit", "rpm"},
                                            {180 / pi, "velocity-unit", "deg/s"},
                                            {-1.0, "velocity-sign", "-1"}}) {
    LogRows rows = sound_rows();
    rows.qdd.resize(0, 0);
    rows.qd *= factor;
    const LogHealth health = examined(rows);
    EXPECT_EQ(codes(health), Codes{code});
    EXPECT_NE(finding(health, code).message.find(words), std::string::npos) << finding(health, code).message;
  }
}

TEST(LogHealth, PositionsInDegreesBesideVelocitiesInRadiansAreTold) {
  LogRows rows = sound_rows();
  rows.qdd.resize(0, 0);
  rows.q *= 180 / 3.14159265358979;
  const LogHealth health = examined(rows);
  EXPECT_NE(finding(health, "velocity-unit").fix.find("positions may be in degrees"), std::string::npos)
      << to_string(finding(health, "velocity-unit"));
}

TEST(LogHealth, RowsFarFromAllOthersAreLeftOut) {
  LogRows rows = without_rates(sound_rows());
  rows.q(1234, 3) = 4711;
  rows.tau(77, 0) = -1e9;
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), Codes{"garbage-row"});
  EXPECT_EQ(finding(health, "garbage-row").element, "lines 78, 1235");
  const LogInMemory log(rows);
  const SoundLog sound(log, health);
  EXPECT_EQ(sound.row_count(), 3998);
  EXPECT_EQ(sound.original(77), 78);
  EXPECT_EQ(sound.read(76, 2).time[1], rows.time[78]);
}

TEST(LogHealth, DeadStuckAndSaturatedChannelsAreTold) {
  LogRows rows = without_rates(sound_rows());
  rows.tau.col(5).setConstant(0.25);
  rows.tau.col(1).segment(1000, 300).setConstant(rows.tau(1000, 1));
  rows.tau.col(3) = rows.tau.col(3).cwiseMin(0.7 * rows.tau.col(3).maxCoeff());
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), (Codes{"dead-channel", "stuck-channel", "saturation"}));
  EXPECT_EQ(finding(health, "dead-channel").element, "joint 6: torque");
  EXPECT_EQ(finding(health, "stuck-channel").where.line, 1001);
  EXPECT_EQ(finding(health, "saturation").element, "joint 4: torque");
}

/// Equal steps of an encoder differ in the last decimal of a text.
TEST(LogHealth, CoarsePositionsAreToldThroughTheRoundingOfText) {
  LogRows rows = without_rates(sound_rows());
  constexpr double count = 0.012566370614359173, decimal = 1e-11;
  rows.q.col(2) = ((rows.q.col(2) / count).array().round() * (count / decimal)).round() * decimal;
  const LogHealth health = examined(rows);
  EXPECT_NEAR(health.joints[2].position.resolution, count, 2 * decimal);
  EXPECT_EQ(finding(health, "quantisation").element, "joint 3: position");
}

TEST(LogHealth, AJointThatHardlyMovesAndCoarsePositionsAreTold) {
  LogRows rows = without_rates(sound_rows());
  rows.q.col(0) *= 0.01;
  rows.q.col(2) = (rows.q.col(2) / 0.01).array().round() * 0.01;
  const LogHealth health = examined(rows);
  EXPECT_EQ(codes(health), (Codes{"little-motion", "presliding", "quantisation"}));
  EXPECT_EQ(finding(health, "little-motion").element, "joint 1");
  EXPECT_EQ(finding(health, "quantisation").element, "joint 3: position");
}

TEST(LogHealth, SynchronousMotionIsToldAndLeavesParametersUnseen) {
  const LogHealth health = examined(make_rows({.rows = 2000, .synchronous = true}), true);
  EXPECT_TRUE(codes(health).contains("synchronous-motion"));
  EXPECT_TRUE(codes(health).contains("weak-excitation"));
}

TEST(LogHealth, MotionBeyondTheRobotsLimitsIsTold) {
  std::vector<JointLimits> limits(6);
  limits[3].position_high = 0.1;
  limits[4].torque = 1;
  const LogHealth health = examined(without_rates(sound_rows()), false, {.limits = limits});
  EXPECT_EQ(codes(health), Codes{"beyond-limits"});
  EXPECT_EQ(health.findings.size(), 2u);
}

TEST(LogHealth, AClockThatStandsOrAFewRowsAreOfNoUse) {
  LogRows rows = without_rates(sound_rows());
  std::fill(rows.time.begin(), rows.time.end(), 3.0);
  EXPECT_FALSE(examined(rows).usable());
  EXPECT_FALSE(examined(LogInMemory(without_rates(sound_rows())).read(0, 12)).usable());
}

TEST(LogHealth, AFileTellsLinesAndGoesOnWithTheRest) {
  std::string text = csv_of(LogInMemory(without_rates(sound_rows())).read(0, 400));
  text.insert(text.find('\n') + 1, "# a comment\n");
  const std::size_t cut = text.find("\n0.5,");
  text.insert(cut + 1, "0.4999,1e150,0,0,0,0,0,0,0,0,0,0,0\n0.49991,oops\n");
  const TemporaryFile file(text, ".csv");
  const auto log = open_log(file.path(), {}, 6);
  const LogHealth health = examine_log(*log);
  EXPECT_EQ(codes(health), (Codes{"columns-assumed", "garbage-row", "truncated-row"}));
  EXPECT_EQ(finding(health, "garbage-row").where.line, 103);
  EXPECT_EQ(finding(health, "truncated-row").where.line, 104);
  EXPECT_EQ(health.sound_rows, 400);
  EXPECT_EQ(log->file_row_count(), 402);
}

}  // namespace torsor::test::log_health_test
