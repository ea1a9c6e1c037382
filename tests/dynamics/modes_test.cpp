#include "torsor/dynamics/modes.hpp"

#include <gtest/gtest.h>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/state_space.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::modes_test {

constexpr double right_angle = 1.5707963267948966, g = 9.81;

std::vector<Mode> modes_of(const char* name, const std::vector<double>& q, const Overrides& overrides = {}) {
  const Model<double> model = build_model<double>(read_builtin_robot(name, overrides));
  const std::vector<double> still(model.nv, 0.0);
  const std::vector<double> holds = inverse_dynamics<double>(model, q, still, still);
  return modes(linearised(model, q, still, holds, default_conditions(model)).continuous.A);
}

TEST(Modes, OfAHangingPendulumAreItsSwing) {  // I t'' = -m g lc t
  const std::vector<Mode> found = modes_of("one-link", {-right_angle}, {{"I", "2"}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].frequency, std::sqrt(g / 2), 1e-12);
  EXPECT_NEAR(found[0].eigenvalue.imag(), std::sqrt(g / 2), 1e-12);
  EXPECT_EQ(*found[0].damping_ratio, 0);
  EXPECT_EQ(found[0].shape, (std::vector<std::complex<double>>{1}));
}

TEST(Modes, ThatNothingHoldsAreTwoZerosForEachJoint) {  // PUMA: the axis of gravity, and the last one
  for (int k = 0; k < 30; ++k) {
    std::vector<double> q(6);
    for (int i = 0; i < 6; ++i) q[i] = std::sin(1.0 + 7 * k + 3 * i);
    const Model<double> model = without_friction(build_model<double>(read_builtin_robot("puma560")));
    const std::vector<double> still(6);
    const std::vector<double> holds = inverse_dynamics<double>(model, q, still, still);
    const std::vector<Mode> found = modes(linearised(model, q, still, holds, default_conditions(model)).continuous.A);
    const auto zeros = std::count_if(found.begin(), found.end(), [](const Mode& mode) { return mode.frequency == 0; });
    EXPECT_EQ(zeros, 4) << k;
    for (const std::complex<double>& entry : found[0].shape) EXPECT_EQ(entry.imag(), 0) << k;
  }
}

TEST(Modes, OfAStandingPendulumAreOneThatFallsAndOneThatFades) {
  const std::vector<Mode> found = modes_of("one-link", {right_angle});
  ASSERT_EQ(found.size(), 2u);
  for (const Mode& mode : found) {
    EXPECT_NEAR(mode.frequency, std::sqrt(g), 1e-12);
    EXPECT_EQ(mode.eigenvalue.imag(), 0);
    EXPECT_NEAR(*mode.damping_ratio, mode.eigenvalue.real() > 0 ? -1 : 1, 1e-12);
  }
  EXPECT_NEAR(found[0].eigenvalue.real() + found[1].eigenvalue.real(), 0, 1e-12);
}

TEST(Modes, OfTwoMassesOnASpringAreTheirSwingAndTheirFall) {  // y'' = -(1/M0 + 1/M1) (k y + c y')
  const std::vector<Mode> found =
      modes_of("mass-spring-damper", {0, g}, {{"M0", "2"}, {"M1", "0.5"}, {"k", "10"}, {"c", "0.8"}});
  const double sum = 1 / 2.0 + 1 / 0.5, frequency = std::sqrt(10 * sum);
  ASSERT_EQ(found.size(), 3u);
  for (int k = 0; k < 2; ++k) {  // nothing holds both together
    EXPECT_EQ(found[k].eigenvalue, 0.0);
    EXPECT_FALSE(found[k].damping_ratio);
  }
  EXPECT_NEAR(found[2].frequency, frequency, 1e-12);
  EXPECT_NEAR(*found[2].damping_ratio, 0.8 * sum / (2 * frequency), 1e-12);
  EXPECT_NEAR(std::abs(found[2].shape[1] - 1.0), 0, 1e-12);           // the second joint is the spring ...
  EXPECT_NEAR(std::abs(found[2].shape[0] - (-0.5 / 2.5)), 0, 1e-12);  // ... and the centre of mass stays
}

TEST(Modes, OfTwoHangingRodsAreThoseOfTheirClosedForm) {  // of length l: w^2 = (3 -+ 6 / sqrt(7)) g / l
  const std::vector<Mode> found = modes_of("two-rods", {-right_angle, 0}, {{"l", "0.7"}});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0].frequency, std::sqrt((3 - 6 / std::sqrt(7)) * g / 0.7), 1e-11);
  EXPECT_NEAR(found[1].frequency, std::sqrt((3 + 6 / std::sqrt(7)) * g / 0.7), 1e-11);
}

}  // namespace torsor::test::modes_test
