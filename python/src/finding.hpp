#pragma once

#include <nanobind/stl/string.h>

#include "array.hpp"
#include "torsor/core/finding.hpp"

namespace torsor::python {

/// A text from a file; what is not UTF-8 in it is replaced.
inline nb::object text(const std::string& bytes) {
  return nb::steal(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}
inline nb::list texts(const std::vector<std::string>& words) {
  nb::list list;
  for (const std::string& one : words) list.append(text(one));
  return list;
}

inline const char* word(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

/// A list of dictionaries, from which torsor._results.Finding is made.
inline nb::list to_python(const std::vector<Finding>& findings) {
  nb::list list;
  for (const Finding& finding : findings) {
    nb::dict entry;
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
