#pragma once

#include "torsor/derivation/trigonometric_form.hpp"
#include "torsor/model/description.hpp"

namespace torsor {

/// What stands for the numbers of a robot in its equations.
enum class EquationSymbols {
  named,     // the robot file's named parameters; other numbers stay numbers
  numbers,   // nothing: every parameter has its value
  standard,  // those of `named` in the geometry, and for masses, rotors and friction the parameter vector: m1, mx1, ...
  all        // the same, and every length of the geometry: a2, d3, ...
};

/// One equation: a left side such as tau1 or B12, and what it is.
struct Equation {
  std::string left;
  TrigonometricForm right;
};

/// The equations of one quantity, in the order of its entries; entries that are zero are there too.
struct EquationGroup {
  std::string name;     // inertia-matrix
  std::string meaning;  // one line
  std::vector<Equation> equations;
};

struct Derivation {
  std::vector<EquationGroup> groups;
  std::size_t largest = 0;  // terms of the longest form on the way
  bool complete = true;     // false where a form grew beyond the limit: the groups up to there are in `groups`
  /// By symbol of these equations: the parameter of the robot file that it stands for, where a standard symbol has that
  /// parameter's own name: file_m2 for a length m2 beside the mass m2.
  std::map<std::string, std::string> renamed{};
  std::size_t negligible = 0;     // terms that without_negligible_terms() has left out
  double largest_negligible = 0;  // of these, beside the largest of its neighbours
};

/// kinetic-energy, potential-energy, lagrangian, dissipation, inertia, coriolis, gravity, torque, forward-dynamics (up
/// to three joints), regressor, base-parameters.
std::vector<std::string> equation_names();

/// The equations of motion of a robot in closed form; joints that turn or slide only. `names` are of equation_names().
Derivation derive(const Description& robot, const std::vector<std::string>& names,
                  EquationSymbols symbols = EquationSymbols::named, std::size_t limit = 20'000,
                  const Progress& progress = {});

}  // namespace torsor
