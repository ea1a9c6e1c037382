#pragma once

#include <functional>

#include "torsor/experiments/excitation_problem.hpp"

namespace torsor {

struct ExcitationSearchOptions {
  double first_barrier = 1, last_barrier = 1e-4;  // weight of the logarithms of slacks
  int most_iterations = 300;
  /// Asked after each iteration, with the share of the work that is done; true ends the search where it is.
  std::function<bool(double done)> stop{};
};

struct ExcitationSearchResult {
  Eigen::MatrixXd coefficients;
  double value = 0;  // of the criterion
  int iterations = 0;
};

/// From a motion strictly inside all limits to the best one near it, never leaving them: an interior-point method. The
/// logarithms of all slacks, weighted less and less, keep it inside; the curvature of the criterion is learnt from its
/// gradients (BFGS, damped), that of the barrier is known. [Nocedal, Wright 2006, 19.6 and 18.3]
ExcitationSearchResult search_excitation(const ExcitationProblem& problem, const Eigen::MatrixXd& start,
                                         const ExcitationSearchOptions& options = {});

}  // namespace torsor
