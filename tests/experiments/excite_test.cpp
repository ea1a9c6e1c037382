#include "torsor/experiments/excite.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/excitation_support.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"

namespace torsor {
namespace {

TEST(ExcitationSearch, BeatsTheBestOfManyRandomMotions) {
  const ExampleProblem example("scara", ExcitationCriterion::d_optimal);
  double best = 1e300;
  for (std::uint64_t seed = 1; seed <= 300; ++seed)
    if (const auto x = random_motion(example.problem, seed, 0)) best = std::min(best, example.problem.value(*x));
  const ExcitationSearchResult found =
      search_excitation(example.problem, random_motion(example.problem, 1, 0.1).value());
  EXPECT_LT(found.value, best);
  EXPECT_GT(example.problem.slacks(found.coefficients).smallest(), 0);
}

TEST(ExcitationSearch, LowersTheConditionNumber) {
  const ExampleProblem example("scara", ExcitationCriterion::condition);
  const Eigen::MatrixXd start = random_motion(example.problem, 1, 0.1).value();
  const auto number = [&](const Eigen::MatrixXd& x) {
    return condition_number(example.information.matrix(motion(example.problem.series().grid(200), x)));
  };
  EXPECT_LT(number(search_excitation(example.problem, start).coefficients), 0.7 * number(start));
}

/// Nothing of the search is used: the series, inverse dynamics and forward kinematics alone.
TEST(Excite, KeepsAllLimitsBetweenTheTimesOfTheSearch) {
  const Description robot = load_robot("ur10");
  ExciteOptions options;
  options.harmonics = 3, options.period = 6, options.starts = 2, options.floor = 0.1, options.clearance = 0;
  const ExcitingMotion found = excite(robot, options);
  const Model<double> model = build_model<double>(robot);
  const std::vector<JointLimits>& limits = found.joint_limits;
  std::vector<double> q(6), qd(6), qdd(6);
  for (int i = 0; i < 4000; ++i) {
    found.series.evaluate(6.0 * i / 4000, q, qd, qdd);
    const std::vector<double> tau = inverse_dynamics<double>(model, q, qd, qdd);
    for (int j = 0; j < 6; ++j) {
      ASSERT_LE(q[j], limits[j].position_high);
      ASSERT_GE(q[j], limits[j].position_low);
      ASSERT_LE(std::abs(qd[j]), limits[j].velocity);
      ASSERT_LE(std::abs(qdd[j]), limits[j].acceleration);
      ASSERT_LE(std::abs(tau[j]), limits[j].torque);
    }
    const auto poses = forward_kinematics<double>(model, q);
    for (const Frame<double>& frame : model.frames)
      if (frame.body > 0) {
        ASSERT_GE((poses[frame.body] * frame.pose.p).z, 0.1 - 1e-9) << frame.name;
      }
  }
  found.series.evaluate(0, q, qd, qdd);
  for (int j = 0; j < 6; ++j) {
    EXPECT_NEAR(qd[j], 0, 1e-12);
    EXPECT_NEAR(qdd[j], 0, 1e-11);
  }
  EXPECT_GE(found.smallest_slack, 0);
  EXPECT_LT(found.smallest_slack, 0.02);
  for (const ExpectedDeviation& one : found.parameters) EXPECT_TRUE(one.deviation > 0 && std::isfinite(one.deviation));
}

TEST(Excite, DoesNotDependOnTheNumberOfThreads) {
  const Description robot = load_robot("scara");
  ExciteOptions options;
  options.harmonics = 3, options.period = 6, options.starts = 3, options.threads = 1;
  const ExcitingMotion one = excite(robot, options);
  options.threads = 3;
  const ExcitingMotion three = excite(robot, options);
  EXPECT_EQ(one.values, three.values);
  EXPECT_EQ(one.series.centre, three.series.centre);
}

TEST(Excite, SaysWhereLimitsLeaveNoPlace) {
  ExciteOptions options;
  options.floor = 100.0, options.starts = 1;
  EXPECT_THROW(excite(load_robot("scara"), options), ComputationError);
  options.floor.reset(), options.harmonics = 1;
  EXPECT_THROW(excite(load_robot("scara"), options), UsageError);
}

}  // namespace
}  // namespace torsor
