#pragma once

#include "torsor/derivation/derivation.hpp"

namespace torsor {

/// Equations as a Python module for SymPy: symbols, `values` with the numbers of the robot's named parameters, and a
/// variable for each group (inertia, torque, ...), with fractions as exact numbers.
std::string write_sympy(const Derivation& derivation, const Description& robot);

/// Equations as Markdown, LaTeX between dollar signs; long ones on several lines.
std::string write_markdown(const Derivation& derivation, const std::string& robot, bool shorthand = false);

}  // namespace torsor
