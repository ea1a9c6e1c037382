#include "torsor/control/lqr.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/spatial/eigen.hpp"

namespace torsor::test::lqr_test {

StateSpace two_joints() {
  StateSpace plant{Matrix<double>(4, 4), Matrix<double>(4, 2)};
  plant.A(0, 2) = plant.A(1, 3) = 1;
  const double lower[2][4] = {{12.5, -3.25, -0.4, 0.1}, {-7.75, 21.5, 0.3, -0.6}},
               b[2][2] = {{1.75, -0.6}, {-0.6, 3.2}};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 4; ++j) plant.A(2 + i, j) = lower[i][j];
    for (int j = 0; j < 2; ++j) plant.B(2 + i, j) = b[i][j];
  }
  return plant;
}

const LqrWeights weights{{100, 50}, {1, 2}, {0.1, 0.4}};

/// SciPy 1.17, solve_continuous_are and solve_discrete_are (zero-order hold by expm, 10 ms).
TEST(Lqr, GainsAreThoseOfSciPy) {
  const double continuous[2][4] = {
      {3.9095847898427678e+01, -2.0802801236998230e+00, 7.2511486253798916e+00, -1.5799745900341489e-02},
      {-1.1240112292858609e-01, 1.9837923257133035e+01, 7.6783028567454914e-01, 4.0733584840961958e+00}};
  const double sampled[2][4] = {
      {3.7129315124834015e+01, -1.6550860698167666e+00, 6.9953661732939567e+00, 6.3381134624526686e-02},
      {-8.3639826295002755e-03, 1.9031580270647297e+01, 7.6291090132066186e-01, 3.9099317190524574e+00}};
  const Lqr found = lqr(two_joints(), weights), held = sampled_lqr(two_joints(), weights, 0.01);
  ASSERT_TRUE(found.found && held.found);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j) {
      EXPECT_NEAR(found.K(i, j), continuous[i][j], 1e-10);
      EXPECT_NEAR(held.K(i, j), sampled[i][j], 1e-10);
    }
}

TEST(Lqr, OfADoubleIntegratorIsTheClosedForm) {
  StateSpace plant{Matrix<double>(2, 2), Matrix<double>(2, 1)};
  plant.A(0, 1) = plant.B(1, 0) = 1;
  const Lqr found = lqr(plant, {{9}, {2}, {4}});
  ASSERT_TRUE(found.found);
  EXPECT_NEAR(found.K(0, 0), std::sqrt(9. / 4), 1e-12);
  EXPECT_NEAR(found.K(0, 1), std::sqrt(2. / 4 + 2 * std::sqrt(9. / 4)), 1e-12);
}

TEST(Lqr, OfARobotAboutAPoseMeetsItsEquation) {
  for (const char* name : {"panda", "puma560", "two-rods"}) {
    const Model<double> model = build_model<double>(read_builtin_robot(name));
    const auto n = static_cast<std::size_t>(model.nv);
    const std::vector<double> q(n, 0.4), still(n, 0.0);
    const StateSpace plant = linearised(model, q, still, still, default_conditions(model)).continuous;
    const LqrWeights even{std::vector<double>(n, 1e4), std::vector<double>(n, 10), std::vector<double>(n, 1)};
    const Lqr found = lqr(plant, even);
    ASSERT_TRUE(found.found) << name;
    const Eigen::MatrixXd A = eigen(plant.A), B = eigen(plant.B), P = eigen(found.P), K = eigen(found.K);
    Eigen::MatrixXd Q = Eigen::MatrixXd::Identity(2 * model.nv, 2 * model.nv) * 10;
    Q.topLeftCorner(model.nv, model.nv) *= 1e3;
    const Eigen::MatrixXd left = A.transpose() * P + P * A - P * B * B.transpose() * P + Q;
    EXPECT_LT(left.norm(), 1e-9 * (P * B * B.transpose() * P).norm()) << name;
    EXPECT_LT((K - B.transpose() * P).norm(), 1e-12 * K.norm()) << name;
  }
}

/// Wrists weigh a thousandth of shoulders, and weights go with the square.
TEST(Lqr, IsFoundForEveryArmAndSizeOfWeights) {
  for (const char* name : {"panda", "puma560", "rx90", "tx40", "ur10", "ur5e", "iiwa14", "stanford", "general-6r"})
    for (const double w : {1., 20., 300.}) {
      const Model<double> model = build_model<double>(read_builtin_robot(name));
      const auto n = static_cast<std::size_t>(model.nv);
      const std::vector<double> q(n, 0.4), still(n, 0.0);
      const StateSpace plant = linearised(model, q, still, still, default_conditions(model)).continuous;
      const Matrix<double> M = inertia_matrix(model, q);
      LqrWeights weights_of{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n, 1)};
      for (std::size_t i = 0; i < n; ++i) {
        const double b = M(static_cast<int>(i), static_cast<int>(i));
        weights_of.position[i] = std::pow(w * w * b, 2), weights_of.velocity[i] = 2 * std::pow(w * b, 2);
      }
      const Lqr found = lqr(plant, weights_of), held = sampled_lqr(plant, weights_of, 1e-3);
      ASSERT_TRUE(found.found && held.found) << name << ' ' << w;
      const Eigen::MatrixXd closed = eigen(plant.A) - eigen(plant.B) * eigen(found.K);
      EXPECT_LT(closed.eigenvalues().real().maxCoeff(), 0) << name << ' ' << w;
      const StateSpace sampled = discretised(plant, 1e-3);
      const Eigen::MatrixXd step = eigen(sampled.A) - eigen(sampled.B) * eigen(held.K);
      EXPECT_LT(step.eigenvalues().cwiseAbs().maxCoeff(), 1) << name << ' ' << w;
    }
}

TEST(Lqr, PositionsThatCostNothingAreNotHeld) {
  StateSpace plant{Matrix<double>(2, 2), Matrix<double>(2, 1)};
  plant.A(0, 1) = plant.B(1, 0) = 1;
  EXPECT_FALSE(lqr(plant, {{0}, {1}, {1}}).found);
  EXPECT_FALSE(sampled_lqr(plant, {{0}, {1}, {1}}, 1e-3).found);
  EXPECT_TRUE(lqr(plant, {{1e12}, {1e8}, {1}}).found);
}

TEST(Lqr, WhatCannotBeControlledIsNotFound) {
  StateSpace plant{Matrix<double>(2, 2), Matrix<double>(2, 1)};
  plant.A(0, 0) = 1;  // grows by itself
  plant.A(1, 1) = -1, plant.B(1, 0) = 1;
  EXPECT_FALSE(lqr(plant, {{1}, {1}, {1}}).found);
}

}  // namespace torsor::test::lqr_test
