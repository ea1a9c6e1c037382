#include "identification/cone_program.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace torsor {
namespace {

using Eigen::Matrix4d, Eigen::MatrixXd, Eigen::VectorXd;

/// The largest step from X along D that stays in the cone.
double longest_step(const Matrix4d& X, const Matrix4d& D) {
  const Eigen::LLT<Matrix4d> factor(X);
  if (factor.info() != Eigen::Success) return 0;
  const Matrix4d half = factor.matrixL().solve(D);
  const Matrix4d relative = factor.matrixL().solve(half.transpose());
  const double least = Eigen::SelfAdjointEigenSolver<Matrix4d>(relative, Eigen::EigenvaluesOnly).eigenvalues()[0];
  return least < 0 ? -1 / least : std::numeric_limits<double>::infinity();
}

/// The slacks and multipliers of a program, and what is done with them block by block.
class Cone {
 public:
  Cone(int blocks, Eigen::Index size) : blocks_(blocks), size_(size) {}

  int order() const { return static_cast<int>(size_) - 6 * blocks_; }

  bool contains(const VectorXd& u) const {
    for (int i = 0; i < blocks_; ++i)
      if (Eigen::LLT<Matrix4d>(block(u, i)).info() != Eigen::Success) return false;
    return (u.tail(size_ - 10 * blocks_).array() > 0).all();
  }

  double longest_step(const VectorXd& u, const VectorXd& du) const {
    double step = std::numeric_limits<double>::infinity();
    for (int i = 0; i < blocks_; ++i) step = std::min(step, torsor::longest_step(block(u, i), block(du, i)));
    for (Eigen::Index k = 10 * blocks_; k < size_; ++k)
      if (du[k] < 0) step = std::min(step, -u[k] / du[k]);
    return step;
  }

  VectorXd inverse(const VectorXd& u) const {
    VectorXd result = u.cwiseInverse();
    for (int i = 0; i < blocks_; ++i) result.segment<10>(10 * i) = entries_of(block(u, i).inverse());
    return result;
  }

  /// U^-1 dU dS, made symmetric: what the product of two steps leaves behind.
  VectorXd second_order(const VectorXd& inverse, const VectorXd& du, const VectorXd& ds) const {
    VectorXd result = inverse.cwiseProduct(du).cwiseProduct(ds);
    for (int i = 0; i < blocks_; ++i) {
      const Matrix4d product = block(inverse, i) * block(du, i) * block(ds, i);
      result.segment<10>(10 * i) = entries_of(0.5 * (product + product.transpose()));
    }
    return result;
  }

  /// B K, with B dU = (U^-1 dU S + S dU U^-1) / 2: how the multipliers fall when the slacks grow.
  MatrixXd stiffness_times(const VectorXd& inverse, const VectorXd& s, const MatrixXd& K) const {
    MatrixXd result(K.rows(), K.cols());
    for (int i = 0; i < blocks_; ++i) {
      const Matrix4d U = block(inverse, i), S = block(s, i);
      Matrix10 B;
      for (int k = 0; k < 10; ++k) {
        const Matrix4d product = U * matrix_of(Vector10::Unit(k)) * S;
        B.col(k) = entries_of(0.5 * (product + product.transpose()));
      }
      result.middleRows<10>(10 * i).noalias() = B * K.middleRows<10>(10 * i);
    }
    for (Eigen::Index k = 10 * blocks_; k < size_; ++k) result.row(k) = inverse[k] * s[k] * K.row(k);
    return result;
  }

 private:
  static Matrix4d block(const VectorXd& u, int i) { return matrix_of(u.segment<10>(10 * i)); }

  int blocks_;
  Eigen::Index size_;
};

/// One run of Mehrotra's predictor and corrector in the direction of Helmberg, Kojima and Monteiro.
class PathFollowing {
 public:
  PathFollowing(const ConeProgram& program, const VectorXd& start, const ConeOptions& options)
      : program_(program), options_(options), cone_(program.blocks, program.K.rows()), z_(start) {
    H_.noalias() = program.L.transpose() * program.L;
    H_.diagonal().array() += program.strength;
    factor_.compute(H_);
    u_ = program.offset + program.K * z_;
    const double size = gradient().lpNorm<Eigen::Infinity>();
    s_ = std::max({size, objective() / cone_.order(), 1e-300}) * cone_.inverse(u_);
  }

  ConeSolution run() {
    judge();
    while (best_.steps < options_.most_steps && !best_.converged) {
      ++best_.steps;
      if (!take_step()) break;
      judge();
    }
    return best_;
  }

 private:
  VectorXd residual() const { return program_.L * z_ - program_.d; }
  VectorXd gradient() const { return program_.L.transpose() * residual() + program_.strength * z_; }
  double objective() const { return 0.5 * (residual().squaredNorm() + program_.strength * z_.squaredNorm()); }

  /// The Lagrangian is quadratic in z with the Hessian H; e is its gradient here, so its least value is e H^-1 e / 2
  /// below the value here. That is a lower bound for the program, for any s in the cone.
  void judge() {
    const VectorXd e = gradient() - program_.K.transpose() * s_;
    const double value = objective(), slack = s_.dot(u_) + 0.5 * e.dot(factor_.solve(e));
    const double gap = slack / std::max(value + options_.constant, options_.least_size);
    if (!std::isfinite(gap) || (best_.z.size() > 0 && gap >= best_.gap)) return;
    if (!cone_.contains(u_) || !cone_.contains(s_)) return;
    const int steps = best_.steps;
    best_ = {z_, s_, value, value - slack, gap, steps, gap <= options_.tolerance};
  }

  bool take_step() {
    const VectorXd inverse = cone_.inverse(u_);
    const MatrixXd BK = cone_.stiffness_times(inverse, s_, program_.K);
    MatrixXd M = H_;
    M.noalias() += program_.K.transpose() * BK;
    const Eigen::LLT<MatrixXd> factor(M);
    if (factor.info() != Eigen::Success) return false;
    const VectorXd downhill = -gradient();
    VectorXd dz, du, ds;
    const auto direction = [&](const VectorXd& target) {
      dz = factor.solve(downhill + program_.K.transpose() * target);
      du = program_.K * dz;
      ds = target - s_ - BK * dz;
    };
    const auto step = [&] { return std::min(cone_.longest_step(u_, du), cone_.longest_step(s_, ds)); };
    direction(VectorXd::Zero(u_.size()));
    const double mu = u_.dot(s_) / cone_.order(), reach = std::min(1.0, step());
    const double ahead = (u_ + reach * du).dot(s_ + reach * ds) / cone_.order();
    const double centring = std::pow(std::clamp(ahead / mu, 0.0, 1.0), 3);
    direction(std::max(centring, 1e-6) * mu * inverse - cone_.second_order(inverse, du, ds));
    const double length = std::min(1.0, (0.9 + 0.09 * reach) * step());
    if (!(length > 1e-10) || !std::isfinite(length) || !dz.allFinite()) return false;
    z_ += length * dz;
    s_ += length * ds;
    u_ = program_.offset + program_.K * z_;
    return true;
  }

  const ConeProgram& program_;
  const ConeOptions& options_;
  Cone cone_;
  VectorXd z_, u_, s_;
  MatrixXd H_;
  Eigen::LLT<MatrixXd> factor_;
  ConeSolution best_;
};

}  // namespace

Vector10 entries_of(const Matrix4d& X) {
  Vector10 entries;
  for (int row = 0, k = 0; row < 4; ++row)
    for (int column = row; column < 4; ++column, ++k)
      entries[k] = row == column ? X(row, row) : std::sqrt(2.0) * X(row, column);
  return entries;
}

Matrix4d matrix_of(const Vector10& entries) {
  Matrix4d X;
  for (int row = 0, k = 0; row < 4; ++row)
    for (int column = row; column < 4; ++column, ++k)
      X(row, column) = X(column, row) = row == column ? entries[k] : std::sqrt(0.5) * entries[k];
  return X;
}

ConeSolution solve(const ConeProgram& program, const VectorXd& start, const ConeOptions& options) {
  return PathFollowing(program, start, options).run();
}

}  // namespace torsor
