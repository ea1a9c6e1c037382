#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "torsor/core/finding.hpp"

namespace torsor::yaml {

/// Where the findings about one YAML file go: errors, all of one code.
class Report {
 public:
  Report(std::string file, std::string code, std::vector<Finding>& findings)
      : file_(std::move(file)), code_(std::move(code)), findings_(findings) {}

  void error(Location where, std::string message) {
    findings_.push_back({code_, Severity::error, file_, where, "", std::move(message), ""});
    ++errors_;
  }
  int errors() const { return errors_; }

  /// Puts the findings in the order of the file. Readers take keys in their own.
  void sort() {
    std::multimap<std::pair<int, int>, Finding> in_order;  // those of one place stay as they were told
    for (Finding& finding : findings_)
      in_order.emplace(std::pair(finding.where.line, finding.where.column), std::move(finding));
    findings_.clear();
    for (auto& [place, finding] : in_order) findings_.push_back(std::move(finding));
  }

 private:
  std::string file_, code_;
  std::vector<Finding>& findings_;
  int errors_ = 0;
};

}  // namespace torsor::yaml
