#pragma once

#include "output/answer.hpp"
#include "torsor/log_health/log_health.hpp"

namespace torsor::cli {

/// One log and what was found in it; findings below the wanted severity are gone.
struct ExaminedLog {
  std::string name;
  std::vector<std::string> columns;  // in words
  std::vector<std::string> joints;
  long file_rows = 0;
  LogHealth health;
  bool usable = true;
};

void print(const ExaminedLog& log);
Json to_json(const ExaminedLog& log);

}  // namespace torsor::cli
