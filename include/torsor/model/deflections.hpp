#pragma once

#include <string>
#include <utility>
#include <vector>

#include "torsor/model/model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/presliding.hpp"

namespace torsor {

/// A contact that bends before it slides, and its deflection z: of a joint, or of a coupling.
template <Scalar S>
struct BendingContact {
  Coupling<S> on;    // what it rubs on, x = a . q, with nothing but its friction
  int velocity;      // of a joint: its place in qd; of a coupling -1
  std::string name;  // of the deflection as a column of files: z2 of the second entry of qd, zc1 of the first coupling
};

/// Those of the joints first.
template <Scalar S>
std::vector<BendingContact<S>> bending_contacts(const Model<S>& model) {
  std::vector<BendingContact<S>> contacts;
  const auto add = [&](std::vector<typename Coupling<S>::Term> terms, const Friction<S>& friction, int velocity,
                       const std::string& name) {
    Coupling<S> on;
    on.terms = std::move(terms);
    on.friction = friction;
    if (has_presliding(friction)) contacts.push_back({std::move(on), velocity, name});
  };
  for (int v = 0; v < model.nv; ++v)
    add({{body_of_velocity(model, v).q, v, S(1.0)}}, model.friction[v], v, "z" + std::to_string(v + 1));
  for (std::size_t c = 0; c < model.couplings.size(); ++c)
    add(model.couplings[c].terms, model.couplings[c].friction, -1, "zc" + std::to_string(c + 1));
  return contacts;
}

/// The names of their deflections.
template <Scalar S>
std::vector<std::string> deflection_names(const Model<S>& model) {
  std::vector<std::string> names;
  for (const BendingContact<S>& contact : bending_contacts(model)) names.push_back(contact.name);
  return names;
}

}  // namespace torsor
