#pragma once

#include "torsor/model/model.hpp"
#include "torsor/scalar/expr.hpp"

namespace torsor {

/// The base parameters of a robot's links, in the words of [Gautier, Khalil 1990]: XXR = Ixx - Iyy, ZZR = Izz, MXR, MR,
/// with products of inertia as entries of the matrix, in the joints' own frames. `states` are the symbols q, qd and
/// qdd.
std::vector<std::pair<std::string, Expr>> base_parameter_equations(const Model<Expr>& model, const std::vector<Expr>& q,
                                                                   const std::vector<Expr>& qd,
                                                                   const std::vector<Expr>& qdd);

}  // namespace torsor
