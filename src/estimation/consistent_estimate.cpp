#include "estimation/consistent_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/estimation/consistent_fit/consistent_fit.hpp"
#include "torsor/estimation/link_geometry.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double most_for_prior = 0.05;      // of the sum of squares: a fortieth of the residual
constexpr double heaviest_beside_prior = 3;  // beyond, the prior is of another robot

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

/// Whether a mass is further from the prior's than data that do not tell it should take it.
bool beside(double mass, double prior) {
  return mass > heaviest_beside_prior * prior || heaviest_beside_prior * mass < prior;
}

/// Every mass within a factor of the prior's; whether one of `theta` is not.
bool bound_masses(ConsistentFitProblem& problem, const std::vector<double>& theta) {
  bool far = false;
  for (std::size_t body = 1; body < problem.layout->inertial.size(); ++body) {
    const int at = problem.layout->inertial[body];
    if (at < 0) continue;
    const double prior = (*problem.prior)[static_cast<std::size_t>(at)];
    far = far || beside(theta[static_cast<std::size_t>(at)], prior);
    problem.masses.push_back({static_cast<int>(body), {prior / heaviest_beside_prior, heaviest_beside_prior * prior}});
  }
  return far;
}

/// The fit with masses near the prior's. Not possible where
/// `free` is such a fit, or where that costs more than noise amounts to: then the data tell otherwise.
ConsistentFitResult held_back(ConsistentFitProblem problem, const ConsistentFitResult& free) {
  ConsistentFitResult none;
  if (!free.possible || !problem.prior || !bound_masses(problem, free.theta)) return none;
  ConsistentFitResult held = consistent_fit(problem);
  const bool as_good = held.least_squares <= (1 + problem.allowed_increase) * free.least_squares;
  return as_good && held.gap < verdict_limits.usable_gap ? held : none;
}

void find_far_centres(const Unknowns& unknowns, StandardEstimate& standard) {
  for (std::size_t body = 1; body < unknowns.layout.inertial.size(); ++body) {
    const int at = unknowns.layout.inertial[body];
    if (at < 0) continue;
    const double* ten = &standard.value[static_cast<std::size_t>(at)];
    const double outside =
        outside_of_link(unknowns.model, static_cast<int>(body), Eigen::Vector3d(ten[1], ten[2], ten[3]) / ten[0]);
    if (outside > 0) standard.far_centres.push_back({static_cast<int>(body), outside});
  }
}

}  // namespace

LinearEstimate consistent_estimate(const EstimatorInput& input) {
  const MatrixXd map = input.equations.unknowns().to_base();
  const double expected = expected_increase(input.sums, input.weights(), input.weighted.beta);
  const double increase = input.options.prior_increase.value_or(std::min(expected, most_for_prior));
  const ConsistentFitProblem problem = problem_of(input, map, increase);
  const ConsistentFitResult free = consistent_fit(problem), held = held_back(problem, free);
  const ConsistentFitResult& fit = held.possible ? held : free;
  LinearEstimate estimate;
  estimate.note = note_of(fit);
  estimate.standard = standard_of(fit);
  estimate.standard->prior_increase = increase;
  if (estimate.standard->valid) find_far_centres(input.equations.unknowns(), *estimate.standard);
  if (input.prior) estimate.standard->prior = *input.prior;
  if (estimate.standard->valid)
    estimate.beta = map * VectorXd::Map(fit.theta.data(), static_cast<Eigen::Index>(fit.theta.size()));
  return estimate;
}

}  // namespace torsor
