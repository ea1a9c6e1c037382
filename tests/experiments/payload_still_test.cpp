#include <gtest/gtest.h>

#include <algorithm>

#include "support/payload_pairs.hpp"
#include "torsor/core/error.hpp"

namespace torsor::test::payload_still_test {

struct StillPair {
  Description robot = load_robot("ur10");
  Vector3<double> centre;
  Inertia<double> load;
  LogInMemory unloaded, loaded;

  explicit StillPair(std::uint64_t seed) : StillPair(seed, std::mt19937_64(seed)) {}
  StillPair(std::uint64_t seed, std::mt19937_64 random)
      : load(random_load(random, centre)), unloaded(still_rows(arm_of(robot, {}), 12, 2 * seed)),
        loaded(
            still_rows(with_payload(arm_of(robot, {}, 1.2), build_model<double>(robot).tip, load), 12, 2 * seed + 1)) {}

  PayloadLogs<NamedLog> logs() const { return {{{"unloaded", &unloaded}}, {{"loaded", &loaded}}}; }
};

PayloadOptions still() {
  PayloadOptions options;
  options.still = true;
  return options;
}

TEST(PayloadStill, PosesAtRestWeighToTwoPercent) {
  double squares = 0, within = 0;
  const int pairs = 20;
  for (int k = 0; k < pairs; ++k) {
    const StillPair pair(static_cast<std::uint64_t>(k) + 1);
    PayloadOptions options = still();
    options.gain_deviation = 0;
    const PayloadEstimate found = estimate_payload(pair.robot, pair.logs(), options);
    const double error = found.load.mass - 2.8;
    squares += error * error / pairs;
    within += std::abs(error) < 1.96 * found.mass_deviation ? 1 : 0;
    EXPECT_EQ(found.poses, 24);
    EXPECT_LT(length(found.centre - pair.centre), 0.02);
    EXPECT_FALSE(found.has_inertia());
  }
  EXPECT_LT(std::sqrt(squares) / 2.8, 0.02);
  EXPECT_GE(within, 16);  // of 20: fewer than that has a chance of 1 in 400 where 95 % is true
  RecordProperty("mass_rms_percent", std::to_string(100 * std::sqrt(squares) / 2.8));
}

TEST(PayloadStill, TheRobotFileGivesTheWeightOfTheRobotWhereNoLogDoes) {
  const StillPair pair(50);
  const PayloadEstimate found = estimate_payload(pair.robot, {{}, {{"loaded", &pair.loaded}}}, still());
  EXPECT_NEAR(found.load.mass, 2.8, 0.06);
  EXPECT_TRUE(std::any_of(found.findings.begin(), found.findings.end(),
                          [](const Finding& finding) { return finding.code == "robot-of-the-file"; }));
}

TEST(PayloadStill, PosesThatAreApproachedFromOneSideAreRefused) {
  const StillPair pair(51);
  LogRows rows = pair.loaded.rows();
  const Eigen::Index few = 350;  // one pose, one approach
  const LogInMemory once({std::vector<double>(rows.time.begin(), rows.time.begin() + few),
                          rows.q.topRows(few),
                          {},
                          {},
                          rows.tau.topRows(few),
                          {}});
  EXPECT_THROW(estimate_payload(pair.robot, {{{"unloaded", &pair.unloaded}}, {{"once", &once}}}, still()),
               ComputationError);
}

}  // namespace torsor::test::payload_still_test
