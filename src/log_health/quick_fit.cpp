#include "log_health/quick_fit.hpp"

#include <cmath>

#include "log_health/motion_equations.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/base_parameters.hpp"
#include "torsor/dynamics/regressor.hpp"

namespace torsor::log_health {
namespace {

bool is_friction(const Parameter& parameter) {
  return parameter.kind == ParameterKind::viscous || parameter.kind == ParameterKind::coulomb;
}

/// The signs s that make s^T K s largest: all of them for few joints, one by one for many.
std::vector<double> best_signs(const Eigen::MatrixXd& K) {
  const int n = static_cast<int>(K.rows());
  Eigen::VectorXd s = Eigen::VectorXd::Ones(n), best = s;
  double most = s.dot(K * s);
  const auto try_it = [&] {
    const double explained = s.dot(K * s);
    if (explained > most * (1 + 1e-9)) most = explained, best = s;
  };
  if (n <= 10) {
    for (int pattern = 0; pattern < 1 << (n - 1); ++pattern) {
      for (int j = 1; j < n; ++j) s(j) = (pattern >> (j - 1) & 1) != 0 ? -1 : 1;
      try_it();
    }
  } else {
    for (int j = 1; j < n; ++j) {
      s = best;
      s(j) = -s(j);
      try_it();
    }
  }
  return {best.begin(), best.end()};
}

}  // namespace

QuickFitter::QuickFitter(const Model<double>& model, const std::vector<FitState>& states)
    : model_(model), states_(states),
      layout_(parameter_layout(
          model, {.rotor = true, .viscous = true, .coulomb = true, .offset = true, .spring = true, .coupling = true})) {
}

std::vector<Eigen::MatrixXd> QuickFitter::regressors(const FitTrial& trial, std::size_t every) const {
  const auto rows = static_cast<Eigen::Index>((states_.size() + every - 1) / every);
  std::vector<Eigen::MatrixXd> Y(static_cast<std::size_t>(model_.nv), Eigen::MatrixXd(rows, layout_.size()));
  RegressorWorkspace<double> workspace(model_);
  Matrix<double> one(model_.nv, layout_.size());
  const Conditions<double> conditions{trial.gravity, {}, {}};
  Eigen::Index row = 0;
  for (std::size_t s = 0; s < states_.size(); s += every, ++row) {
    FitState state = states_[s];
    if (trial.joint >= 0) {
      const auto j = static_cast<std::size_t>(trial.joint);
      state.q[j] = trial.sign * state.q[j] + trial.offset;
      state.qd[j] *= trial.sign, state.qdd[j] *= trial.sign;
    }
    regressor<double>(model_, layout_, state.q, state.qd, state.qdd, conditions, workspace, one.view());
    for (int j = 0; j < model_.nv; ++j)
      for (int c = 0; c < layout_.size(); ++c)
        Y[static_cast<std::size_t>(j)](row, c) =
            !trial.friction && is_friction(layout_.entries[static_cast<std::size_t>(c)]) ? 0.0 : one(j, c);
  }
  return Y;
}

QuickFitter::Answer QuickFitter::fit(const FitTrial& trial, std::size_t every) const {
  std::vector<Eigen::MatrixXd> Y = regressors(trial, every);
  const int n = model_.nv;
  const Eigen::Index p = layout_.size() + (trial.in_motion ? 2 * n : 0);
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(p, p), b(p, n);
  Eigen::VectorXd weight(n);
  std::vector<Eigen::VectorXd> tau(static_cast<std::size_t>(n), Eigen::VectorXd(Y[0].rows()));
  for (int j = 0; j < n; ++j) {
    const auto k = static_cast<std::size_t>(j);
    if (trial.in_motion) {
      MotionEquations joint = equations_in_motion(std::move(Y[k]), states_, every, k);
      Y[k] = std::move(joint.Y), tau[k] = std::move(joint.tau);
    } else {
      for (Eigen::Index r = 0; r < tau[k].size(); ++r) tau[k](r) = states_[static_cast<std::size_t>(r) * every].tau[k];
    }
    if (!trial.torque_signs.empty()) tau[k] *= trial.torque_signs[k];
    const double square = tau[k].squaredNorm();
    weight(j) = square > 0 ? 1 / square : 0;
    G.selfadjointView<Eigen::Lower>().rankUpdate(Y[k].transpose(), weight(j));
    b.col(j) = weight(j) * (Y[k].transpose() * tau[k]);
  }
  G.triangularView<Eigen::StrictlyUpper>() = G.transpose();
  const Eigen::MatrixXd X = linear_algebra::ScaledFactor(G, rank_guard).solve(b);
  Answer answer;
  answer.theta = X.rowwise().sum();
  answer.by_joint.resize(n);
  for (int j = 0; j < n; ++j) {
    const auto k = static_cast<std::size_t>(j);
    answer.by_joint(j) = std::sqrt((tau[k] - Y[k] * answer.theta).squaredNorm() * weight(j));
  }
  answer.misfit = std::exp(answer.by_joint.array().max(1e-6).log().mean());
  answer.best_signs = best_signs(b.transpose() * X);
  return answer;
}

void QuickFitter::physics(const Eigen::VectorXd& theta, Eigen::VectorXd& inertia, Eigen::VectorXd& dissipation) const {
  const int n = model_.nv;
  inertia = dissipation = Eigen::VectorXd::Zero(n);
  RegressorWorkspace<double> workspace(model_);
  Matrix<double> Y(n, layout_.size());
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> all(&Y(0, 0), n,
                                                                                                     layout_.size());
  const std::vector<double> still(static_cast<std::size_t>(n), 0.0);
  for (std::size_t s = 0; s < states_.size(); s += 10)
    for (int j = 0; j < n; ++j) {
      std::vector<double> unit = still;
      unit[static_cast<std::size_t>(j)] = 1;
      regressor<double>(model_, layout_, states_[s].q, still, unit, {}, workspace, Y.view());
      for (int c = 0; c < layout_.size(); ++c)
        if (layout_.entries[static_cast<std::size_t>(c)].kind != ParameterKind::offset)
          inertia(j) += Y(j, c) * theta(c);
    }
  for (int c = 0; c < layout_.size(); ++c) {
    const Parameter& parameter = layout_.entries[static_cast<std::size_t>(c)];
    if (!is_friction(parameter)) continue;
    const int v = model_.bodies[static_cast<std::size_t>(parameter.body)].v;
    for (const FitState& state : states_) {
      const double speed = std::abs(state.qd[static_cast<std::size_t>(v)]);
      dissipation(v) += theta(c) * (parameter.kind == ParameterKind::viscous ? speed * speed : speed);
    }
  }
}

void QuickFitter::against_own(const Vector3<double>& gravity, Eigen::VectorXd& slope,
                              Eigen::VectorXd& correlation) const {
  const std::vector<Eigen::MatrixXd> Y = regressors({.gravity = gravity}, 1);
  const std::vector<double> own = parameters(model_, layout_);
  const Eigen::Map<const Eigen::VectorXd> theta(own.data(), layout_.size());
  slope = correlation = Eigen::VectorXd::Zero(model_.nv);
  for (int j = 0; j < model_.nv; ++j) {
    const Eigen::VectorXd predicted = Y[static_cast<std::size_t>(j)] * theta;
    Eigen::VectorXd tau(predicted.size());
    for (Eigen::Index r = 0; r < tau.size(); ++r)
      tau(r) = states_[static_cast<std::size_t>(r)].tau[static_cast<std::size_t>(j)];
    const double product = tau.dot(predicted), size = predicted.squaredNorm();
    if (size == 0 || tau.squaredNorm() == 0) continue;
    slope(j) = product / size;
    correlation(j) = product / std::sqrt(size * tau.squaredNorm());
  }
}

double QuickFitter::condition_number(const Vector3<double>& gravity) const {
  const BaseParameters base = base_parameters(model_, layout_, {gravity, {}, {}});
  if (base.count() == 0) return 0;
  const std::vector<Eigen::MatrixXd> Y = regressors({.gravity = gravity}, 1);
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(base.count(), base.count());
  for (const Eigen::MatrixXd& joint : Y) {
    const Eigen::MatrixXd kept = joint(Eigen::all, base.independent);
    G.noalias() += kept.transpose() * kept;
  }
  const Eigen::VectorXd scale = linear_algebra::unit_scale(G);
  const Eigen::VectorXd values = linear_algebra::symmetric_eigenvalues(scale.asDiagonal() * G * scale.asDiagonal());
  return values(0) <= 1e-14 * values(values.size() - 1) ? 1e7 : std::sqrt(values(values.size() - 1) / values(0));
}

}  // namespace torsor::log_health
