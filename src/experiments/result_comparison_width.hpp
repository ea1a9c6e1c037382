#pragma once

#include "torsor/experiments/result_comparison.hpp"

namespace torsor::experiments {

/// What two results say of the change between them.
struct Difference {
  Eigen::VectorXd value;
  Eigen::MatrixXd covariance;
};

/// `last` less `first`, with what the search for widths of Coulomb friction leaves open counted into the covariance:
/// half a step of the grid for the width that both have in common, and half of the way between their widths.
/// (docs/algorithms/result_comparison.md)
Difference difference_of(const ComparableResult& first, const ComparableResult& last);

}  // namespace torsor::experiments
