#include <gtest/gtest.h>

#include <cmath>

#include "cli/answer.hpp"

namespace torsor::test::cli_derivatives_test {

using Matrix = std::vector<std::vector<double>>;

TEST(Derivatives, OfTheTorquesOfTwoRodsAreThoseOfTheirClosedForm) {  // 002: tau = B qdd + ..., B by its closed form
  const double c2 = std::cos(0.4), s1 = std::sin(0.1), s12 = std::sin(0.5);
  const Json json = answer("derivatives two-rods --q 0.1,0.4 --qd 0,0 --qdd 0,0");
  EXPECT_EQ(keys(json), (Keys{"joints", "dtau_dq", "dtau_dqd", "dtau_dqdd"}));
  const auto B = json["dtau_dqdd"].get<Matrix>(), K = json["dtau_dq"].get<Matrix>();
  EXPECT_NEAR(B[0][0], 5 / 3.0 + c2, 1e-12);
  EXPECT_NEAR(B[0][1], 1 / 3.0 + c2 / 2, 1e-12);
  EXPECT_NEAR(K[1][1], -9.81 * s12 / 2, 1e-12);  // g2 = m g l cos(q1 + q2) / 2
  EXPECT_NEAR(K[0][0], -9.81 * (1.5 * s1 + s12 / 2), 1e-12);
  EXPECT_NEAR(K[0][1], K[1][0], 1e-12);
  EXPECT_EQ(json["dtau_dqd"].get<Matrix>(), (Matrix{{0, 0}, {0, 0}}));
}

TEST(Derivatives, OfAccelerationsInvertThoseOfTorques) {
  const std::string state = "derivatives two-rods --q 0.1,0.4 --qd 1,-0.5 --payload 2 --gravity 0,-1,0 ";
  const Json forward = answer(state + "--of forward-dynamics --tau 1,2");
  EXPECT_EQ(keys(forward), (Keys{"joints", "dqdd_dq", "dqdd_dqd", "dqdd_dtau"}));
  const Json motion =
      answer("forward-dynamics two-rods --q 0.1,0.4 --qd 1,-0.5 --payload 2 --gravity 0,-1,0 --tau 1,2");
  const auto qdd = motion["qdd"].get<std::vector<double>>();
  const Json inverse = answer(state + "--of inverse-dynamics --qdd " + list_of(qdd));
  const auto B = inverse["dtau_dqdd"].get<Matrix>();
  const auto product = [&](const char* key, int i, int j) {
    const auto A = forward[key].get<Matrix>();
    return B[i][0] * A[0][j] + B[i][1] * A[1][j];
  };
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      EXPECT_NEAR(product("dqdd_dq", i, j), -inverse["dtau_dq"].get<Matrix>()[i][j], 1e-10);
      EXPECT_NEAR(product("dqdd_dqd", i, j), -inverse["dtau_dqd"].get<Matrix>()[i][j], 1e-10);
      EXPECT_NEAR(product("dqdd_dtau", i, j), i == j, 1e-12);
    }
}

TEST(Derivatives, AboutAPoseAreASwing) {  // a hanging pendulum: t'' = -g t + tau
  const Json json = answer("derivatives one-link --q -90deg --state-space --sample-time 0.1 --modes");
  EXPECT_EQ(keys(json), (Keys{"joints", "tau", "qdd", "A", "B", "sample_time", "A_discrete", "B_discrete", "modes"}));
  const auto A = json["A"].get<Matrix>(), sampled = json["A_discrete"].get<Matrix>();
  EXPECT_NEAR(A[1][0], -9.81, 1e-12);
  EXPECT_EQ(json["B"].get<Matrix>(), (Matrix{{0}, {1}}));
  const double w = std::sqrt(9.81);
  EXPECT_NEAR(sampled[0][0], std::cos(0.1 * w), 1e-14);
  EXPECT_NEAR(sampled[0][1], std::sin(0.1 * w) / w, 1e-14);
  EXPECT_NEAR(json["B_discrete"].get<Matrix>()[0][0], (1 - std::cos(0.1 * w)) / 9.81, 1e-14);
  ASSERT_EQ(json["modes"].size(), 1u);
  const Json& mode = json["modes"][0];
  EXPECT_EQ(keys(mode), (Keys{"eigenvalue", "frequency", "damping_ratio", "shape", "shape_imaginary"}));
  EXPECT_NEAR(mode["frequency"].get<double>(), w, 1e-12);
}

TEST(Derivatives, AboutAMotionHoldItsTorqueOrItsAcceleration) {
  const std::string state = "derivatives two-rods --q 0.1,0.4 --qd 1,-0.5 --state-space ";
  const Json held = answer(state + "--qdd 1,2");
  EXPECT_NEAR(held["qdd"][0].get<double>(), 1, 1e-12);
  const Json same = answer(state + "--tau " + list_of(held["tau"].get<std::vector<double>>()));
  EXPECT_NEAR(same["A"].get<Matrix>()[3][1], held["A"].get<Matrix>()[3][1], 1e-10);
}

TEST(Derivatives, RefuseWhatDoesNotBelongTogether) {
  const std::string state = "derivatives two-rods --q 0,1 ";
  expect_told(state + "--tau 1,2", 2, "--tau: expected --of forward-dynamics, --state-space or --modes beside it");
  expect_told(state + "--of forward-dynamics --qdd 1,2", 2, "--qdd: expected --of inverse-dynamics");
  expect_told(state + "--state-space --tau 1,2 --qdd 1,2", 2, "--tau: expected either it or --qdd");
  expect_told(state + "--modes --qd 1,2", 2, "--modes: expected a robot at rest, without --qd");
  expect_told(state + "--sample-time 0.1", 2, "--sample-time");
  expect_told(state + "--state-space --sample-time 0", 2, "--sample-time");
  expect_told(state + "--of forward-dynamics --modes", 2, "--of");
  expect_told(state + "--of dynamics", 2, "--of");
  expect_told("derivatives two-rods --q 0,1 --of forward-dynamics --set m1=0 --set m2=0", 1,
              "the acceleration has no derivatives");
}

}  // namespace torsor::test::cli_derivatives_test
