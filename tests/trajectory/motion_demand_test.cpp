#include "torsor/trajectory/motion_demand.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace torsor::test::motion_demand_test {

/// A joint that swings as sin(t) for one turn, against a torque of cos(t) and a constant.
struct Swing {
  Trajectory rows;
  TrajectoryTorque torque;
  explicit Swing(double constant) {
    constexpr int count = 10000;
    for (int k = 0; k <= count; ++k) {
      const double t = 2 * std::numbers::pi * k / count;
      rows.time.push_back(t);
      rows.q.push_back({std::sin(t)}), rows.qd.push_back({std::cos(t)}), rows.qdd.push_back({-std::sin(t)});
      torque.tau.push_back({std::cos(t) + constant});
    }
  }
};

TEST(MotionDemand, LooksAtSoManyRowsForASampleThatNoPeakIsMissed) {
  EXPECT_EQ(rows_for_a_sample(0.01, 100), 2000u);
  EXPECT_EQ(rows_for_a_sample(10, 100), 2u);
  EXPECT_EQ(rows_for_a_sample(100, 1000), 1u);
}

TEST(MotionDemand, HasPeaksMeansPowerAndWork) {
  const Swing swing(0.5);
  const MotionDemand demand = motion_demand(swing.rows, swing.torque, {});
  ASSERT_EQ(demand.joints.size(), 1u);
  const JointDemand& joint = demand.joints[0];
  constexpr double pi = std::numbers::pi;
  EXPECT_DOUBLE_EQ(demand.duration, 2 * pi);
  EXPECT_NEAR(joint.lowest, -1, 1e-7);
  EXPECT_NEAR(joint.highest, 1, 1e-7);
  EXPECT_NEAR(joint.velocity, 1, 1e-15);
  EXPECT_NEAR(joint.acceleration, 1, 1e-7);
  EXPECT_NEAR(joint.torque, 1.5, 1e-15);
  EXPECT_NEAR(joint.torque_rms, std::sqrt(0.5 + 0.25), 1e-7);
  EXPECT_NEAR(joint.power, 1.5, 1e-15);
  EXPECT_NEAR(joint.work, pi, 1e-7) << "the mean of cos^2 over a turn is a half";
  EXPECT_NEAR(demand.power, 1.5, 1e-15);
  // cos^2 + cos / 2 is negative from 90 to 120 degrees and back: those parts are given back.
  const auto integral = [](double t) { return t / 2 + std::sin(2 * t) / 4 + std::sin(t) / 2; };
  EXPECT_NEAR(demand.energy, pi - 2 * (integral(2 * pi / 3) - integral(pi / 2)), 1e-6);
  EXPECT_EQ(demand.nearest(), nullptr);
}

TEST(MotionDemand, TheNearestLimitComesFirst) {
  const Swing swing(0);
  JointLimits limits;
  limits.velocity = 2, limits.torque = 1.25, limits.position_low = -3, limits.position_high = 2;
  MotionDemand demand = motion_demand(swing.rows, swing.torque, {limits});
  ASSERT_EQ(demand.limits.size(), 3u) << "there is none of acceleration";
  EXPECT_EQ(demand.nearest()->kind, LimitUse::Kind::torque);
  EXPECT_DOUBLE_EQ(demand.nearest()->share, 0.8);
  EXPECT_EQ(demand.nearest()->time, 0);
  EXPECT_FALSE(demand.nearest()->exceeded());
  EXPECT_EQ(demand.limits[1].kind, LimitUse::Kind::position);
  EXPECT_NEAR(demand.limits[1].share, 0.6, 1e-6) << "1 is 1.5 of 2.5 away from the middle";
  EXPECT_EQ(demand.limits[1].limit, 2);
  limits.position_high = 0.5;
  demand = motion_demand(swing.rows, swing.torque, {limits});
  EXPECT_EQ(demand.nearest()->kind, LimitUse::Kind::position);
  EXPECT_TRUE(demand.nearest()->exceeded());
  EXPECT_NEAR(demand.nearest()->value, 1, 1e-6);
  EXPECT_NEAR(demand.nearest()->time, std::numbers::pi / 2, 1e-3);
}

TEST(MotionDemand, ALimitThatIsReachedIsNotExceededByRounding) {
  const Swing swing(0);
  JointLimits limits;
  limits.velocity = 1 - 1e-12;
  EXPECT_FALSE(motion_demand(swing.rows, swing.torque, {limits}).nearest()->exceeded());
  limits.velocity = 1 - 1e-6;
  EXPECT_TRUE(motion_demand(swing.rows, swing.torque, {limits}).nearest()->exceeded());
}

TEST(MotionDemand, ARangeWithOneEndIsUsedOnlyOutside) {
  const Swing swing(0);
  JointLimits limits;
  limits.position_high = 1.5;
  EXPECT_EQ(motion_demand(swing.rows, swing.torque, {limits}).nearest()->share, 0);
  limits.position_high = 0.5;
  EXPECT_TRUE(motion_demand(swing.rows, swing.torque, {limits}).nearest()->exceeded());
}

}  // namespace torsor::test::motion_demand_test
