#pragma once

#include "torsor/derivation/derivation.hpp"
#include "torsor/derivation/typeset.hpp"

namespace torsor {

/// A formula of a worksheet: a left side, and a matrix, vector or single form.
struct WorksheetFormula {
  std::string left;  // as typeset_symbol takes it
  int rows = 1, columns = 1;
  std::vector<TrigonometricForm> entries;  // row by row
};

struct WorksheetStep {
  std::string heading, text;
  std::vector<WorksheetFormula> formulas;
};

/// The derivation of a robot's equations as the notes walk through it: the five steps of Lagrange-Euler on one side,
/// the outward and inward recursion of Newton-Euler on the other, and the equations in which both end.
struct Worksheet {
  std::string robot, description;
  std::vector<WorksheetStep> lagrange, newton_euler, equations;
  bool agree = false;  // both ended in the same equations, term by term
  std::size_t largest = 0;
  bool complete = true;  // false where a form grew beyond the limit: the steps up to there are in it
};

/// Joints that turn or slide only; sensible up to four of them. [notes 004, 4.1; notes 003]
Worksheet worksheet(const Description& robot, EquationSymbols symbols = EquationSymbols::named,
                    std::size_t limit = 20'000);

/// A LaTeX document, or a page of HTML with MathML that needs nothing else.
std::string write_latex(const Worksheet& sheet);
std::string write_html(const Worksheet& sheet);

}  // namespace torsor
