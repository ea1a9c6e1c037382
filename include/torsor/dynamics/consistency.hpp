#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "torsor/model/conditions.hpp"

namespace torsor {

/// An equality that the equations of a robot must obey, and by how much it was missed.
struct Identity {
  std::string name;
  double disagreement = 0;  // the largest, relative to the magnitudes that enter it
  double tolerance = 1e-9;
  int states = 0;   // at which it was looked at
  int skipped = 0;  // at which it could not be: B singular

  bool holds() const { return disagreement <= tolerance; }
};

struct ConsistencyOptions {
  int states = 100;
  std::uint64_t seed = 1;
  int lagrange_limit = 12;  // joints up to which Lagrange-Euler takes part; its cost grows with the fourth power
  std::function<void(double share)> progress{};  // told after each state how much is done, 0 to 1
};

struct Consistency {
  std::vector<Identity> identities;
  int singular_states = 0;    // B, with its diagonal scaled to 1, has an eigenvalue below 1e-12
  int indefinite_states = 0;  // B has a negative one: a rotor that is too heavy for the link that carries it
  bool lagrange = true;       // Lagrange-Euler took part

  bool holds() const;
};

/// Every formulation against every other on random states in which everything moves and acts: both Newton-Euler forms,
/// Lagrange-Euler, inertia and Coriolis matrices, energies, regressors, forward dynamics. Nothing here compares an
/// algorithm with itself.
Consistency check_consistency(const Model<double>& model, const ConsistencyOptions& options = {});

}  // namespace torsor
