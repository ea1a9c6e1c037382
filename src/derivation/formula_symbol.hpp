#pragma once

#include <string>

namespace torsor {

/// A symbol in its parts: lc1 is l with the index c1, qdd2 is q with two dots and the index 2.
struct FormulaSymbol {
  std::string letter, index;
  int dots = 0;
};
FormulaSymbol formula_symbol(const std::string& name);

/// Whether a name is a formula that stands as a symbol, such as sign(qd1).
bool is_spelt_out(const std::string& name);

/// sqrt(2) and the like, which stand before all symbols.
bool is_root_of_number(const std::string& name);

/// 0 for parameters, 1 for velocities, 2 for accelerations: they stand last in a product.
int rank_of_symbol(const std::string& name);

/// The place among the parameters of a product: masses and inertias, then gravity, then the rest.
int place_of_parameter(const std::string& name);

/// A name as Python takes it, where it is not a word of its own or one that write_sympy uses.
std::string python_name(const std::string& name);

/// A number that is no fraction, as it is printed.
std::string ten_digits(double value);

std::string latex_of_symbol(const std::string& name);
std::string sympy_of_symbol(const std::string& name);

}  // namespace torsor
