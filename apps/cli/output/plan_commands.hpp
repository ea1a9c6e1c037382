#pragma once

#include <string>
#include <vector>

#include "torsor/report/plan_report.hpp"

namespace torsor::cli {

/// How command lines name what a plan is about.
struct PlanFiles {
  std::string robot;    // a file, or a built-in one
  std::string mapping;  // of the logs; or nothing
  IdentifyOptions identification;
};

/// What to run in the folder with the records: each is a command line as a shell takes it.
std::vector<PlanCommand> plan_commands(const ExperimentPlan& plan, const PlanFiles& files);

}  // namespace torsor::cli
