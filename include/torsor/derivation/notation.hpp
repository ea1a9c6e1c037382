#pragma once

#include "torsor/derivation/derivation.hpp"

namespace torsor {

/// The letters of inertia matrix, velocity torque and gravity torque, which differ between textbooks.
struct EquationLetters {
  std::string inertia, velocity, gravity;
};
enum class EquationNotation {
  Bhg,  // [Siciliano], with h for C qd
  MVG,  // [Craig; notes 003]
  Dhc   // [Fu, Gonzalez, Lee; notes 000, 002]
};
EquationLetters letters_of(EquationNotation notation);

/// Equations as derive() gives them, in other letters.
Derivation in_notation(Derivation derivation, EquationNotation notation);

}  // namespace torsor
