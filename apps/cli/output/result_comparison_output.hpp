#pragma once

#include "output/json.hpp"
#include "torsor/experiments/result_comparison.hpp"

namespace torsor::cli {

/// The table of what changed between results, and what it means.
void print_comparison(const ResultComparison& comparison);

Json to_json(const ResultComparison& comparison);

/// "Fs2 grew by 10.3 %, 0.31 +- 0.04 Nm": a significant change.
std::string change_in_words(const ResultComparison& comparison, int parameter);

}  // namespace torsor::cli
