#include "torsor/lint/nearest_inertia.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>

namespace torsor::lint::test::nearest_inertia_test {

using Matrix = Eigen::Matrix3d;

Matrix matrix_of(const Entries& I) {
  Matrix matrix;
  matrix << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
  return matrix;
}
Entries entries_of(const Matrix& I) { return {I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2)}; }
Matrix second_moments(const Matrix& I) { return 0.5 * I.trace() * Matrix::Identity() - I; }
double inner(const Matrix& A, const Matrix& B) { return A.cwiseProduct(B).sum(); }

Matrix random_symmetric(std::mt19937& random) {
  std::normal_distribution<double> normal;
  Matrix A;
  for (int k = 0; k < 9; ++k) A(k) = normal(random);
  return A + A.transpose();
}

TEST(NearestInertia, AThinMomentBecomesTheSumOfTheOthers) {
  // By hand: I = diag(1, 1, 3) has E = diag(1.5, 1.5, -0.5), of which the nearest possible one is diag(1.5, 1.5, 0).
  const auto nearest = nearest_possible_inertia({1, 0, 0, 1, 0, 3});
  ASSERT_TRUE(nearest);
  EXPECT_NEAR((*nearest)[0], 1.5, 1e-5);
  EXPECT_NEAR((*nearest)[3], 1.5, 1e-5);
  EXPECT_NEAR((*nearest)[5], 3, 1e-12);
}

TEST(NearestInertia, ANegativeMomentIsLiftedToWhatTheOthersAllow) {
  // By hand: I = diag(-1, 2, 2) has E = diag(2.5, -0.5, -0.5); what is left is a rod along x: diag(0, 2.5, 2.5).
  const auto nearest = nearest_possible_inertia({-1, 0, 0, 2, 0, 2});
  ASSERT_TRUE(nearest);
  EXPECT_NEAR((*nearest)[0], 0, 1e-5);
  EXPECT_NEAR((*nearest)[3], 2.5, 1e-5);
  EXPECT_NEAR((*nearest)[5], 2.5, 1e-5);
}

TEST(NearestInertia, OffDiagonalEntriesThatAreTooLargeShrink) {
  // By hand: E = [[1, 2], [2, 1]] in the plane has the eigenvalues 3 and -1 along (1, 1) and (1, -1); without the
  // second it is [[1.5, 1.5], [1.5, 1.5]]. With Ezz = 1, I = trace(E) - E.
  const auto nearest = nearest_possible_inertia({2, -2, 0, 2, 0, 2});
  ASSERT_TRUE(nearest);
  const Entries expected{2.5, -1.5, 0, 2.5, 0, 3};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR((*nearest)[k], expected[k], 1e-5) << k;
}

TEST(NearestInertia, ABodyStaysAsItIs) {
  const Entries box{0.5, 0.01, -0.02, 0.6, 0.03, 0.7};
  const auto nearest = nearest_possible_inertia(box);
  ASSERT_TRUE(nearest);
  EXPECT_LT(relative_distance(*nearest, box), 1e-15);
}

TEST(NearestInertia, ThereIsNoBodyNearAMatrixWithoutAnyPositiveSecondMoment) {
  EXPECT_FALSE(nearest_possible_inertia({-1, 0, 0, -1, 0, -1}));
  EXPECT_FALSE(nearest_possible_inertia({0, 0, 0, 0, 0, 0}));
}

TEST(NearestInertia, SatisfiesTheConditionsOfOptimality) {
  // [Karush, Kuhn and Tucker] X is the projection of E on { X >= floor } just when X - floor and X - E are positive
  // semidefinite and their product is zero.
  std::mt19937 random(1);
  for (int k = 0; k < 200; ++k) {
    const Matrix I = random_symmetric(random);
    const auto nearest = nearest_possible_inertia(entries_of(I));
    const Matrix E = second_moments(I);
    const double largest = Eigen::SelfAdjointEigenSolver<Matrix>(E).eigenvalues()[2];
    ASSERT_EQ(nearest.has_value(), largest > 0);
    if (!nearest) continue;
    const Matrix slack = second_moments(matrix_of(*nearest)) - flattest * largest * Matrix::Identity();
    const Matrix residual = second_moments(matrix_of(*nearest)) - E;
    const double small = 1e-13 * E.norm();
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix>(slack).eigenvalues()[0], -small);
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix>(residual).eigenvalues()[0], -small);
    EXPECT_LT((slack * residual).norm(), small * E.norm());
  }
}

TEST(NearestInertia, NoOtherBodyIsNearer) {
  // Second moments of point masses are possible bodies, whatever the points.
  std::mt19937 random(2);
  for (int k = 0; k < 200; ++k) {
    const Matrix I = random_symmetric(random), E = second_moments(I);
    const auto nearest = nearest_possible_inertia(entries_of(I));
    if (!nearest) continue;
    const Matrix X = second_moments(matrix_of(*nearest));
    for (int n = 0; n < 50; ++n) {
      const Matrix A = random_symmetric(random), body = A * A.transpose();
      EXPECT_GT((body - E).norm(), (1 - 1e-5) * (X - E).norm());
      EXPECT_GT(inner(X - E, body - X), -2e-5 * E.norm() * (E.norm() + body.norm()));
    }
  }
}

TEST(NearestInertia, ThePseudoInertiaMatrixIsPositiveDefinite) {
  const auto nearest = nearest_possible_inertia({0.01, 0, 0, 0.02, 0, 0.5});
  ASSERT_TRUE(nearest);
  const double mass = 2;
  const Eigen::Vector3d c(0.3, -0.1, 0.7);
  Eigen::Matrix4d J;
  J << second_moments(matrix_of(*nearest)) + mass * c * c.transpose(), mass * c, mass * c.transpose(), mass;
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d>(J).eigenvalues()[0], 0);
}

}  // namespace torsor::lint::test::nearest_inertia_test
