#include "torsor/io/finding.hpp"

#include <algorithm>

namespace torsor::io {

std::string to_string(const Finding& finding) {
  return finding.file + ":" + std::to_string(finding.where.line) + ":" + std::to_string(finding.where.column) + ": " +
         (finding.element.empty() ? "" : finding.element + ": ") + finding.message;
}

bool Reading::sound() const {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.severity == Severity::error; });
}

}  // namespace torsor::io
