#include "estimation/term_trial.hpp"

#include <algorithm>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/estimation/estimators.hpp"

namespace torsor {
namespace {

using Eigen::VectorXd;

constexpr double least_ridge = 1e-10;  // on columns of unit length: a block that is left out may take all of a column
constexpr int passes_for_weights = 4;

}  // namespace

TermTrial::TermTrial(const Unknowns& unknowns, const JointEquations& sums, int shared)
    : unknowns_(unknowns), sums_(sums), shared_(shared),
      each_((sums.columns - shared - unknowns.base.count()) / std::max(1, sums.joints())) {}

void TermTrial::set_weights(const VectorXd& weights) {
  weights_ = weights;
  all_ = sums_.total(weights);
  blocks_.clear();
  for (int block = 0; block < sums_.folds(); ++block) {
    JointEquations one{sums_.columns, sums_.support, {sums_.by_joint[block]}};
    blocks_.push_back(one.total(weights));
  }
}

void TermTrial::weigh_by(const TermChoice& choice) {
  if (weights_.size() == 0) set_weights(VectorXd::Ones(sums_.joints()));
  for (int pass = 0; pass < passes_for_weights; ++pass) set_weights(weights_of(residual_deviation(sums_, fit(choice))));
}

std::vector<int> TermTrial::columns(const TermChoice& choice) const {
  using enum ParameterKind;
  std::vector<int> result;
  for (int b = 0; b < unknowns_.base.count(); ++b) {
    const Parameter& parameter = unknowns_.layout.entries[unknowns_.base.independent[b]];
    if (parameter.kind == own_term) {
      if (choice.own_terms[own_term_number(parameter)]) result.push_back(b);
      continue;
    }
    const bool own = parameter.coupling < 0;
    const bool turned = own && parameter.kind == coulomb && choice.turn[unknowns_.model.bodies[parameter.body].v] >= 0;
    if (turned || parameter.kind == stribeck || (own && parameter.kind == rotor_inertia && !choice.rotors)) continue;
    result.push_back(b);
  }
  for (int j = 0; j < sums_.joints(); ++j) {
    const int first = unknowns_.base.count() + j * each_;
    if (choice.turn[j] >= 0) result.push_back(first + choice.turn[j]);
    if (choice.curvature[j] >= 0) result.push_back(first + choice.curvature[j]);
    if (choice.hysteresis[j] >= 0) result.push_back(first + choice.hysteresis[j]);
    if (choice.periodic[j] >= 0)
      for (const int column : {choice.periodic[j], choice.periodic[j] + 1}) result.push_back(first + column);
    for (const int column : choice.more[j]) result.push_back(first + column);
    if (!choice.load.empty() && choice.load[j]) result.push_back(first + each_ - 1);
  }
  for (int c = sums_.columns - shared_; c < sums_.columns && choice.tilted; ++c) result.push_back(c);
  return result;
}

VectorXd TermTrial::solution(const std::vector<int>& columns, int without) const {
  Eigen::MatrixXd A = all_.WtW(columns, columns);
  VectorXd b = all_.Wty(columns);
  if (without >= 0) A -= blocks_[without].WtW(columns, columns), b -= blocks_[without].Wty(columns);
  const VectorXd scale = linear_algebra::unit_scale(A);
  A = scale.asDiagonal() * A * scale.asDiagonal();
  A.diagonal().array() += least_ridge;
  const Eigen::MatrixXd L = linear_algebra::cholesky(A);
  if (L.rows() == 0) return {};
  const VectorXd x =
      linear_algebra::solve_lower_transposed(L, linear_algebra::solve_lower(L, VectorXd(scale.cwiseProduct(b))));
  VectorXd beta = VectorXd::Zero(sums_.columns);
  for (std::size_t k = 0; k < columns.size(); ++k)
    beta[columns[k]] = scale[static_cast<Eigen::Index>(k)] * x[static_cast<Eigen::Index>(k)];
  return beta;
}

std::vector<int> TermTrial::possible_columns(const TermChoice& choice) const {
  std::vector<int> chosen = columns(choice);
  const VectorXd beta = solution(chosen, -1);
  if (beta.size() == 0) return chosen;
  const auto impossible = [&](int column) {
    if (beta[column] >= 0 || column >= unknowns_.base.count()) return false;
    const Parameter& parameter = unknowns_.layout.entries[unknowns_.base.independent[column]];
    return parameter.kind == ParameterKind::viscous;
  };
  chosen.erase(std::remove_if(chosen.begin(), chosen.end(), impossible), chosen.end());
  return chosen;
}

VectorXd TermTrial::fit(const TermChoice& choice) const {
  const VectorXd beta = solution(possible_columns(choice), -1);
  return beta.size() > 0 ? beta : VectorXd::Zero(sums_.columns);
}

double TermTrial::coefficient(const TermChoice& choice, int joint, int column) const {
  return fit(choice)[unknowns_.base.count() + joint * each_ + column];
}

BlockLosses TermTrial::losses(const TermChoice& choice) const {
  const std::vector<int> chosen = possible_columns(choice);
  BlockLosses losses(sums_.folds(), sums_.joints());
  for (int block = 0; block < sums_.folds(); ++block) {
    const VectorXd beta = solution(chosen, block);
    if (beta.size() == 0) return {};
    for (int j = 0; j < sums_.joints(); ++j)
      losses(block, j) = weights_[j] * sums_.by_joint[block][j].squared_residual(sums_.felt(j, beta));
  }
  return losses;
}

}  // namespace torsor
