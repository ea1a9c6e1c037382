#include "estimation/consistent_fit/cone_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "estimation/consistent_fit/cone_scaling.hpp"
#include "torsor/core/linear_algebra.hpp"

namespace torsor::cone {
namespace {

using Eigen::Matrix4d, Eigen::MatrixXd, Eigen::VectorXd;
using linear_algebra::cholesky, linear_algebra::solve_lower, linear_algebra::solve_lower_transposed;

/// Solves (H + N^T N) dz = N^T t - e for several t, where H = root^T root to full precision. Near the end N has rows a
/// million times longer than others, and their squares leave nothing of H: then it is solved as the least squares
/// problem that it comes from.
class NewtonSystem {
 public:
  NewtonSystem(const MatrixXd& H, const MatrixXd& root, const MatrixXd& N, const VectorXd& e, bool& precise)
      : N_(N), e_(e) {
    if (!precise) {
      MatrixXd M = H;
      M.selfadjointView<Eigen::Lower>().rankUpdate(N.transpose());
      normal_ = cholesky(M);
      precise = normal_.rows() == 0;
    }
    precise_ = precise;
    if (!precise) return;
    MatrixXd stacked(N.rows() + root.rows(), N.cols());
    stacked << N, root;
    stacked_ = linear_algebra::LeastSquaresFactor(stacked);
    w_ = linear_algebra::solve_upper_transposed(root, e);
  }

  VectorXd solve(const VectorXd& t) const {
    if (!precise_) return solve_lower_transposed(normal_, solve_lower(normal_, VectorXd(N_.transpose() * t - e_)));
    VectorXd right(N_.rows() + w_.size());
    right << t, -w_;
    return stacked_.solve(right);
  }

 private:
  const MatrixXd& N_;
  const VectorXd& e_;
  bool precise_ = false;
  MatrixXd normal_;
  linear_algebra::LeastSquaresFactor stacked_;
  VectorXd w_;
};

/// One run of Mehrotra's predictor and corrector.
class PathFollowing {
 public:
  PathFollowing(const ConeProgram& program, const ConeStart& start, const ConeOptions& options)
      : program_(program), options_(options), z_(start.z), s_(start.s) {
    const Eigen::Index size = program.L.cols();
    MatrixXd stacked(program.L.rows() + size, size);
    stacked << program.L, std::sqrt(program.strength) * MatrixXd::Identity(size, size);
    root_ = linear_algebra::triangular_factor(stacked);
    H_ = program.L.transpose() * program.L;
    H_.diagonal().array() += program.strength;
    u_ = program.offset + program.K * z_;
    if (s_.size() == 0) s_ = std::max({gradient().lpNorm<Eigen::Infinity>(), 1e-300}) * inverse(program.blocks, u_);
  }

  ConeSolution run() {
    judge();
    constexpr int most_patience = 6;  // steps in a row that lead nowhere
    for (int patience = most_patience; best_.steps < options_.most_steps && !best_.converged && patience > 0;) {
      const double before = slack_;
      ++best_.steps;
      const bool taken = take_step();
      if (taken) judge();
      patience = taken && slack_ < 0.95 * before ? most_patience : patience - 1;
      if (patience == most_patience) continue;
      if (!taken && precise_) break;
      precise_ = precise_ || !taken || best_.gap < 1e-3;
    }
    return best_;
  }

 private:
  VectorXd residual() const { return program_.L * z_ - program_.d; }
  VectorXd gradient() const { return program_.L.transpose() * residual() + program_.strength * z_; }
  VectorXd missing() const { return gradient() - program_.K.transpose() * s_; }
  double objective() const { return 0.5 * (residual().squaredNorm() + program_.strength * z_.squaredNorm()); }

  /// The Lagrangian is quadratic in z with the Hessian H; e is its gradient here, so its least value is e H^-1 e / 2
  /// below the value here. That is a lower bound for the program, for any s in the cone.
  void judge() {
    const VectorXd e = missing();
    const double missed = linear_algebra::solve_upper_transposed(root_, e).squaredNorm();
    const double value = objective(), slack = s_.dot(u_) + 0.5 * missed;
    const double gap = slack / std::max(value + options_.constant, options_.least_size);
    if (!std::isfinite(slack) || slack >= slack_) return;
    if (!is_inside(program_.blocks, u_) || !is_inside(program_.blocks, s_)) return;
    slack_ = slack;
    const ConeStart centre = best_.centre.z.size() > 0 || gap > 0.1 ? best_.centre : ConeStart{z_, s_};
    best_ = {z_, s_, value, value - slack, gap, best_.steps, gap <= options_.tolerance, centre};
  }

  bool take_step() {
    const ConeScaling scaling(program_.blocks, u_, s_);
    if (!scaling.valid) return false;
    const MatrixXd N = scaling.scaled(program_.K);
    const VectorXd e = missing();
    const NewtonSystem system(H_, root_, N, e, precise_);
    VectorXd dz, du, ds;
    const auto direction = [&](const VectorXd& target) {
      const VectorXd change = target - scaling.point();
      dz = system.solve(change);
      du = N * dz;
      ds = change - du;
      return std::min(scaling.longest_step(du), scaling.longest_step(ds));
    };
    const double mu = scaling.complementarity, reach = std::min(1.0, direction(VectorXd::Zero(u_.size())));
    const double order = scaling.point().squaredNorm() / mu;
    const double ahead = (scaling.point() + reach * du).dot(scaling.point() + reach * ds) / order;
    const double centring = std::max(std::pow(std::clamp(ahead / mu, 0.0, 1.0), 3), 1e-6);
    const double length = std::min(1.0, (0.9 + 0.09 * reach) * direction(scaling.target(centring * mu, du, ds)));
    if (!(length > 1e-8) || !dz.allFinite() || !ds.allFinite()) return false;
    z_ += length * dz;
    s_ += length * scaling.multipliers(ds);
    u_ = program_.offset + program_.K * z_;
    return true;
  }

  const ConeProgram& program_;
  const ConeOptions& options_;
  VectorXd z_, u_, s_;
  MatrixXd H_, root_;  // H = root^T root, and that to full precision
  bool precise_ = false;
  double slack_ = std::numeric_limits<double>::infinity();
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

ConeSolution solve(const ConeProgram& program, const ConeStart& start, const ConeOptions& options) {
  return PathFollowing(program, start, options).run();
}

}  // namespace torsor::cone
