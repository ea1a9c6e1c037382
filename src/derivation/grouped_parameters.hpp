#pragma once

#include "torsor/scalar/expr.hpp"

namespace torsor {

/// Outputs that are linear in parameters depend on fewer combinations of them: a parameter whose column depends on
/// those of others joins these.
struct GroupedParameters {
  std::vector<bool> kept;  // by parameter: its column is independent of those kept before it
  /// By parameter, where it is kept: outputs = sum over kept k of column_k (values_k + sum over the others).
  std::vector<Expr> combinations;
};

/// `values` are what the parameters, symbols of the current graph, stand for; `states` are the symbols q, qd and qdd,
/// which vary while all others stay; at whole multiples of `steps`, one for each q, formulas are short. The factors
/// with which parameters join others are formulas of the symbols that stay.
GroupedParameters grouped_parameters(const std::vector<Expr>& outputs, const std::vector<Expr>& parameters,
                                     const std::vector<Expr>& values, const std::vector<Expr>& states,
                                     const std::vector<double>& steps);

}  // namespace torsor
