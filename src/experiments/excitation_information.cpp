#include "torsor/experiments/excitation_information.hpp"

#include <cmath>
#include <limits>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/estimation/estimators.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

CriterionValue d_optimality(const MatrixXd& M) {
  const MatrixXd L = linear_algebra::cholesky(M);
  if (L.rows() == 0 || !L.allFinite()) return {std::numeric_limits<double>::infinity(), {}};
  const MatrixXd inverse = linear_algebra::solve_lower(L, MatrixXd(MatrixXd::Identity(M.rows(), M.cols())));
  return {-2 * L.diagonal().array().log().sum(), -(inverse.transpose() * inverse)};
}

constexpr double mean_power = 8;  // of the mean that stands for an extreme: 60 values differ from it by a tenth at most

/// Half of the difference of log sum(l^mean_power) / mean_power and the same of 1 / l, over the eigenvalues of M with a
/// unit diagonal.
CriterionValue smooth_condition(const MatrixXd& M) {
  const VectorXd scale = M.diagonal().cwiseSqrt().cwiseInverse();
  const MatrixXd unit = scale.asDiagonal() * M * scale.asDiagonal();
  const linear_algebra::SymmetricEigen eigen = linear_algebra::symmetric_eigen(unit);
  const VectorXd& l = eigen.values;
  if (!l.allFinite() || !(l[0] > 0)) return {std::numeric_limits<double>::infinity(), {}};
  const double largest = l[l.size() - 1], smallest = l[0];
  const VectorXd high = (l / largest).array().pow(mean_power),
                 low = (smallest * l.cwiseInverse()).array().pow(mean_power);
  const double value = 0.5 * (std::log(largest / smallest) + std::log(high.sum() * low.sum()) / mean_power);
  const VectorXd by_l = 0.5 * (high / high.sum() - low / low.sum()).cwiseQuotient(l);
  const MatrixXd by_unit = eigen.vectors * by_l.asDiagonal() * eigen.vectors.transpose();
  MatrixXd slope = scale.asDiagonal() * by_unit * scale.asDiagonal();
  slope.diagonal() -= (by_unit * unit).diagonal().cwiseQuotient(M.diagonal());  // the units of columns follow M
  return {value, slope};
}

}  // namespace

ExcitationInformation::ExcitationInformation(Unknowns unknowns, const std::vector<double>& noise, double samples,
                                             MatrixXd before)
    : unknowns_(std::move(unknowns)), support_(unknowns_.support()), noise_(noise), samples_(samples),
      before_(std::move(before)) {}

double ExcitationInformation::row_weight(std::size_t joint, long samples) const {
  return samples_ / (static_cast<double>(samples) * noise_[joint] * noise_[joint]);
}

std::vector<MatrixXd> ExcitationInformation::regressors(const SeriesMotion& motion) const {
  const auto& [model, layout, base, conditions, distance, links, own_terms] = unknowns_;
  RegressorWorkspace<double> workspace(model);
  Matrix<double> Y(model.nv, layout.size());
  std::vector<MatrixXd> W;
  W.reserve(support_.size());
  for (const auto& felt : support_) W.emplace_back(motion.count(), static_cast<long>(felt.size()));
  for (long i = 0; i < motion.count(); ++i) {
    regressor<double>(model, layout, state_at(motion.q, i), state_at(motion.qd, i), state_at(motion.qdd, i), conditions,
                      workspace, Y.view());
    for (int j = 0; j < model.nv; ++j)
      for (std::size_t b = 0; b < support_[j].size(); ++b)
        W[j](i, static_cast<long>(b)) = Y(j, base.independent[support_[j][b]]);
  }
  return W;
}

MatrixXd ExcitationInformation::sum(const std::vector<MatrixXd>& W) const {
  MatrixXd M = before_.rows() > 0 ? before_ : MatrixXd::Zero(size(), size());
  for (std::size_t j = 0; j < W.size(); ++j) {
    const std::vector<int>& felt = support_[j];
    const MatrixXd part = row_weight(j, W[j].rows()) * (W[j].transpose() * W[j]);
    for (std::size_t a = 0; a < felt.size(); ++a)
      for (std::size_t b = 0; b < felt.size(); ++b) M(felt[a], felt[b]) += part(a, b);
  }
  return M;
}

MatrixXd ExcitationInformation::matrix(const SeriesMotion& motion) const { return sum(regressors(motion)); }

void ExcitationInformation::slopes(const SeriesMotion& motion, const std::vector<MatrixXd>& W, const MatrixXd& weight,
                                   SeriesMotion& slope) const {
  const auto& [model, layout, base, conditions, distance, links, own_terms] = unknowns_;
  const long n = model.nv, count = motion.count();
  std::vector<MatrixXd> G;  // by joint: what the entries of its regressor weigh, as columns of samples
  G.reserve(W.size());
  for (std::size_t j = 0; j < W.size(); ++j) {
    MatrixXd part(W[j].cols(), W[j].cols());
    for (long a = 0; a < part.rows(); ++a)
      for (long b = 0; b < part.cols(); ++b) part(a, b) = weight(support_[j][a], support_[j][b]);
    G.emplace_back(2 * row_weight(j, count) * (part * W[j].transpose()));
  }
  RegressorSlope regressor_slope(model, layout, conditions);
  std::vector<double> entries(static_cast<std::size_t>(n * layout.size()), 0.0),
      by_state(static_cast<std::size_t>(3 * n));
  slope.q.resize(n, count), slope.qd.resize(n, count), slope.qdd.resize(n, count);
  for (long i = 0; i < count; ++i) {
    for (int j = 0; j < n; ++j)
      for (std::size_t b = 0; b < support_[j].size(); ++b)
        entries[j * layout.size() + base.independent[support_[j][b]]] = G[j](static_cast<long>(b), i);
    regressor_slope.evaluate(state_at(motion.q, i), state_at(motion.qd, i), state_at(motion.qdd, i), entries.data(),
                             by_state);
    for (long j = 0; j < n; ++j)
      slope.q(j, i) = by_state[j], slope.qd(j, i) = by_state[n + j], slope.qdd(j, i) = by_state[2 * n + j];
  }
}

CriterionValue criterion_value(ExcitationCriterion criterion, const MatrixXd& M) {
  return criterion == ExcitationCriterion::d_optimal ? d_optimality(M) : smooth_condition(M);
}

double condition_number(const MatrixXd& M) {
  NormalEquations equations;
  equations.WtW = M;
  return conditioning(equations).number();
}

}  // namespace torsor
