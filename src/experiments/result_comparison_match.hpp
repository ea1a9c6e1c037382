#pragma once

#include "torsor/experiments/result_comparison.hpp"

namespace torsor::experiments {

/// Throws UsageError for options that make no sense, and FileError with the first difference in what results mean.
void require_comparable(const std::vector<ComparableResult>& results, const ResultComparisonOptions& options);

/// Joints whose Coulomb friction has different widths, by more than rounding.
std::vector<int> joints_of_other_width(const std::vector<ComparableResult>& results);

}  // namespace torsor::experiments
