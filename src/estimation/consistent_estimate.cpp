#include "estimation/consistent_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/estimation/consistent_fit/consistent_fit.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double most_for_prior = 0.05;      // of the sum of squares: a fortieth of the residual
constexpr double heaviest_beside_prior = 3;  // beyond, the prior is of another robot

/// beta = (this) theta.
MatrixXd to_base(const Unknowns& unknowns) {
  const BaseParameters& base = unknowns.base;
  MatrixXd result = MatrixXd::Zero(base.count(), unknowns.layout.size());
  for (int b = 0; b < base.count(); ++b) {
    result(b, base.independent[b]) = 1;
    for (std::size_t d = 0; d < base.dependent.size(); ++d)
      result(b, base.dependent[d]) = base.coefficients(b, static_cast<int>(d));
  }
  return result;
}

/// A triangular factor has the same squares as all equations.
ConsistentFitProblem problem_of(const EstimatorInput& input, const MatrixXd& to_base, double increase) {
  const NormalEquations total = input.sums.total(input.weights());
  const MatrixXd L = linear_algebra::cholesky(total.WtW);
  ConsistentFitProblem problem;
  problem.A = L.transpose() * to_base;
  problem.y = linear_algebra::solve_lower(L, total.Wty);
  problem.unexplained = std::max(0.0, total.yty - problem.y.squaredNorm());
  problem.layout = &input.equations.unknowns().layout;
  problem.prior = input.prior;
  problem.allowed_increase = increase;
  problem.solid_up_to = heaviest_beside_prior;
  return problem;
}

std::string note_of(const ConsistentFitResult& fit) {
  if (!fit.possible) return "the bounds on masses contradict each other";
  if (fit.gap <= verdict_limits.solved_gap) return "";
  return fmt::format("the solver stopped at a gap of {:.1e}: the data are far from those of any possible robot",
                     fit.gap);
}

StandardEstimate standard_of(const ConsistentFitResult& fit) {
  StandardEstimate standard;
  standard.valid = fit.possible && fit.gap < verdict_limits.usable_gap;
  standard.value = fit.theta;
  standard.gap = fit.gap;
  standard.at_the_limit = fit.at_the_limit;
  standard.at_zero = fit.at_zero;
  standard.smallest_eigenvalue = standard.valid ? 1 : 0;
  for (std::size_t body = 1; standard.valid && body < fit.relative_smallest_eigenvalue.size(); ++body)
    standard.smallest_eigenvalue = std::min(standard.smallest_eigenvalue, fit.relative_smallest_eigenvalue[body]);
  return standard;
}

}  // namespace

LinearEstimate consistent_estimate(const EstimatorInput& input) {
  const MatrixXd map = to_base(input.equations.unknowns());
  const double expected = expected_increase(input.sums, input.weights(), input.weighted.beta);
  const double increase = input.options.prior_increase.value_or(std::min(expected, most_for_prior));
  const ConsistentFitResult fit = consistent_fit(problem_of(input, map, increase));
  LinearEstimate estimate;
  estimate.note = note_of(fit);
  estimate.standard = standard_of(fit);
  estimate.standard->prior_increase = increase;
  if (input.prior) estimate.standard->prior = *input.prior;
  if (estimate.standard->valid)
    estimate.beta = map * VectorXd::Map(fit.theta.data(), static_cast<Eigen::Index>(fit.theta.size()));
  return estimate;
}

}  // namespace torsor
