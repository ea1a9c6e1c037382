#pragma once

#include <vector>

#include "output/json.hpp"
#include "torsor/report/plan_report.hpp"

/// A plan of an experiment as text and as JSON.
namespace torsor::cli {

Json to_json(const ExperimentPlan& plan, const std::vector<PlanCommand>& commands);
void print_plan(const ExperimentPlan& plan, const std::vector<PlanCommand>& commands);

}  // namespace torsor::cli
