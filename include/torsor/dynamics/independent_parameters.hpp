#pragma once

#include <vector>

#include "torsor/scalar/expr.hpp"

namespace torsor {

/// Which parameters add a direction of their own to outputs that are linear in them, going through the list in order:
/// the rank of the columns so far grows with each of these. Judged at random values of all other symbols, of which
/// those in `states` change from one row of columns to the next. The expressions are of the current graph.
std::vector<bool> independent_parameters(const std::vector<Expr>& outputs, const std::vector<Expr>& parameters,
                                         const std::vector<Expr>& states);

}  // namespace torsor
