#pragma once

#include "torsor/derivation/derivation.hpp"
#include "torsor/model/model.hpp"

namespace torsor {

/// q1, q2, ...
std::vector<Expr> numbered(const std::string& letter, int count);

/// A robot with symbols for its numbers, in the current graph.
struct SymbolicRobot {
  Model<Expr> model;
  std::map<std::string, std::string> renamed;  // see Derivation
};
SymbolicRobot symbolic_robot(const Description& written, EquationSymbols symbols);

/// The model alone.
inline Model<Expr> model_on(const Description& robot, EquationSymbols symbols) {
  return symbolic_robot(robot, symbols).model;
}

}  // namespace torsor
