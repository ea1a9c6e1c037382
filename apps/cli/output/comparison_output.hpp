#pragma once

#include "output/json.hpp"
#include "torsor/control/controller_comparison.hpp"

/// How controllers did on one motion, as tables for people and as JSON.
namespace torsor::cli {

/// "held", or why and when not: "lost at 0.34 s (joint2)".
std::string outcome_of(const ControllerRun& run, const Model<double>& robot);
/// What a user should know of each run, a line each: "pd with 2 kg: joint2 is 1.2 off its reference at ..".
std::vector<std::string> findings_of(const ControllerComparison& comparison, const Model<double>& robot);

void print_comparison(const ControllerComparison& comparison, const Model<double>& robot);
Json to_json(const ControllerComparison& comparison, const Model<double>& robot,
             const ControllerComparisonOptions& options);

}  // namespace torsor::cli
