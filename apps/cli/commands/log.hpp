#pragma once

#include "output/json.hpp"
#include "torsor/log_health/clean_log.hpp"

namespace torsor::cli {

/// The log and those of its findings that are to be told.
void print(const CleanLog& log, const std::vector<Finding>& findings);
Json to_json(const CleanLog& log, const std::vector<Finding>& findings);

}  // namespace torsor::cli
