#pragma once

#include <functional>

#include "torsor/derivation/derivation.hpp"
#include "torsor/model/model.hpp"

namespace torsor {

/// q1, q2, ...
std::vector<Expr> numbered(const std::string& letter, int count);

/// A robot with symbols for its numbers, in the current graph.
struct SymbolicRobot {
  Model<Expr> model;
  std::map<std::string, std::string> renamed{};                 // see Derivation
  Description described{};                                      // with names for its lengths, where they have symbols
  std::function<Expr(const std::string&, const Expr&)> bind{};  // the symbol of a parameter, or its value
};
SymbolicRobot symbolic_robot(const Description& written, EquationSymbols symbols);

}  // namespace torsor
