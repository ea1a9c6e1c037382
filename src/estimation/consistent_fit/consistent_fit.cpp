#include "torsor/estimation/consistent_fit/consistent_fit.hpp"

#include <algorithm>
#include <cmath>

#include "estimation/consistent_fit/cone_coordinates.hpp"
#include "estimation/consistent_fit/cone_scaling.hpp"
#include "estimation/consistent_fit/prior_bodies.hpp"
#include "torsor/core/linear_algebra.hpp"

namespace torsor::cone {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

/// The same sum of squares in no more equations than there are unknowns.
struct Equations {
  MatrixXd A;
  VectorXd y;
  double unexplained;

  /// The sum of squares of all that was measured.
  double measured() const { return y.squaredNorm() + unexplained; }

  explicit Equations(const ConsistentFitProblem& problem)
      : A(problem.A), y(problem.y), unexplained(problem.unexplained) {
    const Eigen::Index columns = A.cols();
    if (A.rows() <= columns + 1) return;
    MatrixXd both(A.rows(), columns + 1);
    both << A, y;
    const MatrixXd R = linear_algebra::triangular_factor(both);
    A = R.topLeftCorner(columns, columns);
    y = R.topRightCorner(columns, 1);
    unexplained += R(columns, columns) * R(columns, columns);
  }
};

/// By column, the value of the parameter that would be felt as much as all that was measured; 1 where none is felt.
VectorXd effects(const Equations& equations) {
  const VectorXd lengths = equations.A.colwise().norm();
  const double least = 1e-12 * lengths.maxCoeff(), measured = std::sqrt(equations.measured());
  VectorXd result(lengths.size());
  for (Eigen::Index c = 0; c < lengths.size(); ++c)
    result[c] = lengths[c] > least && measured > 0 ? measured / lengths[c] : 1.0;
  return result;
}

/// The prior with its masses multiplied by the one factor that suits the data best, next to friction, rotors and all
/// else that is no mass; a factor beyond ten is not believed.
std::vector<double> scaled(std::vector<double> prior, const ParameterLayout& layout, const Equations& equations) {
  std::vector<int> others;
  VectorXd masses = VectorXd::Zero(layout.size());
  for (int c = 0; c < layout.size(); ++c)
    if (layout.entries[c].kind <= ParameterKind::izz)
      masses[c] = prior[c];
    else
      others.push_back(c);
  MatrixXd columns(equations.A.rows(), static_cast<Eigen::Index>(others.size()) + 1);
  columns.col(0) = equations.A * masses;
  for (std::size_t k = 0; k < others.size(); ++k)
    columns.col(static_cast<Eigen::Index>(k) + 1) = equations.A.col(others[k]);
  const double factor = linear_algebra::least_squares(columns, equations.y)[0];
  if (!(factor > 0.1 && factor < 10)) return prior;
  for (int c = 0; c < layout.size(); ++c)
    if (layout.entries[c].kind <= ParameterKind::izz) prior[c] *= factor;
  return prior;
}

/// The fit in coordinates z, x = prior + Q z with Q orthogonal, in which the equations are L z = d with the columns of
/// L from the strongest to those that nothing is known of: so that a strength far below rounding in A still counts.
class Fit {
 public:
  Fit(const ConsistentFitProblem& problem, const Equations& equations, const ConeCoordinates& coordinates)
      : problem_(problem), coordinates_(coordinates), unexplained_(equations.unexplained) {
    const MatrixXd A = equations.A * coordinates.T;
    const linear_algebra::OrthogonalFactors factors = linear_algebra::orthogonal_factors(A);
    Q_ = factors.Q;
    program_.L = factors.L;
    program_.d = equations.y - A * coordinates.prior;
    program_.blocks = coordinates.blocks;
    program_.K = coordinates.K * Q_;
    program_.offset = coordinates.offset + coordinates.K * coordinates.prior;
    start_ = {Q_.transpose() * (coordinates.start - coordinates.prior), {}};
    measured_ = equations.measured();
    strongest_ = program_.L.squaredNorm();
  }

  void run() {
    const double least = 1e-14 * strongest_;
    const ConeStart centre = solve_with(problem_.strength.value_or(1e-6 * strongest_), 0.1).centre;
    if (centre.z.size() > 0) start_ = centre;
    least_squares_ = squares(solve_with(std::min(least, problem_.strength.value_or(least)), 1e-6));
    solution_ = solve_with(problem_.strength ? *problem_.strength : chosen_strength(least), problem_.tolerance);
  }

  ConsistentFitResult result() const {
    ConsistentFitResult result;
    const VectorXd x = coordinates_.prior + Q_ * solution_.z, theta = coordinates_.T * x;
    result.theta.assign(theta.begin(), theta.end());
    result.possible = true;
    result.converged = solution_.converged;
    result.objective = solution_.objective + 0.5 * unexplained_;
    result.lower_bound = solution_.lower_bound + 0.5 * unexplained_;
    result.gap = solution_.gap;
    result.squares = squares(solution_);
    result.least_squares = std::min(least_squares_, result.squares);
    result.strength = program_.strength;
    result.steps = steps_;
    tell_limits(x, result);
    return result;
  }

 private:
  double squares(const ConeSolution& solution) const {
    return (program_.L * solution.z - program_.d).squaredNorm() + unexplained_;
  }

  ConeSolution solve_with(double strength, double tolerance) {
    program_.strength = strength;
    const ConeSolution solution =
        solve(program_, start_, {0.5 * unexplained_, 0.5e-10 * measured_, tolerance, problem_.most_steps});
    steps_ += solution.steps;
    return solution;
  }

  /// The largest strength that costs no more than was allowed, to a factor of three; between a strength that costs
  /// less and one that costs more the cost is taken for a power of the strength.
  double chosen_strength(double least) {
    const double allowed = problem_.allowed_increase * least_squares_ + 1e-18 * measured_;
    const double tolerance = 0.05 * allowed / std::max(least_squares_, 1e-10 * measured_);
    const auto cost_of = [&](double strength) {
      return std::max((squares(solve_with(strength, tolerance)) - least_squares_) / allowed, 1e-3);
    };
    double below = least, cost_below = 1e-3, above = 0, cost_above = 0;
    double strength = 1e-6 * strongest_;
    for (int k = 0; k < 12; ++k) {
      const double cost = cost_of(strength);
      if (cost <= 1)
        below = strength, cost_below = cost;
      else
        above = strength, cost_above = cost;
      if (cost_below > 0.25 || (above > 0 && above < 3 * below) || below > strongest_) break;
      const double power = std::log(cost_above / cost_below) / std::log(above / below);
      strength =
          above > 0 ? std::clamp(below * std::pow(0.6 / cost_below, 1 / power), 1.5 * below, above / 1.5) : 30 * below;
    }
    return below;
  }

  void tell_limits(const VectorXd& x, ConsistentFitResult& result) const {
    constexpr double near = 1e-5;
    const ParameterLayout& layout = *problem_.layout;
    const VectorXd u = coordinates_.offset + coordinates_.K * x;
    result.relative_smallest_eigenvalue.assign(layout.inertial.size(), 0.0);
    for (int b = 0; b < coordinates_.blocks; ++b) {
      const int body = coordinates_.bodies[b];
      const Eigen::Vector4d inside = eigenvalues(matrix_of(u.segment<10>(10L * b)));
      const Eigen::Matrix4d J = pseudo_inertia(&result.theta[layout.inertial[body]]);
      result.relative_smallest_eigenvalue[body] = eigenvalues(J)[0] / J.trace();
      if (inside[0] < near * inside[3]) result.at_the_limit.push_back(body);
    }
    for (std::size_t k = 0; k < coordinates_.columns.size(); ++k) {
      const int column = coordinates_.columns[k];
      if (u[10L * coordinates_.blocks + static_cast<Eigen::Index>(k)] >= near) continue;
      if (column >= 0) result.at_zero.push_back(column);
      if (column < 0 && column != ConeCoordinates::untold) result.at_the_limit.push_back(-1 - column);
    }
    std::sort(result.at_the_limit.begin(), result.at_the_limit.end());
    result.at_the_limit.erase(std::unique(result.at_the_limit.begin(), result.at_the_limit.end()),
                              result.at_the_limit.end());
  }

  const ConsistentFitProblem& problem_;
  const ConeCoordinates& coordinates_;
  ConeProgram program_;
  MatrixXd Q_;
  ConeStart start_;
  ConeSolution solution_;
  double unexplained_, measured_ = 0, strongest_ = 0, least_squares_ = 0;
  int steps_ = 0;
};

ConsistentFitResult fit(const ConsistentFitProblem& problem) {
  const Equations equations(problem);
  std::vector<double> prior = problem.prior ? *problem.prior : prior_without_knowledge(*problem.layout);
  if (!problem.prior) prior = scaled(std::move(prior), *problem.layout, equations);
  const ConeCoordinates coordinates = cone_coordinates(problem, prior, effects(equations));
  if (!coordinates.possible) return {};
  Fit solution(problem, equations, coordinates);
  solution.run();
  return solution.result();
}

}  // namespace
}  // namespace torsor::cone

torsor::ConsistentFitResult torsor::consistent_fit(const ConsistentFitProblem& problem) { return cone::fit(problem); }
