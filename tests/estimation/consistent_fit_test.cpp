#include "torsor/estimation/consistent_fit/consistent_fit.hpp"

#include <gtest/gtest.h>

#include "estimation/consistent_fit_support.hpp"

namespace torsor::test::consistent_fit_test {

TEST(ConsistentFit, WithoutNoiseReproducesTheTorquesOfAPossibleRobot) {
  for (const char* robot : {"panda", "tx40", "ur10", "puma560", "two-rods"}) {
    const Experiment experiment(robot, 0, 1);
    const ConsistentFitProblem problem = experiment.problem();
    const ConsistentFitResult fit = consistent_fit(problem);
    EXPECT_TRUE(fit.possible && fit.converged) << robot;
    EXPECT_LE(fit.gap, 1e-9) << robot;
    EXPECT_LT(std::sqrt(experiment.squares(fit.theta)), 1e-8 * experiment.y.norm()) << robot;
    EXPECT_TRUE(is_possible(experiment.layout, fit.theta, problem.thinnest)) << robot;
  }
}

TEST(ConsistentFit, IsPossibleWhereTheLeastSquaresAreNot) {
  for (const char* robot : {"panda", "tx40", "ur10"})
    for (const double noise : {0.02, 0.3}) {
      const Experiment experiment(robot, noise, 2);
      const VectorXd plain = experiment.plain();
      const std::vector<double> unbounded(plain.begin(), plain.end());
      EXPECT_FALSE(is_possible(experiment.layout, unbounded, 0)) << robot;
      const ConsistentFitProblem problem = experiment.problem();
      const ConsistentFitResult fit = consistent_fit(problem);
      EXPECT_TRUE(fit.converged) << robot;
      EXPECT_LE(fit.gap, 1e-9) << robot;
      EXPECT_TRUE(is_possible(experiment.layout, fit.theta, problem.thinnest)) << robot;
      const double squares = experiment.squares(fit.theta), least = experiment.squares(unbounded);
      EXPECT_NEAR(squares, fit.squares, 1e-9 * squares);
      EXPECT_GT(squares, least);
      EXPECT_LE(squares, 1.0011 * experiment.squares(experiment.truth)) << robot;  // a robot that is possible
      EXPECT_LE(squares, 1.0011 * fit.least_squares);
    }
}

TEST(ConsistentFit, ProjectsOnTheConeByHand) {
  // |A theta - y| = |J - J_y|, Frobenius, for J_y = V diag(3, 2, 1, -0.5) V^T with a reflection V: the nearest possible
  // J has 0 in place of -0.5, at the distance 0.5.
  const ParameterLayout layout{{10, Parameter{}}, {-1, 0}, {2, 2}};
  ParameterLayout ten = layout;
  for (int k = 0; k < 10; ++k) ten.entries[k] = {static_cast<ParameterKind>(k), 1, -1};
  const Eigen::Vector4d v = Eigen::Vector4d(1, 2, -1, 0.5).normalized(), values(3, 2, 1, -0.5);
  const Matrix4d V = Matrix4d::Identity() - 2 * v * v.transpose();
  const auto projected = [&](const Eigen::Vector4d& d) { return Matrix4d(V * d.asDiagonal() * V.transpose()); };
  ConsistentFitProblem problem;
  problem.layout = &ten;
  problem.A.resize(16, 10);
  for (int k = 0; k < 10; ++k) {
    const VectorXd unit = VectorXd::Unit(10, k);
    problem.A.col(k) = Eigen::Map<const VectorXd>(pseudo_inertia_of(unit.data()).eval().data(), 16);
  }
  problem.y = Eigen::Map<const VectorXd>(projected(values).eval().data(), 16);
  problem.thinnest = problem.minimum_mass = 0;
  problem.prior = {1, 0, 0, 0, 2, 0, 0, 2, 0, 2};  // J_0 = 1
  problem.strength = 1e-12;
  const ConsistentFitResult fit = consistent_fit(problem);
  EXPECT_TRUE(fit.converged);
  EXPECT_NEAR(fit.objective, 0.125, 1e-9);
  EXPECT_NEAR(fit.lower_bound, 0.125, 1e-9);
  EXPECT_LT((pseudo_inertia_of(fit.theta.data()) - projected(values.cwiseMax(0))).norm(), 1e-5);
  EXPECT_EQ(fit.at_the_limit, std::vector<int>{1});
}

/// The square of the distance to the prior, from its definition: tr((J_0^-1 (J - J_0))^2) for a link, less the least
/// thickness; differences in units of the prior, or of a tenth of what would be felt as much as all, for a number.
MatrixXd metric(const ConsistentFitProblem& problem) {
  const ParameterLayout& layout = *problem.layout;
  const std::vector<double>& prior = *problem.prior;
  MatrixXd G = MatrixXd::Zero(layout.size(), layout.size());
  for (const int at : layout.inertial) {
    if (at < 0) continue;
    const Matrix4d W = above_the_least(&prior[at], problem.thinnest).inverse();
    for (int a = 0; a < 10; ++a)
      for (int b = 0; b < 10; ++b) {
        const VectorXd ea = VectorXd::Unit(10, a), eb = VectorXd::Unit(10, b);
        G(at + a, at + b) =
            (W * above_the_least(ea.data(), problem.thinnest) * W * above_the_least(eb.data(), problem.thinnest))
                .trace();
      }
  }
  for (int c = 0; c < layout.size(); ++c)
    if (layout.entries[c].kind > ParameterKind::izz)
      G(c, c) = std::pow(std::max(std::abs(prior[c]), 0.1 * problem.y.norm() / problem.A.col(c).norm()), -2);
  return G;
}

TEST(ConsistentFit, SatisfiesTheConditionsOfOptimality) {
  // The gradient of the objective is the sum of what the multipliers push: those of a link's ten parameters are the
  // ten entries of a matrix Z, which has to be positive semidefinite and to have no part in common with J.
  const Experiment experiment("tx40", 0.05, 3);
  ConsistentFitProblem problem = experiment.problem();
  problem.prior = experiment.truth;
  problem.strength = 0.05;
  const ConsistentFitResult fit = consistent_fit(problem);
  ASSERT_TRUE(fit.converged);
  const VectorXd theta = Experiment::vector(fit.theta), away = theta - Experiment::vector(experiment.truth);
  const MatrixXd G = metric(problem);
  const VectorXd g = problem.A.transpose() * (problem.A * theta - problem.y) + *problem.strength * G * away;
  EXPECT_NEAR(fit.objective, 0.5 * (fit.squares + *problem.strength * away.dot(G * away)), 1e-9 * fit.objective);
  double complementary = 0;
  for (const int at : experiment.layout.inertial) {
    if (at < 0) continue;
    const Matrix4d J = above_the_least(&fit.theta[at], problem.thinnest);
    Eigen::Matrix<double, 10, 10> pairing;
    std::vector<Matrix4d> basis;
    for (int row = 0; row < 4; ++row)
      for (int column = row; column < 4; ++column) {
        Matrix4d E = Matrix4d::Zero();
        E(row, column) = E(column, row) = 1;
        basis.push_back(E);
      }
    for (int k = 0; k < 10; ++k)
      for (int b = 0; b < 10; ++b) {
        const VectorXd unit = VectorXd::Unit(10, k);
        pairing(k, b) = above_the_least(unit.data(), problem.thinnest).cwiseProduct(basis[b]).sum();
      }
    const VectorXd weights = pairing.partialPivLu().solve(g.segment<10>(at));
    Matrix4d Z = Matrix4d::Zero();
    for (int b = 0; b < 10; ++b) Z += weights[b] * basis[b];
    EXPECT_GT(smallest_eigenvalue(Z), -1e-6 * Z.norm());
    complementary += J.cwiseProduct(Z).sum();
  }
  for (int c = 0; c < experiment.layout.size(); ++c) {
    const ParameterKind kind = experiment.layout.entries[c].kind;
    if (kind <= ParameterKind::izz) continue;
    if (kind != ParameterKind::offset) {
      EXPECT_GT(g[c], -1e-6 * problem.A.col(c).norm());
    }
    complementary += g[c] * (kind == ParameterKind::offset ? 1 : theta[c]);
  }
  EXPECT_NEAR(complementary, 0, 1e-8 * fit.objective);
}

TEST(ConsistentFit, NoPossibleRobotIsBelowTheLowerBound) {
  const Experiment experiment("scara", 0.1, 4);
  ConsistentFitProblem problem = experiment.problem();
  problem.prior = experiment.truth;
  problem.strength = 0.2;
  const ConsistentFitResult fit = consistent_fit(problem);
  EXPECT_LE(fit.lower_bound, fit.objective);
  // The prior itself costs nothing beyond the sum of squares, and neither does any mixture cost more than the ends.
  const double at_prior = 0.5 * experiment.squares(experiment.truth);
  EXPECT_GT(at_prior, fit.objective);
  EXPECT_NEAR(fit.objective, fit.lower_bound, 1e-9 * fit.objective);
}

TEST(ConsistentFit, EveryOfTwoHundredNoisyProblemsIsSolved) {
  const char* robots[] = {"two-rods", "scara", "one-link", "two-point-masses"};
  std::vector<Experiment> exact;
  exact.reserve(4);
  for (const char* robot : robots) exact.emplace_back(robot, 0, 7, Experiment::friction_and_rotors(), 30);
  std::mt19937_64 engine(8);
  double worst = 0;
  for (int k = 0; k < 200; ++k) {
    const double noise = std::pow(10.0, -3 + 0.02 * k);  // up to ten times the torques themselves
    Experiment experiment = exact[k % 4];
    experiment.add_noise(noise, engine);
    ConsistentFitProblem problem = experiment.problem();
    if (k % 3 == 0) problem.prior = experiment.truth;
    problem.tolerance = 1e-8;  // with noise of several times the torques rounding stops some gaps at 1e-9
    const ConsistentFitResult fit = consistent_fit(problem);
    EXPECT_TRUE(fit.converged) << robots[k % 4] << ", noise " << noise << ", gap " << fit.gap;
    EXPECT_TRUE(is_possible(experiment.layout, fit.theta, problem.thinnest)) << robots[k % 4] << ", noise " << noise;
    worst = std::max(worst, fit.gap);
  }
  EXPECT_LE(worst, 1e-8);
}

TEST(ConsistentFit, APriorTellsWhatTheDataCannot) {
  const Experiment experiment("ur10", 0, 5);
  ConsistentFitProblem problem = experiment.problem();
  const auto distance = [&](const ConsistentFitResult& fit) {
    const VectorXd truth = Experiment::vector(experiment.truth);
    return (Experiment::vector(fit.theta) - truth).norm() / truth.norm();
  };
  const ConsistentFitResult without = consistent_fit(problem);
  problem.prior = experiment.truth;
  const ConsistentFitResult with = consistent_fit(problem);
  EXPECT_GT(distance(without), 0.1);
  EXPECT_LT(distance(with), 0.005);
  EXPECT_LT(std::sqrt(experiment.squares(with.theta)), 1e-8 * experiment.y.norm());
}

TEST(ConsistentFit, NoticesATorqueOfTheWrongSign) {
  // The least squares fit turned torques as well as any; no robot has them.
  Experiment experiment("tx40", 0.02, 6);
  experiment.y = -experiment.y;
  const VectorXd plain = experiment.plain();
  EXPECT_LT((experiment.A * plain - experiment.y).norm(), 0.03 * experiment.y.norm());
  const ConsistentFitResult fit = consistent_fit(experiment.problem());
  EXPECT_TRUE(fit.converged);
  EXPECT_GT(fit.squares, 0.25 * experiment.y.squaredNorm());
  EXPECT_FALSE(fit.at_the_limit.empty());
  EXPECT_FALSE(fit.at_zero.empty());
}

}  // namespace torsor::test::consistent_fit_test
