#include <gtest/gtest.h>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/experiments/payload_estimation.hpp"
#include "torsor/log_health/clean_log.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

// A real log, cut in two, with the torque of a load added to one part: noise, friction and bending are those of a
// robot.
namespace torsor::test::payload_shared_test {

struct Part {
  Inertia<double> load{};
  double from = 0, to = 1;  // of the log
};

/// Rows of a log, with the torque that a load takes along the smoothed motion.
LogInMemory part_of(const LogSource& log, const Model<double>& arm, const Part& part) {
  const long first = std::lround(part.from * static_cast<double>(log.row_count()));
  const long count = std::lround(part.to * static_cast<double>(log.row_count())) - first;
  LogRows rows = log.read(first, count);
  const SmoothedRows motion = smooth(log, first, count, plan_smoothing(log));
  const Model<double> bare = without_friction(arm), heavy = with_payload(bare, arm.tip, part.load);
  for (std::size_t k = 0; k < motion.row.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k), row = static_cast<Eigen::Index>(motion.row[k] - first);
    const Eigen::VectorXd q = motion.q.row(at), qd = motion.qd.row(at), qdd = motion.qdd.row(at);
    const std::vector<double> with = inverse_dynamics(heavy, q, qd, qdd), without = inverse_dynamics(bare, q, qd, qdd);
    for (std::size_t j = 0; j < with.size(); ++j) rows.tau(row, static_cast<Eigen::Index>(j)) += with[j] - without[j];
  }
  return LogInMemory(std::move(rows));
}

TEST(PayloadReal, ALoadThatIsAddedToHalfOfALogOfAUr10IsFound) {
  const Description robot = load_robot("ur10");
  const Model<double> arm = build_model<double>(robot);
  CleanLogOptions opening;
  opening.mapping = read_log_mapping_file(TORSOR_SOURCE_DIR "/tests/logs/mappings/ur10.yaml");
  opening.robot = &arm;
  const CleanLog log(TORSOR_SHARED_DIR "/logs/ur10_unisa/exciting_trajectory.csv", opening);
  const Vector3<double> centre{0.02, -0.01, 0.07};
  const Inertia<double> load = inertia_about_center(2.8, centre, Symmetric3<double>{0.009, 0, 0, 0.008, 0, 0.006});
  for (const bool second : {true, false}) {
    const LogInMemory unloaded = part_of(log.rows(), arm, {{}, second ? 0.0 : 0.5, second ? 0.5 : 1.0});
    const LogInMemory loaded = part_of(log.rows(), arm, {load, second ? 0.5 : 0.0, second ? 1.0 : 0.5});
    const PayloadEstimate found = estimate_payload(robot, {{{"unloaded", &unloaded}}, {{"loaded", &loaded}}});
    EXPECT_LT(std::abs(found.load.mass - 2.8), 3 * found.mass_deviation) << in_words(found);
    EXPECT_LT(std::abs(found.load.mass - 2.8), 0.15) << in_words(found);
    EXPECT_LT(length(found.centre - centre), 0.02) << in_words(found);
    RecordProperty(second ? "second" : "first", in_words(found));
  }
}

}  // namespace torsor::test::payload_shared_test
