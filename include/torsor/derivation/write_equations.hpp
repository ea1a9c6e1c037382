#pragma once

#include "torsor/derivation/derivation.hpp"

namespace torsor {

/// Equations as a Python module for SymPy: symbols, `values` with the numbers of the robot for them, and a variable for
/// each group (inertia, torque, ...), with fractions as exact numbers. `symbols` as in derive(); lengths that have no
/// name in the robot file are not in `values`.
std::string write_sympy(const Derivation& derivation, const Description& robot,
                        EquationSymbols symbols = EquationSymbols::named);

/// Equations as Markdown, LaTeX between dollar signs; long ones on several lines.
std::string write_markdown(const Derivation& derivation, const std::string& robot, bool shorthand = false);

}  // namespace torsor
