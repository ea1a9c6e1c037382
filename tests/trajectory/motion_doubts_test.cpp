#include "torsor/trajectory/motion_doubts.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace torsor::test::motion_doubts_test {

/// q = (a sin t, 0.5 t) over a second; velocities may have a false sign.
Trajectory rows(double amplitude, double sign) {
  Trajectory motion;
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.01 * k;
    motion.time.push_back(t);
    motion.q.push_back({amplitude * std::sin(t), 0.5 * t});
    motion.qd.push_back({sign * amplitude * std::cos(t), 0.5});
    motion.qdd.push_back({-amplitude * std::sin(t), 0});
  }
  return motion;
}

const std::vector<std::string> names{"shoulder", "elbow"};
std::vector<JointLimits> limits() {
  std::vector<JointLimits> both(2);
  both[0].position_low = -1, both[0].position_high = 1, both[0].velocity = 2;
  return both;
}

TEST(MotionDoubts, AMotionWithinItsLimitsHasNone) {
  EXPECT_TRUE(motion_doubts(rows(1, 1), limits(), names).empty());
  EXPECT_TRUE(motion_doubts(rows(1, 1), {}, names).empty());
}

TEST(MotionDoubts, VelocitiesOfAnotherMotionAreTold) {
  EXPECT_EQ(motion_doubts(rows(1, -1), limits(), names),
            std::vector<std::string>{"shoulder: its velocities are not those of its positions"});
}

TEST(MotionDoubts, PositionsAndVelocitiesBeyondLimitsAreToldWithTheirTime) {
  const std::vector<std::string> told = motion_doubts(rows(2.5, 1), limits(), names);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0], "shoulder is 1.104 beyond the limits of its position at 1 s");  // 2.5 sin 1 - 1
  EXPECT_EQ(told[1], "shoulder has a velocity of 2.5 at 0 s, beyond its limit of 2");
}

}  // namespace torsor::test::motion_doubts_test
