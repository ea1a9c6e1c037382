#pragma once

#include <optional>

#include "output/answer.hpp"
#include "torsor/lint/repair.hpp"

namespace torsor::cli {

/// What was found in one file.
struct LintedFile {
  std::string name;
  std::vector<Finding> findings;
  int errors = 0, warnings = 0, notes = 0;

  void count();
};

/// What --fix did; the findings told with it are those of the copy.
struct MendedFile {
  std::string source, copy;
  std::vector<lint::Repair> repairs;
};

/// A log for programs that show findings beside the code: SARIF 2.1.0.
Json to_sarif(const std::vector<LintedFile>& files);

Json to_json(const std::vector<LintedFile>& files, const std::optional<MendedFile>& mended);
void print(const std::vector<LintedFile>& files, const std::optional<MendedFile>& mended);

}  // namespace torsor::cli
