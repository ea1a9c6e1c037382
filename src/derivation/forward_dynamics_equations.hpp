#pragma once

#include "torsor/scalar/expr.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// qdd in closed form: B_ij, Delta = det B, u = tau less all that is not acceleration, and qdd from these, B inverted
/// by its cofactors. Throws UsageError where there are more than three joints.
std::vector<std::pair<std::string, Expr>> forward_dynamics_equations(const Matrix<Expr>& B,
                                                                     const std::vector<Expr>& bias);

}  // namespace torsor
