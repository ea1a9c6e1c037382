#pragma once

#include <string>
#include <vector>

#include "torsor/experiments/plan_experiment.hpp"

namespace torsor {

/// A command to run, and what for.
struct PlanCommand {
  std::string line, purpose;
};

/// A page of HTML that needs nothing else, to be printed and taken to the robot: what to do in its order, motions,
/// accuracies, and the commands that follow.
std::string html_report(const ExperimentPlan& plan, const std::vector<PlanCommand>& commands = {});

}  // namespace torsor
