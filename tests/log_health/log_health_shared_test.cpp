#include <gtest/gtest.h>

#include <set>

#include "torsor/log_health/log_health.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

// Logs that nobody here wrote: what is in order has no warning, and what is then made wrong about them is found.
namespace torsor::test::log_health_shared_test {

using Codes = std::set<std::string>;

struct Judged {
  Codes warnings, notes;
  LogHealth health;
};
Judged judged(const std::string& log, const std::string& robot, const LogMapping& mapping = {}) {
  const Model<double> model = build_model<double>(read_builtin_robot(robot));
  Judged result;
  result.health = examine_log(*open_log(TORSOR_SHARED_DIR "/logs/" + log, mapping, model.nv), &model);
  for (const Finding& finding : result.health.findings)
    (finding.severity == Severity::note ? result.notes : result.warnings).insert(finding.code);
  return result;
}
Judged ur10(const std::string& mapping = "rows: [1]") {
  return judged("ur10_unisa/exciting_trajectory.csv", "ur10", read_log_mapping(mapping, "map.yaml"));
}
LogMapping own_mapping(const std::string& name) {
  return read_log_mapping_file(TORSOR_SOURCE_DIR "/tests/logs/mappings/" + name);
}

TEST(LogHealthShared, TheUr10LogIsInOrder) { EXPECT_EQ(ur10().warnings, Codes{}); }

TEST(LogHealthShared, AWrongMountingOfTheUr10IsFound) {
  for (const char* mapping : {"gravity: [9.81, 0, 0]", "gravity: [0, 0, 9.81]", "mounting: [20deg, 0, 0]"}) {
    const Judged found = ur10(mapping);
    EXPECT_EQ(found.warnings, Codes{"gravity-direction"}) << mapping;
    ASSERT_TRUE(found.health.proposed_gravity.has_value()) << mapping;
    EXPECT_NEAR(found.health.proposed_gravity->z, -9.81, 0.1) << mapping;
  }
}

TEST(LogHealthShared, WrongSignsOfTheUr10AreFound) {
  EXPECT_EQ(ur10("torque: {scale: [1, 1, -1, 1, 1, 1]}").warnings, Codes{"torque-sign"});
  EXPECT_EQ(ur10("torque: {scale: -1}").warnings, Codes{"torque-sign"});
  EXPECT_EQ(ur10("position: {scale: [1, 1, -1, 1, 1, 1]}\nvelocity: none").warnings, Codes{"position-sign"});
}

TEST(LogHealthShared, AWrongTorqueConstantOfTheUr10IsFound) {
  // The two hold the same links against gravity, so that either may be wrong.
  for (const auto& [scale, joints] : {std::pair{"[1, 1.15, 1, 1, 1, 1]", "joint 2 or joint 3: torque"},
                                      {"[1, 1, 0.87, 1, 1, 1]", "joint 3 or joint 2: torque"},
                                      {"[1, 1, 1, 1.3, 1, 1]", "joint 4: torque"}}) {
    const Judged found = ur10(std::string("torque: {scale: ") + scale + "}");
    EXPECT_EQ(found.warnings, Codes{"torque-gain"}) << scale;
    EXPECT_EQ(found.health.findings.back().element, joints) << scale;
  }
}

TEST(LogHealthShared, AFalseRateOfTheUr10IsFound) {
  const Judged found = ur10("time: {period: 8.4ms}");  // 5 % too slow
  EXPECT_EQ(found.warnings, Codes{"rate-wrong"});
  EXPECT_NEAR(found.health.time.scale * 8.4, 8, 0.01);
}

// Its positions change by 34.2 ms of its velocities from row to row, stamps are 33.3 ms apart, and 14 rows come twice:
// what publishes the rows runs faster than what measures them.
TEST(LogHealthShared, ThePandaRepeatsRowsAndMovesTwoPairsOfJointsTogether) {
  const Judged found = judged("panda_unisa/exciting_trajectory.csv", "panda", own_mapping("panda.yaml"));
  EXPECT_EQ(found.warnings, (Codes{"repeated-row", "synchronous-motion", "timestamp-false"}));
  EXPECT_EQ(found.health.findings.size(), 4u);  // joints 2 and 3, joints 6 and 7: the changes of position correlate
  EXPECT_EQ(found.health.sound_rows, 713);
  EXPECT_TRUE(found.health.time.uniform);
  EXPECT_NEAR(found.health.period, 0.0341, 0.0002);
}

// The mapping's offsets of joints 2 and 3 are for another zero than the built-in robot's.
TEST(LogHealthShared, TheTx40LogIsInOrderWithTheRobotsOwnZeros) {
  LogMapping mapping = own_mapping("tx40.yaml");
  const Judged found = judged("tx40_figaroh/pos_read_data.csv", "tx40", mapping);
  EXPECT_EQ(found.warnings, Codes{"position-zero"});
  EXPECT_EQ(found.health.findings.back().element, "joint 2: position");
  mapping.position.offset.clear();
  EXPECT_EQ(judged("tx40_figaroh/pos_read_data.csv", "tx40", mapping).warnings, Codes{});
}

TEST(LogHealthShared, TheSecondaryEncodersOfTheKr300AreNotMistakenForPositions) {
  const auto log = open_log(TORSOR_SHARED_DIR "/logs/kr300_kaiserslautern/traj_A.csv");
  EXPECT_EQ(log->columns_in_words()[0], "position: qm1 .. qm6");
  const LogHealth health = examine_log(*log);
  EXPECT_TRUE(health.usable());
  EXPECT_NEAR(health.period, 0.004, 1e-9);
}

}  // namespace torsor::test::log_health_shared_test
