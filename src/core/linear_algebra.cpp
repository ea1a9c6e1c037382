#include "torsor/core/linear_algebra.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace torsor::linear_algebra {

MatrixXd cholesky(const MatrixXd& A) {
  const Eigen::LLT<MatrixXd> factor(A);
  return factor.info() == Eigen::Success ? MatrixXd(factor.matrixL()) : MatrixXd();
}

MatrixXd solve_lower(const MatrixXd& L, MatrixXd B) {
  L.triangularView<Eigen::Lower>().solveInPlace(B);
  return B;
}

VectorXd solve_lower(const MatrixXd& L, VectorXd b) {
  L.triangularView<Eigen::Lower>().solveInPlace(b);
  return b;
}

MatrixXd solve_lower_transposed(const MatrixXd& L, MatrixXd B) {
  L.transpose().triangularView<Eigen::Upper>().solveInPlace(B);
  return B;
}

VectorXd solve_lower_transposed(const MatrixXd& L, VectorXd b) {
  L.transpose().triangularView<Eigen::Upper>().solveInPlace(b);
  return b;
}

VectorXd solve_upper_transposed(const MatrixXd& R, const VectorXd& b) {
  return R.transpose().triangularView<Eigen::Lower>().solve(b);
}

VectorXd solve_symmetric(const MatrixXd& A, const VectorXd& b) {
  const Eigen::LDLT<MatrixXd> factor(A);
  return factor.info() == Eigen::Success ? VectorXd(factor.solve(b)) : VectorXd();
}

MatrixXd solve_square(const MatrixXd& A, const MatrixXd& B) {
  const Eigen::FullPivLU<MatrixXd> factor(A);
  return factor.isInvertible() ? MatrixXd(factor.solve(B)) : MatrixXd(0, B.cols());
}

MatrixXd inverse(const MatrixXd& A) { return A.partialPivLu().inverse(); }

SymmetricEigen symmetric_eigen(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  if (solver.info() == Eigen::Success) return {solver.eigenvalues(), solver.eigenvectors()};
  return {VectorXd::Constant(A.rows(), NAN), MatrixXd::Constant(A.rows(), A.cols(), NAN)};
}

VectorXd symmetric_eigenvalues(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A, Eigen::EigenvaluesOnly);
  return solver.info() == Eigen::Success ? solver.eigenvalues() : VectorXd::Constant(A.rows(), NAN);
}

SymmetricEigen3 symmetric_eigen_3(const Eigen::Matrix3d& A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::Vector3d symmetric_eigenvalues_3(const Eigen::Matrix3d& A) {
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

namespace {

/// From here on Jacobi's rotations, which get the last digit of small values, take too long: divide and conquer has the
/// digits that the largest value leaves.
bool is_large(const MatrixXd& A) { return std::min(A.rows(), A.cols()) >= 150; }

}  // namespace

VectorXd singular_values(const MatrixXd& A) {
  if (!is_large(A)) return Eigen::JacobiSVD<MatrixXd>(A).singularValues();
  return Eigen::BDCSVD<MatrixXd>(A).singularValues();
}

RightSingular right_singular(const MatrixXd& A) {
  if (is_large(A)) {
    const Eigen::BDCSVD<MatrixXd> svd(A, Eigen::ComputeFullV);
    if (svd.info() == Eigen::Success) return {svd.singularValues(), svd.matrixV()};
  }
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixV()};
}

MatrixXd triangular_factor(const MatrixXd& A) {
  const Eigen::Index rows = std::min(A.rows(), A.cols());
  return Eigen::HouseholderQR<MatrixXd>(A).matrixQR().topRows(rows).triangularView<Eigen::Upper>();
}

VectorXd least_squares(const MatrixXd& A, const VectorXd& b) { return A.colPivHouseholderQr().solve(b); }

VectorXd minimum_norm(const MatrixXd& A, const VectorXd& b) {
  if (A.rows() == 0 || A.cols() == 0) return VectorXd::Zero(A.cols());
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> factor;
  factor.setThreshold(1e-10);
  factor.compute(A);
  return factor.solve(b);
}

OrthogonalFactors orthogonal_factors(const MatrixXd& A) {
  const Eigen::ColPivHouseholderQR<MatrixXd> factor(A.transpose());
  const MatrixXd R = factor.matrixR().triangularView<Eigen::Upper>();
  return {factor.colsPermutation() * R.transpose(), factor.householderQ()};
}

struct LeastSquaresFactor::Parts {
  Eigen::HouseholderQR<MatrixXd> factor;
};

LeastSquaresFactor::LeastSquaresFactor(const MatrixXd& A)
    : parts_(std::make_shared<Parts>(Parts{Eigen::HouseholderQR<MatrixXd>(A)})) {}

VectorXd LeastSquaresFactor::solve(const VectorXd& b) const { return parts_->factor.solve(b); }

VectorXd unit_scale(const MatrixXd& A) {
  constexpr double least = 1e-280;  // below, squares have lost their digits
  return A.diagonal().unaryExpr([](double x) { return x > least ? 1 / std::sqrt(x) : 1.0; });
}

struct ScaledFactor::Parts {
  VectorXd scale;
  Eigen::LDLT<MatrixXd> factor;
  bool finite = true;
};

ScaledFactor::ScaledFactor(const MatrixXd& A, double added) {
  auto parts = std::make_shared<Parts>();
  parts->scale = unit_scale(A);
  MatrixXd unit = parts->scale.asDiagonal() * A * parts->scale.asDiagonal();
  unit.diagonal().array() += added;
  parts->finite = unit.allFinite();
  parts->factor.compute(unit);
  parts_ = std::move(parts);
}

bool ScaledFactor::full_rank() const {
  if (parts_->scale.size() == 0) return true;
  const VectorXd pivots = parts_->factor.vectorD();
  return parts_->finite && pivots.minCoeff() > 1e-13 * pivots.maxCoeff();
}

MatrixXd ScaledFactor::solve(const MatrixXd& B) const {
  return parts_->scale.asDiagonal() * parts_->factor.solve(parts_->scale.asDiagonal() * B);
}

MatrixXd ScaledFactor::inverse() const {
  const Eigen::Index size = parts_->scale.size();
  return solve(MatrixXd::Identity(size, size));
}

}  // namespace torsor::linear_algebra
