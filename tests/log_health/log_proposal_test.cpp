#include <gtest/gtest.h>

#include <numbers>

#include "log_health/log_health_support.hpp"
#include "robot_files/temporary_file.hpp"
#include "torsor/log_health/clean_log.hpp"
#include "torsor/logs/write_log.hpp"

// What an examination proposes, and logs that are read so.
namespace torsor::test::log_proposal_test {

using Kind = LogProposal::Kind;

/// A log file of these rows, read as proposed.
CleanLog put_right(const LogRows& rows, const std::string& mapping = "") {
  static const Model<double> robot = logged_robot();
  const TemporaryFile file("", ".csv");
  WriteLogOptions replace;
  replace.existing = Existing::replace;
  write_log(LogInMemory(rows), file.path(), replace);
  CleanLogOptions options;
  if (!mapping.empty()) options.mapping = read_log_mapping(mapping, "map.yaml");
  options.robot = &robot;
  options.apply_proposals = true;
  return CleanLog(file.path(), options);
}

/// Largest differences from the log without faults.
double position_error(const CleanLog& log) {
  return (log.rows().read(0, 500).q - sound_rows().q.topRows(500)).cwiseAbs().maxCoeff();
}
double torque_error(const CleanLog& log) {
  return (log.rows().read(0, 500).tau - sound_rows().tau.topRows(500)).cwiseAbs().maxCoeff();
}

TEST(LogProposals, AMountingIsAppliedAndTold) {
  const CleanLog log = put_right(without_rates(make_rows({.gravity = {0, 9.81, 0}})));
  ASSERT_EQ(log.applied().size(), 1u);
  EXPECT_EQ(log.applied()[0].kind, Kind::gravity);
  EXPECT_LT(log.applied()[0].misfit, 0.5 * log.applied()[0].misfit_before);
  ASSERT_TRUE(log.file().gravity());
  EXPECT_NEAR(log.file().gravity()->y, 9.81, 0.05);
  EXPECT_TRUE(codes(log.health()).contains("proposal-applied"));
  EXPECT_FALSE(codes(log.health()).contains("gravity-direction"));
}

TEST(LogProposals, SignsZerosAndDirectionsComeBackToTheTruth) {
  LogRows signs = without_rates(sound_rows());
  signs.tau.col(1) *= -1;
  EXPECT_LT(torque_error(put_right(signs)), 1e-6);
  LogRows all = without_rates(sound_rows());
  all.tau *= -1;
  EXPECT_LT(torque_error(put_right(all)), 1e-6);
  LogRows zero = without_rates(sound_rows());
  zero.q.col(1).array() += std::numbers::pi / 2;
  EXPECT_LT(position_error(put_right(zero)), 1e-6);
  LogRows turned = without_rates(sound_rows());
  turned.q.col(2) *= -1;
  EXPECT_LT(position_error(put_right(turned)), 1e-6);
}

TEST(LogProposals, AGainComesBackWithinWhatTheNoiseLeaves) {
  LogRows rows = without_rates(sound_rows());
  rows.tau.col(1) *= 1.12;
  const CleanLog log = put_right(rows);
  ASSERT_EQ(log.applied().size(), 1u);
  EXPECT_EQ(log.applied()[0].kind, Kind::torque_gain);
  EXPECT_NEAR(log.applied()[0].value * 1.12, 1, 0.03);
}

TEST(LogProposals, TwoFaultsAreFoundOneAfterTheOther) {
  LogRows rows = without_rates(make_rows({.gravity = {0, 0, 9.81}}));
  rows.tau.col(1) *= -1;
  const CleanLog log = put_right(rows);
  EXPECT_GE(log.applied().size(), 1u);
  EXPECT_TRUE(log.health().proposals.empty());
  for (const double residual : log.health().fit.relative_residual) EXPECT_LT(residual, 0.5);
}

TEST(LogProposals, ChangeAMappingOnTheSideOfTheJoints) {
  LogMapping mapping = read_log_mapping(
      "position: {columns: [1, 2], offset: [0.1, 0.2], matrix: [[2, 0], [1, 3]]}\n"
      "torque: {columns: [3, 4], ratio: [5, 7], constants: [2, 2]}\n",
      "map.yaml");
  mapping = with_proposal(mapping, {.kind = Kind::torque_gain, .joints = {1}, .value = 2}, 2);
  EXPECT_EQ(mapping.torque.ratio, (std::vector<double>{5, 14}));
  EXPECT_EQ(mapping.torque.scale, (std::vector<double>{2, 2})) << "constants are constants";
  mapping = with_proposal(mapping, {.kind = Kind::position_sign, .joints = {1}, .value = -1, .torque_too = true}, 2);
  EXPECT_EQ(mapping.torque.ratio, (std::vector<double>{5, -14}));
  EXPECT_EQ(mapping.position.offset, (std::vector<double>{0.1, -0.2}));
  EXPECT_EQ(mapping.position.matrix(0, 1), 0);
  EXPECT_EQ(mapping.position.matrix(1, 0), 1) << "motor = matrix * joint: the column of the joint turns";
  EXPECT_EQ(mapping.position.matrix(1, 1), -3);
  mapping = with_proposal(mapping, {.kind = Kind::position_zero, .joints = {0}, .value = 0.5}, 2);
  EXPECT_NEAR(mapping.position.offset[0], 0.6, 1e-15);
  mapping = with_proposal(mapping, {.kind = Kind::clock, .value = 1.02}, 2);
  EXPECT_EQ(mapping.time_scale, 1.02);
}

TEST(LogProposals, ASoundLogIsReadAsItIs) {
  const CleanLog log = put_right(without_rates(sound_rows()));
  EXPECT_TRUE(log.applied().empty());
  EXPECT_EQ(torque_error(log), 0) << "written in full precision";
}

}  // namespace torsor::test::log_proposal_test
