#include "torsor/core/finding.hpp"

#include <algorithm>

namespace torsor {

std::string to_string(const Finding& finding) {
  std::string place;
  if (!finding.file.empty() || finding.where.line > 0)
    place = finding.file + ":" + std::to_string(finding.where.line) + ":" + std::to_string(finding.where.column) + ": ";
  return place + (finding.element.empty() ? "" : finding.element + ": ") + finding.message;
}

std::vector<Finding> errors(const std::vector<Finding>& findings) {
  std::vector<Finding> result;
  for (const Finding& finding : findings)
    if (finding.severity == Severity::error) result.push_back(finding);
  return result;
}

bool sound(const std::vector<Finding>& findings) {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.severity == Severity::error; });
}

}  // namespace torsor
