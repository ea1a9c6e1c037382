#pragma once

#include "array.hpp"
#include "torsor/core/error.hpp"

namespace torsor::python {

/// One number for each joint, or one for all; above 0.
inline std::vector<double> by_joint(const char* name, nb::handle value, std::size_t joints) {
  const bool one = PyNumber_Check(value.ptr()) != 0 && PySequence_Check(value.ptr()) == 0;
  std::vector<double> values =
      one ? std::vector<double>(joints, nb::cast<double>(value)) : numbers(name, value, joints);
  for (const double number : values)
    if (!(number > 0)) throw UsageError(name, "expected numbers above 0, found " + std::to_string(number));
  return values;
}

}  // namespace torsor::python
