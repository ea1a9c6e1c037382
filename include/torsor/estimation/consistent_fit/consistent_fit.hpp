#pragma once

#include <Eigen/Core>
#include <limits>
#include <optional>
#include <vector>

#include "torsor/model/parameters.hpp"

/// Parameters that some robot can have: every link's pseudo-inertia positive definite, friction and rotors not
/// negative, found by a convex program whose gap is certified. (docs/algorithms/consistent_fit.md)
namespace torsor {

/// kg.
struct MassBounds {
  double lower = 0;
  double upper = std::numeric_limits<double>::infinity();
};
struct MassRange {
  int body = 0;
  MassBounds mass;
};

/// Minimise 1/2 |A theta - y|^2 + strength/2 distance^2 to the prior over the parameters that a robot can have.
struct ConsistentFitProblem {
  Eigen::MatrixXd A;  // equations x columns of the layout; the stacked regressor, or a triangular factor of it
  Eigen::VectorXd y;  // what A theta should be
  /// The sum of squares that no theta explains and that is not in A and y, where these are a triangular factor.
  double unexplained = 0;
  const ParameterLayout* layout = nullptr;

  /// Where theta goes in the directions that the data do not know; without it, like bodies at the frames' origins.
  std::optional<std::vector<double>> prior;
  /// How much a deviation from the prior costs; without it, the largest for which the sum of squares grows by at most
  /// `allowed_increase`, as a part of the least one that a robot can have.
  std::optional<double> strength;
  double allowed_increase = 1e-3;

  double thinnest = 1e-3;  // m: no link's mass is spread less than this, root of the mean square, in any direction
  /// Where there is a prior: links up to this many times heavier than in it are not denser than osmium, nor spread by
  /// less than half of what the prior's link is; 0: they may be.
  double solid_up_to = 0;
  double minimum_mass = 1e-3;            // kg, of every link
  std::vector<MassRange> masses;         // of some links, with what is fixed to them
  std::optional<MassBounds> total_mass;  // of all links in the layout

  double tolerance = 1e-9;  // of the gap, relative
  int most_steps = 100;     // of one solution
};

struct ConsistentFitResult {
  std::vector<double> theta;
  bool possible = false;   // the bounds on masses contradict neither each other nor the other conditions
  bool converged = false;  // the gap is within the tolerance

  double objective = 0;      // with the prior's part
  double lower_bound = 0;    // no possible theta has a smaller objective: from a point of the dual problem
  double gap = 0;            // their difference, relative to the objective, or to 1e-10 |y|^2 / 2 where that is larger
  double squares = 0;        // |A theta - y|^2 + unexplained
  double least_squares = 0;  // the same for the least strength: what a possible robot can reach
  double strength = 0;
  int steps = 0;  // Newton steps, over all solutions

  std::vector<double> relative_smallest_eigenvalue;  // by body: of the pseudo-inertia, as a part of its trace; SI units
  std::vector<int> at_the_limit;                     // bodies whose pseudo-inertia or mass is at its bound
  std::vector<int> at_zero;                          // columns that want to be negative: friction, rotors, springs
};

ConsistentFitResult consistent_fit(const ConsistentFitProblem& problem);

}  // namespace torsor
