#pragma once

#include "python_types.hpp"
#include "torsor/core/finding.hpp"

namespace torsor::python {

inline const char* word(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

/// From which torsor.Finding is made.
inline FieldsList to_python(const std::vector<Finding>& findings) {
  FieldsList list;
  for (const Finding& finding : findings) {
    Fields entry;
    entry["code"] = finding.code;
    entry["severity"] = word(finding.severity);
    entry["file"] = text(finding.file);
    entry["line"] = finding.where.line;
    entry["column"] = finding.where.column;
    entry["element"] = text(finding.element);
    entry["message"] = text(finding.message);
    entry["fix"] = text(finding.fix);
    list.append(entry);
  }
  return list;
}

}  // namespace torsor::python
