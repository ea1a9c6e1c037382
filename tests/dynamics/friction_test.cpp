#include "torsor/dynamics/friction.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/scalar/dual.hpp"

namespace torsor::test {
namespace {

const Friction<double> shaped{.viscous = 2,
                              .coulomb = 5,
                              .viscous_difference = 0.25,
                              .coulomb_difference = 0.5,
                              .offset = -1,
                              .stribeck = 3,
                              .width = 0.3,
                              .stribeck_velocity = 4};

TEST(Friction, WithAWidthFollowsTheClosedForm) {
  // qd = 0.4: s(0.4, 0.3) = 0.4 / 0.5 = 0.8; qd = 3: s(3, 4) = 0.6, s(3, 0.3) = 3 / sqrt(9.09)
  const double wide = 0.4 / std::sqrt(16.16);
  EXPECT_NEAR(shaped.torque(0.4), 2.25 * 0.4 + 5.5 * 0.8 + 3 * (0.8 - wide) - 1, 1e-15);
  EXPECT_NEAR(shaped.torque(-3.0), -1.75 * 3 - 4.5 * 3 / std::sqrt(9.09) - 3 * (3 / std::sqrt(9.09) - 0.6) - 1, 1e-14);
}

TEST(Friction, WithoutAWidthJumps) {
  EXPECT_EQ((Friction<double>{.coulomb = 5}.torque(1e-9)), 5);
  EXPECT_EQ((Friction<double>{.coulomb = 5}.torque(0.0)), 0);
  EXPECT_NEAR((Friction<double>{.stribeck = 3, .stribeck_velocity = 1}.torque(1e-9)), 3, 1e-8);
  EXPECT_LT((Friction<double>{.stribeck = 3, .stribeck_velocity = 1}.torque(100.0)), 3 * 0.5e-4 * 1.001);
}

TEST(Friction, IsTheDerivativeOfItsDissipation) {
  const Friction<Dual> friction{Dual(2.0),  Dual(5.0), Dual(0.25), Dual(0.5),
                                Dual(-1.0), Dual(3.0), Dual(0.3),  Dual(4.0)};
  for (const double qd : {-2.0, -0.1, 0.05, 0.7, 5.0})
    EXPECT_NEAR(friction.dissipation(Dual(qd, 1.0)).derivative(), shaped.torque(qd), 1e-13) << qd;
}

}  // namespace
}  // namespace torsor::test
