#include "torsor/core/linear_algebra.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace torsor::linear_algebra {
namespace {

const MatrixXd symmetric{{4, 2, 0}, {2, 10, 3}, {0, 3, 5}};  // = L L^T with the L below

TEST(LinearAlgebra, CholeskyOfAMatrixThatWasMultipliedByHand) {
  const MatrixXd L{{2, 0, 0}, {1, 3, 0}, {0, 1, 2}};
  EXPECT_LT((cholesky(symmetric) - L).norm(), 1e-15);
  const MatrixXd B{{2.0}, {7.0}, {6.0}};  // L (1, 2, 2)
  EXPECT_LT((solve_lower(L, B) - VectorXd{{1.0, 2.0, 2.0}}).norm(), 1e-15);
  const MatrixXd C{{4.0}, {8.0}, {4.0}};  // L^T (1, 2, 2)
  EXPECT_LT((solve_lower_transposed(L, C) - VectorXd{{1.0, 2.0, 2.0}}).norm(), 1e-15);
  EXPECT_EQ(cholesky(MatrixXd{{1, 2}, {2, 1}}).rows(), 0) << "it has a negative eigenvalue";
}

TEST(LinearAlgebra, SolvesWhatCanBeSolvedAndSaysWhatCannot) {
  const VectorXd x{{1.0, -2.0, 3.0}};
  EXPECT_LT((solve_symmetric(symmetric, symmetric * x) - x).norm(), 1e-14);
  const MatrixXd square{{0, 2, 1}, {1, 0, 0}, {0, 0, 3}};
  EXPECT_LT((solve_square(square, square * x) - x).norm(), 1e-14);
  EXPECT_EQ(solve_square(MatrixXd{{1, 2}, {2, 4}}, VectorXd{{1.0, 2.0}}).size(), 0);
  EXPECT_LT((inverse(square) * square - MatrixXd::Identity(3, 3)).norm(), 1e-15);
  const MatrixXd twice{{1, 1}, {1, 1}, {0, 0}};  // of all x with x1 + x2 = 3, the shortest is as good as any
  EXPECT_NEAR(least_squares(twice, VectorXd{{3.0, 3.0, 7.0}}).sum(), 3, 1e-14);
  const MatrixXd tall{{1, 0}, {0, 2}, {0, 0}};
  EXPECT_LT((LeastSquaresFactor(tall).solve(VectorXd{{3.0, 4.0, 9.0}}) - VectorXd{{3.0, 2.0}}).norm(), 1e-15);
}

TEST(LinearAlgebra, EigenvaluesOfARotatedDiagonalAscend) {
  const double c = std::cos(0.3), s = std::sin(0.3);
  const MatrixXd R{{c, -s}, {s, c}};
  const MatrixXd A = R * VectorXd{{5.0, -1.0}}.asDiagonal() * R.transpose();
  EXPECT_LT((symmetric_eigenvalues(A) - VectorXd{{-1.0, 5.0}}).norm(), 1e-14);
  const SymmetricEigen eigen = symmetric_eigen(A);
  EXPECT_LT((A * eigen.vectors - eigen.vectors * eigen.values.asDiagonal()).norm(), 1e-14);
}

TEST(LinearAlgebra, WhatIsNoNumberHasNoEigenvalues) {
  const MatrixXd A{{1, NAN}, {NAN, 1}};
  EXPECT_TRUE(std::isnan(symmetric_eigenvalues(A)[0]));
  EXPECT_TRUE(std::isnan(symmetric_eigen(A).values[1]));
}

TEST(LinearAlgebra, ThreeRowsAreLikeAnyOthers) {
  const Eigen::Matrix3d A = symmetric;
  EXPECT_LT((symmetric_eigenvalues_3(A) - symmetric_eigenvalues(symmetric)).norm(), 1e-14);
  const SymmetricEigen3 eigen = symmetric_eigen_3(A);
  EXPECT_LT((A * eigen.vectors - eigen.vectors * eigen.values.asDiagonal()).norm(), 1e-14);
}

TEST(LinearAlgebra, SingularValuesDescendAndTheRestOfVIsTheNullSpace) {
  const MatrixXd wide{{3, 0, 0}, {0, 0, 5}};
  EXPECT_LT((singular_values(wide) - VectorXd{{5.0, 3.0}}).norm(), 1e-15);
  const RightSingular svd = right_singular(wide);
  ASSERT_EQ(svd.V.cols(), 3);
  EXPECT_LT((wide * svd.V.col(2)).norm(), 1e-15);
}

TEST(LinearAlgebra, OrthogonalFactorsPutTheStrongestColumnFirst) {
  const MatrixXd A{{1, 2, 2}, {2, 4, 4.001}};
  const OrthogonalFactors factors = orthogonal_factors(A);
  EXPECT_LT((factors.L * factors.Q.transpose() - A).norm(), 1e-14);
  EXPECT_LT((factors.Q.transpose() * factors.Q - MatrixXd::Identity(3, 3)).norm(), 1e-14);
  EXPECT_GT(factors.L.col(0).norm(), 1000 * factors.L.col(1).norm());
}

TEST(LinearAlgebra, TheTriangularFactorHasTheSameSquares) {
  const MatrixXd A{{1, 2}, {3, 4}, {5, 7}};
  const MatrixXd R = triangular_factor(A);
  EXPECT_EQ(R(1, 0), 0);
  EXPECT_LT((R.transpose() * R - A.transpose() * A).norm(), 1e-13);
}

TEST(LinearAlgebra, AScaledFactorIsBlindToUnits) {
  const VectorXd units{{1e-9, 1.0, 1e9}}, x{{3e9, 2.0, -1e-9}};
  const MatrixXd A = units.asDiagonal() * symmetric * units.asDiagonal();
  const ScaledFactor factor(A);
  EXPECT_TRUE(factor.full_rank()) << "though the eigenvalues of A are 36 powers of ten apart";
  EXPECT_LT((factor.solve(A * x) - x).cwiseQuotient(x).norm(), 1e-14);
  EXPECT_LT((factor.inverse() * A - MatrixXd::Identity(3, 3)).diagonal().norm(), 1e-14);
}

TEST(LinearAlgebra, AScaledFactorKnowsWhenAColumnIsMissing) {
  const MatrixXd A{{4, 0}, {0, 0}};
  EXPECT_FALSE(ScaledFactor(A).full_rank());
  const MatrixXd x = ScaledFactor(A, 1e-9).solve(VectorXd{{8.0, 0.0}});
  EXPECT_NEAR(x(0), 2, 1e-8);
  EXPECT_EQ(x(1), 0);
  EXPECT_EQ(unit_scale(A), (VectorXd{{0.5, 1.0}}));
}

}  // namespace
}  // namespace torsor::linear_algebra
