#pragma once

#include <string>
#include <vector>

#include "torsor/model/model.hpp"
#include "torsor/model/presliding.hpp"

namespace torsor {

/// The joints whose contacts bend before they slide, by their places in qd: each has a deflection z.
template <Scalar S>
std::vector<int> bending_velocities(const Model<S>& model) {
  std::vector<int> velocities;
  for (int v = 0; v < model.nv; ++v)
    if (has_presliding(model.friction[v])) velocities.push_back(v);
  return velocities;
}

/// The names of these deflections as columns of files: z2 for the second entry of qd.
template <Scalar S>
std::vector<std::string> deflection_names(const Model<S>& model) {
  std::vector<std::string> names;
  for (const int v : bending_velocities(model)) names.push_back("z" + std::to_string(v + 1));
  return names;
}

}  // namespace torsor
