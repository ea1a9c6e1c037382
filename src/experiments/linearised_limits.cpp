#include "experiments/linearised_limits.hpp"

#include <algorithm>
#include <cmath>

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double felt_weight = 1e-6;  // of the largest weight: rows below it are left out

/// By joint: the units of position, velocity and acceleration in its slacks.
Eigen::Vector3d units(const JointLimits& joint) {
  return {(joint.position_high - joint.position_low) / 2, joint.velocity, joint.acceleration};
}

}  // namespace

LinearisedLimits::LinearisedLimits(const ExcitationProblem& problem, const MatrixXd& coefficients, LimitSlacks slacks)
    : problem_(&problem), slacks_(std::move(slacks)),
      slopes_(problem.limits().slopes(motion(problem.limit_grid(), coefficients))) {}

VectorXd LinearisedLimits::push(const LimitSlacks& w, bool linear_too) const {
  const long n = problem_->joints(), count = problem_->limit_grid().count();
  SeriesMotion slope{MatrixXd::Zero(n, count), MatrixXd::Zero(n, count), MatrixXd::Zero(n, count)};
  MatrixXd* by_kind[] = {&slope.q, &slope.qd, &slope.qdd};
  for (long j = 0; linear_too && j < n; ++j) {
    const Eigen::Vector3d unit = units(problem_->limits().limits().joints[j]);
    for (int kind = 0; kind < 3; ++kind)
      by_kind[kind]->row(j) = (w.linear.row(6 * j + 2 * kind + 1) - w.linear.row(6 * j + 2 * kind)) / unit[kind];
  }
  VectorXd torque(n);
  for (long i = 0; i < count; ++i) {
    if (w.torque.rows() > 0) {
      for (long j = 0; j < n; ++j) torque[j] = w.torque(2 * j + 1, i) - w.torque(2 * j, i);
      const VectorXd by_state = slopes_[i].torque.transpose() * torque;
      for (int kind = 0; kind < 3; ++kind) by_kind[kind]->col(i) += by_state.segment(kind * n, n);
    }
    if (w.geometry.rows() > 0) slope.q.col(i) += slopes_[i].geometry.transpose() * w.geometry.col(i);
  }
  const MatrixXd scaled = pulled_back(problem_->limit_grid(), slope) * problem_->scale().asDiagonal();
  return Eigen::Map<const VectorXd>(scaled.data(), scaled.size());
}

LimitSlacks LinearisedLimits::along(const MatrixXd& step) const {
  const long n = problem_->joints(), count = problem_->limit_grid().count();
  const SeriesMotion moved = motion(problem_->limit_grid(), step);
  const MatrixXd* by_kind[] = {&moved.q, &moved.qd, &moved.qdd};
  LimitSlacks result{MatrixXd(6 * n, count), MatrixXd(slacks_.torque.rows(), count),
                     MatrixXd(slacks_.geometry.rows(), count)};
  for (long j = 0; j < n; ++j) {
    const Eigen::Vector3d unit = units(problem_->limits().limits().joints[j]);
    for (int kind = 0; kind < 3; ++kind) {
      result.linear.row(6 * j + 2 * kind) = by_kind[kind]->row(j) / -unit[kind];
      result.linear.row(6 * j + 2 * kind + 1) = by_kind[kind]->row(j) / unit[kind];
    }
  }
  VectorXd state(3 * n);
  for (long i = 0; i < count; ++i) {
    if (result.torque.rows() > 0) {
      state << moved.q.col(i), moved.qd.col(i), moved.qdd.col(i);
      const VectorXd share = slopes_[i].torque * state;
      for (long j = 0; j < n; ++j) result.torque(2 * j, i) = -share[j], result.torque(2 * j + 1, i) = share[j];
    }
    if (result.geometry.rows() > 0) result.geometry.col(i) = slopes_[i].geometry * moved.q.col(i);
  }
  return result;
}

void LinearisedLimits::add_linear(const LimitSlacks& w, MatrixXd& H) const {
  const SeriesGrid& grid = problem_->limit_grid();
  const MatrixXd* by_kind[] = {&grid.q, &grid.qd, &grid.qdd};
  const long r = problem_->series().size();
  for (long j = 0; j < problem_->joints(); ++j) {
    const Eigen::Vector3d unit = units(problem_->limits().limits().joints[j]) / problem_->scale()[j];
    for (int kind = 0; kind < 3; ++kind) {
      const MatrixXd& functions = *by_kind[kind];
      const VectorXd weights =
          (w.linear.row(6 * j + 2 * kind) + w.linear.row(6 * j + 2 * kind + 1)).transpose() / (unit[kind] * unit[kind]);
      H.block(j * r, j * r, r, r).noalias() += functions.transpose() * weights.asDiagonal() * functions;
    }
  }
}

/// sqrt(w_i) ds_i/dx of the slacks that are not linear, one a column.
MatrixXd LinearisedLimits::weighted_rows(const LimitSlacks& w) const {
  const SeriesGrid& grid = problem_->limit_grid();
  const long n = problem_->joints(), r = problem_->series().size();
  double largest = 0;
  for (const MatrixXd* weights : {&w.torque, &w.geometry})
    if (weights->size() > 0) largest = std::max(largest, weights->maxCoeff());
  std::vector<VectorXd> rows;
  const auto add = [&](long i, const auto& by_state, double weight) {
    if (!(weight > felt_weight * largest)) return;
    VectorXd& row = rows.emplace_back(n * r);
    for (long j = 0; j < n; ++j) {
      auto part = row.segment(j * r, r);
      part = by_state[j] * grid.q.row(i).transpose();
      if (by_state.size() > n)
        part += by_state[n + j] * grid.qd.row(i).transpose() + by_state[2 * n + j] * grid.qdd.row(i).transpose();
      part *= problem_->scale()[j] * std::sqrt(weight);
    }
  };
  for (long i = 0; i < grid.count(); ++i) {
    for (long j = 0; 2 * j < w.torque.rows(); ++j)
      add(i, slopes_[i].torque.row(j), w.torque(2 * j, i) + w.torque(2 * j + 1, i));
    for (long g = 0; g < w.geometry.rows(); ++g) add(i, slopes_[i].geometry.row(g), w.geometry(g, i));
  }
  MatrixXd result(n * r, static_cast<long>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) result.col(static_cast<long>(k)) = rows[k];
  return result;
}

MatrixXd LinearisedLimits::gram(const LimitSlacks& w) const {
  const long size = problem_->joints() * problem_->series().size();
  MatrixXd H = MatrixXd::Zero(size, size);
  add_linear(w, H);
  const MatrixXd rows = weighted_rows(w);
  if (rows.cols() > 0) H.selfadjointView<Eigen::Lower>().rankUpdate(rows);
  H.triangularView<Eigen::StrictlyUpper>() = H.transpose();
  return H;
}

}  // namespace torsor
