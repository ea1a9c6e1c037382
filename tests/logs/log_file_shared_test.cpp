#include "torsor/logs/log_file.hpp"

#include <gtest/gtest.h>

#include <numbers>

// Logs that nobody here wrote; what is expected was converted by hand from the first and some later lines.
namespace torsor::test::log_file_shared_test {

using std::numbers::pi;

std::unique_ptr<LogFile> open(const std::string& log, const std::string& mapping, int joints) {
  const std::string own = TORSOR_SOURCE_DIR "/tests/logs/mappings/" + mapping;
  return open_log(TORSOR_SHARED_DIR "/logs/" + log, read_log_mapping_file(own), joints);
}

TEST(LogFileShared, TheTwoFilesOfTheTx40AreJoinedAndCarriedToTheJoints) {
  const auto log = open("tx40_figaroh/pos_read_data.csv", "tx40.yaml", 6);
  ASSERT_EQ(log->row_count(), 45000);
  EXPECT_TRUE(log->findings().empty());
  const LogRows first = log->read(0, 2);
  EXPECT_DOUBLE_EQ(first.time[1], 0.0002);
  EXPECT_DOUBLE_EQ(first.q(0, 0), 3.1958e-05 / 32);
  EXPECT_NEAR(first.q(0, 1), 50.265 / 32 - pi / 2, 1e-15);
  EXPECT_NEAR(first.q(0, 2), -70.685 / 45 + pi / 2, 1e-15);
  EXPECT_NEAR(first.q(0, 5), -0.00028762 / 32, 1e-18);
  EXPECT_DOUBLE_EQ(first.tau(1, 1), -0.84434 * 32);
  EXPECT_DOUBLE_EQ(first.tau(0, 3), 0.0042945 * -48);
  EXPECT_DOUBLE_EQ(first.tau(0, 4), -0.0036467 * 45 + 0.016623 * 32);
  EXPECT_DOUBLE_EQ(first.tau(0, 5), 0.016623 * 32);
  EXPECT_EQ(first.qd.rows(), 0);
}

TEST(LogFileShared, TheKr300GetsItsHomePositionItsRatiosAndItsMounting) {
  const auto log = open("kr300_kaiserslautern/traj_A.csv", "kr300.yaml", 6);
  ASSERT_EQ(log->row_count(), 2501);
  const LogRows row = log->read(1, 1);
  EXPECT_DOUBLE_EQ(row.time[0], 0.004);
  EXPECT_DOUBLE_EQ(row.q(0, 0), 0.001043087);
  EXPECT_NEAR(row.q(0, 1), 7.460235e-05 - pi / 2, 1e-15);
  EXPECT_NEAR(row.qd(0, 2), -0.0003872024, 1e-18);
  EXPECT_NEAR(row.tau(0, 0), 2.186634 * 1798 / 7, 1e-12);
  EXPECT_NEAR(row.tau(0, 3), -0.2241388 * 221, 1e-12);
  EXPECT_DOUBLE_EQ(row.q_reference(0, 2), pi / 2);
  EXPECT_EQ(log->gravity().value().z, 9.81);
}

TEST(LogFileShared, TheUr10IsReadTheSameWithAndWithoutItsMapping) {
  const auto log = open("ur10_unisa/exciting_trajectory.csv", "ur10.yaml", 6);
  const auto plain = open_log(TORSOR_SHARED_DIR "/logs/ur10_unisa/exciting_trajectory.csv");
  ASSERT_EQ(log->row_count(), 3441);
  ASSERT_EQ(plain->joint_count(), 6);
  const LogRows a = log->read(1000, 700), b = plain->read(1000, 700);
  EXPECT_EQ(a.q, b.q);
  EXPECT_EQ(a.qd, b.qd);
  EXPECT_EQ(a.tau, b.tau);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(log->read(1, 1).tau(0, 2), -38.8397125);
  EXPECT_EQ(log->line(1), 3);
}

TEST(LogFileShared, ThePandaIsReadTheSameWithAndWithoutItsMapping) {
  const auto log = open("panda_unisa/exciting_trajectory.csv", "panda.yaml", 7);
  const auto plain = open_log(TORSOR_SHARED_DIR "/logs/panda_unisa/exciting_trajectory.csv", {}, 7);
  ASSERT_EQ(log->row_count(), 727);
  EXPECT_EQ(log->read(0, 727).tau, plain->read(0, 727).tau);
  EXPECT_EQ(log->read(0, 1).q(0, 6), 0.485454941);
  EXPECT_EQ(log->gravity().value().z, -9.81);
}

TEST(LogFileShared, TheModelsOwnTorqueIsKnownByItsName) {
  const auto log = open_log(TORSOR_SHARED_DIR "/logs/ur10_unisa/validation_trajectory_model.csv");
  EXPECT_EQ(log->joint_count(), 6);
  EXPECT_EQ(log->read(0, 1).tau(0, 1), 62.2241972);
  EXPECT_EQ(log->read(0, 1).qdd(0, 5), -0.750944189);
  EXPECT_EQ(log->torque_name(), "effort_model_1 .. effort_model_6");
}

}  // namespace torsor::test::log_file_shared_test
