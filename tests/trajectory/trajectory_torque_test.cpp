#include "torsor/trajectory/trajectory_torque.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "torsor/core/error.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::trajectory_torque_test {

Model<double> builtin(const char* name) { return build_model<double>(read_builtin_robot(name)); }

/// A motion of the Puma that has every term but springs.
Trajectory motion(int rows) {
  Trajectory result;
  for (int k = 0; k < rows; ++k) {
    std::vector<double> q, qd, qdd;
    for (int j = 0; j < 6; ++j) {
      const double phase = 0.3 * k + j;
      q.push_back(std::sin(phase)), qd.push_back(std::cos(phase)), qdd.push_back(-std::sin(phase));
    }
    result.time.push_back(0.1 * k);
    result.q.push_back(q), result.qd.push_back(qd), result.qdd.push_back(qdd);
  }
  return result;
}

class TorqueAlongAMotion : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(WithLoadFriction, TorqueAlongAMotion, testing::Values(0.0, 0.2));

TEST_P(TorqueAlongAMotion, IsTheInverseDynamicsOfEveryRow) {
  const Model<double> model = changed(builtin("puma560"), [](ModelParts<double>& parts) {
    for (Friction<double>& friction : parts.friction) friction.load = GetParam();
  });
  const Trajectory rows = motion(9);
  Conditions<double> conditions = default_conditions(model);
  conditions.base.linear_acceleration = {1, 2, 3};
  const auto wrenches_at = [&](const std::vector<double>& q) {
    const std::vector<Transform<double>> poses = forward_kinematics(model, q);
    return std::vector<Wrench<double>>{wrench_in_base_axes<double>(model, poses, model.tip, {{1, 0, 2}, {10, 20, 30}}),
                                       wrench_in_base_axes<double>(model, poses, 2, {{3, 4, 0}, {-5, 6, 7}})};
  };
  const TrajectoryTorque torque = trajectory_torque(model, rows, conditions, wrenches_at);
  ASSERT_EQ(torque.tau.size(), rows.q.size());
  EXPECT_EQ(torque.time, rows.time);
  for (std::size_t k = 0; k < rows.q.size(); ++k) {
    const std::vector<Wrench<double>> wrenches = wrenches_at(rows.q[k]);
    conditions.wrenches = wrenches;
    const std::vector<double> expected = inverse_dynamics(model, rows.q[k], rows.qd[k], rows.qdd[k], conditions);
    for (int j = 0; j < model.nv; ++j) EXPECT_NEAR(torque.tau[k][j], expected[j], 1e-11) << k << ", " << j;
  }
}

TEST(TrajectoryTorque, TermsAddUpAndTheirSharesToOne) {
  const Model<double> model = builtin("puma560");
  const TrajectoryTorque torque = trajectory_torque(model, motion(5), default_conditions(model));
  for (int j = 0; j < model.nv; ++j) {
    double share = 0, peak = 0, squares = 0;
    for (const TrajectoryTerm& term : torque.terms) share += term.share[j];
    EXPECT_NEAR(share, 1, 1e-14);
    for (std::size_t row = 0; row < torque.tau.size(); ++row) {
      double sum = 0;
      for (const TrajectoryTerm& term : torque.terms) sum += term.rows[row][j];
      EXPECT_NEAR(torque.tau[row][j], sum, 1e-12);
      peak = std::max(peak, std::abs(sum)), squares += sum * sum;
    }
    EXPECT_NEAR(torque.peak[j], peak, 1e-12);
    EXPECT_NEAR(torque.rms[j], std::sqrt(squares / 5), 1e-12);
  }
}

TEST(TrajectoryTorque, IsWrittenAsATableOfAllTerms) {
  TrajectoryTorque torque{{0.5}, {{3}}, {{"inertia", {{1}}, {0.5}}, {"gravity", {{2}}, {0.5}}}, {3}, {3}};
  EXPECT_EQ(trajectory_torque_csv(torque), "t,tau1,inertia1,gravity1\n0.5,3,1,2\n");
  torque.time.clear();
  EXPECT_EQ(trajectory_torque_csv(torque), "tau1,inertia1,gravity1\n3,1,2\n");
}

TEST(TrajectoryTorque, TheRowWithoutAnAnswerIsTold) {
  const Model<double> model = builtin("one-link");
  const Trajectory rows{{}, {{0}, {0}}, {{0}, {0}}, {{0}, {std::numeric_limits<double>::infinity()}}};
  try {
    trajectory_torque(model, rows, default_conditions(model));
    FAIL() << "the second row has no torque";
  } catch (const ComputationError& error) {
    EXPECT_STREQ(error.what(), "the torque of row 2 is not finite: no result");
  }
}

TEST(LimitViolations, AreTheWorstRowOfEveryKind) {
  const Model<double> model = builtin("one-link");
  const Trajectory rows{{}, {{0}, {-1.25}, {-1.5}}, {{0}, {2.5}, {-2.25}}, {{0}, {0}, {1}}};
  TrajectoryTorque torque;
  torque.tau = {{0}, {20}, {-21}};
  JointLimits limits;
  limits.position_low = -1, limits.position_high = 1, limits.velocity = 2, limits.acceleration = 3, limits.torque = 20;
  const std::vector<LimitViolation> found = limit_violations(model, rows, torque, {limits});
  ASSERT_EQ(found.size(), 3u);  // the acceleration stays within
  const auto expect = [&](const LimitViolation& one, const char* kind, std::size_t row, double value, double limit) {
    EXPECT_EQ(one.kind, kind);
    EXPECT_EQ(one.row, row);
    EXPECT_EQ(one.value, value);
    EXPECT_EQ(one.limit, limit);
  };
  expect(found[0], "position", 3, -1.5, -1);
  expect(found[1], "velocity", 2, 2.5, 2);
  expect(found[2], "torque", 3, -21, -20);
}

}  // namespace torsor::test::trajectory_torque_test
