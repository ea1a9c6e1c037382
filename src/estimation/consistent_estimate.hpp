#pragma once

#include "torsor/estimation/estimator_table.hpp"

namespace torsor {

/// The physically consistent fit to the weighted equations: standard parameters, and the base parameters that they
/// make.
LinearEstimate consistent_estimate(const EstimatorInput& input);

}  // namespace torsor
