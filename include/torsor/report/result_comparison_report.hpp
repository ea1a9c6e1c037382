#pragma once

#include <string>

#include "torsor/experiments/result_comparison.hpp"

namespace torsor {

/// A page of HTML that needs nothing else: what changed between results, a plot of every parameter that did and of all
/// friction, and a table of all parameters.
std::string html_report(const ResultComparison& comparison);

}  // namespace torsor
