#pragma once

#include <vector>

#include "torsor/core/finding.hpp"
#include "torsor/model/description.hpp"

namespace torsor {

/// A robot that was read, as far as it could be, and all that was found on the way. There is a description when no
/// finding is an error.
struct Reading {
  Description robot;
  std::vector<Finding> findings;
  bool inertia_checked = true;  // false where a YAML file says that its inertias may be those of no body

  bool sound() const { return torsor::sound(findings); }
};

}  // namespace torsor
