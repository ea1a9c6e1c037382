#pragma once

#include <string>
#include <vector>

#include "torsor/model/model.hpp"
#include "torsor/scalar/expr.hpp"

namespace torsor {

/// A robot whose lengths and base parameters are symbols of the current graph: what a kernel costs that is written for
/// its geometry and for no other figure of it.
struct SymbolicModel {
  Model<Expr> model;
  std::vector<Expr> lengths;          // and entries of rotations that are neither 0 nor 1
  std::vector<Expr> base_parameters;  // the regrouped ones on which some torque depends, and none twice
  std::vector<Expr> q, qd, qdd;
};

/// Every length of a joint's placement that is not 0 becomes a symbol, as does every entry of its rotation that is not
/// 0, 1 or -1 (equal ones share theirs) and gravity's. Friction, springs, rotors and what couples joints are left out.
SymbolicModel symbolic_model(const Model<double>& robot);

}  // namespace torsor
