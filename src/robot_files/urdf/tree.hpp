#pragma once

#include "robot_files/urdf/parts.hpp"

namespace torsor::urdf {

/// How the parts of a URDF file hang together. Indices into Parts.
struct Tree {
  std::size_t root = 0;
  std::vector<std::size_t> links;   // all but the root, parents first and otherwise in the file's order
  std::vector<std::size_t> joints;  // what carries each of them
};

/// Nothing after an error: a name that is not there, two parents, several roots or a cycle.
std::optional<Tree> build_tree(Log& log, const Parts& parts);

/// Replaces mimics of mimics by mimics of what they follow in the end.
void resolve_mimics(Log& log, Parts& parts);

}  // namespace torsor::urdf
