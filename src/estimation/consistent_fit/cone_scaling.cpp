#include "estimation/consistent_fit/cone_scaling.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

namespace torsor::cone {
namespace {

using Eigen::Matrix4d, Eigen::MatrixXd, Eigen::VectorXd;

Matrix4d block_of(const VectorXd& u, Eigen::Index i) { return matrix_of(u.segment<10>(10 * i)); }

/// The matrix of X -> F X F^T on entries.
Matrix10 congruence(const Matrix4d& F) {
  Matrix10 result;
  for (int row = 0, k = 0; row < 4; ++row)
    for (int column = row; column < 4; ++column, ++k) {
      const Matrix4d product = F.col(row) * F.col(column).transpose();
      result.col(k) =
          row == column ? entries_of(product) : entries_of(std::sqrt(0.5) * (product + product.transpose()));
    }
  return result;
}

}  // namespace

ConeScaling::ConeScaling(int blocks, const VectorXd& u, const VectorXd& s) : point_(u.size()) {
  blocks_.reserve(static_cast<std::size_t>(blocks));
  for (int i = 0; i < blocks; ++i) add_block(block_of(u, i), block_of(s, i));
  const Eigen::Index count = u.size() - first_number();
  numbers_ = (u.tail(count).array() / s.tail(count).array()).sqrt();
  point_.tail(count) = (u.tail(count).array() * s.tail(count).array()).sqrt();
  valid = valid && point_.allFinite() && numbers_.allFinite();
  complementarity = u.dot(s) / static_cast<double>(count + 4L * blocks);
}

void ConeScaling::add_block(const Matrix4d& U, const Matrix4d& S) {
  const Eigen::LLT<Matrix4d> u(U), s(S);
  valid = valid && u.info() == Eigen::Success && s.info() == Eigen::Success;
  const Matrix4d R = s.matrixL(), L = u.matrixL();
  const Eigen::JacobiSVD<Matrix4d> svd(R.transpose() * L, Eigen::ComputeFullU);
  const Eigen::Vector4d& D = svd.singularValues();
  blocks_.push_back({D.cwiseSqrt().cwiseInverse().asDiagonal() * svd.matrixU().transpose() * R.transpose(), D});
  point_.segment<10>(10 * static_cast<Eigen::Index>(blocks_.size() - 1)) = entries_of(Matrix4d(D.asDiagonal()));
}

MatrixXd ConeScaling::scaled(const MatrixXd& K) const {
  MatrixXd result(K.rows(), K.cols());
  Eigen::Index at = 0;
  for (const Block& block : blocks_) {
    result.middleRows<10>(at).noalias() = congruence(block.inverse) * K.middleRows<10>(at);
    at += 10;
  }
  result.bottomRows(numbers_.size()) = numbers_.cwiseInverse().asDiagonal() * K.bottomRows(numbers_.size());
  return result;
}

VectorXd ConeScaling::multipliers(const VectorXd& s) const {
  VectorXd result(s.size());
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const Matrix4d& F = blocks_[i].inverse;
    const auto at = static_cast<Eigen::Index>(i);
    result.segment<10>(10 * at) = entries_of(F.transpose() * block_of(s, at) * F);
  }
  result.tail(numbers_.size()) = s.tail(numbers_.size()).cwiseQuotient(numbers_);
  return result;
}

VectorXd ConeScaling::target(double mu, const VectorXd& du, const VectorXd& ds) const {
  VectorXd result = (mu - du.array() * ds.array()) / point_.array();
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const Matrix4d product = block_of(du, at) * block_of(ds, at);
    Matrix4d t = mu * Matrix4d::Identity() - 0.5 * (product + product.transpose());
    const Eigen::Vector4d& D = blocks_[i].diagonal;
    for (int row = 0; row < 4; ++row)
      for (int column = 0; column < 4; ++column) t(row, column) *= 2 / (D[row] + D[column]);
    result.segment<10>(10 * at) = entries_of(t);
  }
  return result;
}

double ConeScaling::longest_step(const VectorXd& d) const {
  double least = 0;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const Eigen::Vector4d root = blocks_[i].diagonal.cwiseSqrt().cwiseInverse();
    const Matrix4d relative = root.asDiagonal() * block_of(d, static_cast<Eigen::Index>(i)) * root.asDiagonal();
    least = std::min(least, eigenvalues(relative)[0]);
  }
  for (Eigen::Index k = first_number(); k < d.size(); ++k) least = std::min(least, d[k] / point_[k]);
  return least < 0 ? -1 / least : std::numeric_limits<double>::infinity();
}

bool is_inside(int blocks, const VectorXd& u) {
  for (int i = 0; i < blocks; ++i)
    if (Eigen::LLT<Matrix4d>(block_of(u, i)).info() != Eigen::Success) return false;
  return (u.tail(u.size() - 10 * static_cast<Eigen::Index>(blocks)).array() > 0).all();
}

Eigen::Vector4d eigenvalues(const Matrix4d& X) {
  return Eigen::SelfAdjointEigenSolver<Matrix4d>(X, Eigen::EigenvaluesOnly).eigenvalues();
}

VectorXd inverse(int blocks, const VectorXd& u) {
  VectorXd result = u.cwiseInverse();
  for (int i = 0; i < blocks; ++i)
    result.segment<10>(10 * static_cast<Eigen::Index>(i)) = entries_of(block_of(u, i).inverse());
  return result;
}

}  // namespace torsor::cone
