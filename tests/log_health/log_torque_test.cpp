#include <gtest/gtest.h>

#include <regex>

#include "log_health/log_health_support.hpp"
#include "robot_files/temporary_file.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

// The torque of a log against the robot's model: signs, sizes, gravity, zeros, and torque that nobody measured.
namespace torsor::test::log_torque_test {

TEST(LogHealth, ASideMountedArmIsRecognised) {
  const LogHealth health = examined(without_rates(make_rows({.gravity = {0, 9.81, 0}})), true);
  EXPECT_EQ(codes(health), Codes{"gravity-direction"});
  ASSERT_TRUE(health.proposed_gravity.has_value());
  EXPECT_NEAR(health.proposed_gravity->y, 9.81, 0.05);
}

TEST(LogHealth, TheMountingOfTheMappingIsTakenInPlaceOfTheRobots) {
  const LogRows rows = without_rates(make_rows({.gravity = {0, 9.81, 0}}));
  EXPECT_EQ(codes(examined(rows, true, {.gravity = Vector3<double>{0, 9.81, 0}})), Codes{});
}

TEST(LogHealth, TheWrongSignOfOneTorqueOrOfAllIsTold) {
  LogRows rows = without_rates(sound_rows());
  rows.tau.col(1) *= -1;
  LogHealth health = examined(rows, true);
  EXPECT_TRUE(codes(health).contains("torque-sign"));
  EXPECT_EQ(finding(health, "torque-sign").element, "joint 2: torque");
  rows = without_rates(sound_rows());
  rows.tau *= -1;
  health = examined(rows, true);
  EXPECT_EQ(codes(health), Codes{"torque-sign"});
  EXPECT_EQ(finding(health, "torque-sign").element, "torque");
}

TEST(LogHealth, ARelativeZeroAndATurnedAxisAreTold) {
  LogRows rows = without_rates(sound_rows());
  rows.q.col(1).array() += 1.5707963267948966;
  EXPECT_EQ(codes(examined(rows, true)), Codes{"position-zero"});
  rows = without_rates(sound_rows());
  rows.q.col(2) *= -1;
  EXPECT_EQ(codes(examined(rows, true)), Codes{"position-sign"});
}

TEST(LogHealth, MotorTorqueInPlaceOfJointTorqueIsTold) {
  LogRows rows = without_rates(sound_rows());
  rows.tau /= 101;
  EXPECT_EQ(codes(examined(rows, true)), Codes{"torque-unit"});
}

TEST(LogHealth, AWrongTorqueConstantOfOneJointIsTold) {
  for (const int joint : {1, 2}) {
    LogRows rows = sound_rows();
    rows.tau.col(joint) *= 1.12;
    const LogHealth health = examined(rows, true);
    EXPECT_EQ(codes(health), Codes{"torque-gain"}) << joint;
    EXPECT_EQ(finding(health, "torque-gain").element, "joint " + std::to_string(joint + 1) + ": torque");
    std::smatch factor;
    ASSERT_TRUE(std::regex_search(finding(health, "torque-gain").message, factor, std::regex("imply ([0-9.]+) times")));
    EXPECT_NEAR(std::stod(factor[1]), 1 / 1.12, 0.02) << joint;
  }
}

/// A log of a built-in robot with typical friction and the faults of real drives, and how it is judged.
struct Made {
  std::string robot, preset = "realistic";
  std::uint64_t seed = 1;
  double rate = 200, seconds = 20;
};
LogRows rows_of(const Made& made) {
  const Description description = load_robot(made.robot);
  const Model<double> model = build_model<double>(description);
  const Excitation excitation = random_excitation(model, joint_limits(description), {.seed = made.seed});
  LogEffects effects = log_effects(made.preset, made.rate);
  effects.seed = made.seed;
  effects.gear_ratio = gear_ratios(description);
  const long rows = std::lround(made.seconds * made.rate);
  return SyntheticLog(with_typical_friction(model, excitation), excitation, effects, rows).read(0, rows);
}
LogHealth examined_as(const std::string& robot, const LogRows& rows) {
  const Model<double> model = build_model<double>(load_robot(robot));
  return examine_log(LogInMemory(rows), &model);
}
std::vector<std::string> elements(const LogHealth& health, const std::string& code) {
  std::vector<std::string> result;
  for (const Finding& one : health.findings)
    if (one.code == code) result.push_back(one.element);
  return result;
}
using Elements = std::vector<std::string>;
void PrintTo(const Made& made, std::ostream* out) { *out << made.robot << ' ' << made.preset; }

class GoodMadeLog : public testing::TestWithParam<Made> {};
TEST_P(GoodMadeLog, BlamesNoTorqueAndNoMounting) {
  const Codes found = codes(examined_as(GetParam().robot, rows_of(GetParam())));
  for (const char* code :
       {"torque-gain", "torque-sign", "torque-simulated", "gravity-direction", "position-zero", "position-sign"})
    EXPECT_FALSE(found.contains(code)) << code;
}
INSTANTIATE_TEST_SUITE_P(LogHealth, GoodMadeLog,
                         testing::Values(Made{"panda", "realistic", 3}, Made{"puma560", "realistic", 3},
                                         Made{"ur5e", "nasty", 3}, Made{"general-6r", "nasty", 3},
                                         Made{"two-rods", "nasty", 3}, Made{"scara", "nasty", 5},
                                         Made{"tx40", "in-class", 6}));

TEST(LogHealth, TheJointWithAWrongTorqueConstantIsNamedAndNoOther) {
  const LogRows good = rows_of({"panda"});
  for (const auto& [joint, factor] : {std::pair{1, 0.9}, {3, 1.2}}) {
    LogRows rows = good;
    rows.tau.col(joint) *= factor;
    EXPECT_EQ(elements(examined_as("panda", rows), "torque-gain"),
              Elements{"joint " + std::to_string(joint + 1) + ": torque"})
        << factor;
  }
}

TEST(LogHealth, TwoJointsThatExplainAWrongTorqueConstantAlikeAreBothNamed) {
  LogRows rows = rows_of({"puma560", "realistic", 3});
  rows.tau.col(1) *= 1.3;
  const LogHealth health = examined_as("puma560", rows);
  EXPECT_EQ(elements(health, "torque-gain"), Elements{"joint 2 or joint 3: torque"});
  EXPECT_NE(finding(health, "torque-gain").message.find("0.775 times that of joint 2, or 1.29 times that of joint 3"),
            std::string::npos)
      << finding(health, "torque-gain").message;
}

TEST(LogHealth, OnlyTorquesThatHaveToBeTurnedRoundAreTold) {
  LogRows rows = rows_of({.robot = "ur10", .rate = 100});
  rows.tau.col(1) *= -1;
  EXPECT_EQ(elements(examined_as("ur10", rows), "torque-sign"), Elements{"joint 2: torque"});
  rows.tau.col(2) *= -1;
  EXPECT_EQ(elements(examined_as("ur10", rows), "torque-sign"), (Elements{"joint 2: torque", "joint 3: torque"}));
  rows = rows_of({"puma560"});
  rows.tau.col(1) *= -1;
  EXPECT_EQ(elements(examined_as("puma560", rows), "torque-sign"), Elements{"joint 2: torque"});
  rows = rows_of({"two-rods"});
  rows.tau.col(0) *= -1;
  EXPECT_EQ(elements(examined_as("two-rods", rows), "torque-sign"), Elements{"joint 1: torque"});
}

TEST(LogHealth, AFitThatIsNotFiniteTellsNothing) {
  for (const double factor : {1e160, 1e300, 1e-200}) {
    LogRows rows = without_rates(sound_rows());
    rows.tau *= factor;
    const LogHealth health = examined(rows, true);
    for (const Finding& one : health.findings) EXPECT_EQ(one.message.find("nan"), std::string::npos) << one.message;
    EXPECT_FALSE(codes(health).contains("torque-simulated")) << factor;
    EXPECT_FALSE(codes(health).contains("torque-sign")) << factor;
  }
}

TEST(LogHealth, TorqueOfASimulatorWithFrictionIsTold) {
  for (const char* robot : {"ur10", "two-rods"}) {
    const LogHealth health = examined_as(robot, rows_of({.robot = robot, .preset = "clean", .rate = 100}));
    EXPECT_TRUE(codes(health).contains("torque-simulated")) << robot;
  }
}

TEST(LogHealth, AMomentOfMotionBlamesNoTorque) {
  const LogRows rows = rows_of({.robot = "ur10", .rate = 100, .seconds = 1});
  const Codes found = codes(examined_as("ur10", rows));
  for (const char* code : {"torque-simulated", "torque-sign", "torque-gain", "gravity-direction"})
    EXPECT_FALSE(found.contains(code)) << code;
}

TEST(LogHealth, TorqueOfASimulatorIsTold) {
  const LogHealth health = examined(without_rates(make_rows({.noise = 0, .friction = false})), true);
  EXPECT_EQ(codes(health), Codes{"torque-simulated"});
}

}  // namespace torsor::test::log_torque_test
