#pragma once

#include "robot_files/urdf/parts.hpp"

namespace torsor {

/// How the parts of a URDF file hang together. Indices into UrdfParts.
struct UrdfTree {
  std::size_t root = 0;
  std::vector<std::size_t> links;   // all but the root, parents first and otherwise in the file's order
  std::vector<std::size_t> joints;  // what carries each of them
};

/// Nothing after an error: a name that is not there, two parents, several roots or a cycle.
std::optional<UrdfTree> build_tree(UrdfLog& log, const UrdfParts& parts);

/// Replaces mimics of mimics by mimics of what they follow in the end.
void resolve_mimics(UrdfLog& log, UrdfParts& parts);

}  // namespace torsor
