#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "torsor/report/plan_report.hpp"

namespace torsor::cli {

/// Flags with the words behind them.
using GivenFlags = std::vector<std::pair<std::string, std::vector<std::string>>>;

/// How command lines name what a plan is about.
struct PlanFiles {
  std::string robot;    // a file, or a built-in one
  std::string mapping;  // of the logs; or nothing
  IdentifyOptions identification;
  std::optional<Vector3<double>> gravity;  // as logs are read, where the file's is not that; of a base that is turned
  GivenFlags flags{};                      // that the plan was asked for with
};

/// What to run in the folder with the records: each is a command line as a shell takes it.
std::vector<PlanCommand> plan_commands(const ExperimentPlan& plan, const PlanFiles& files);

}  // namespace torsor::cli
