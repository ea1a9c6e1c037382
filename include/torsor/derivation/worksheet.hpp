#pragma once

#include "torsor/derivation/notation.hpp"
#include "torsor/derivation/typeset.hpp"

namespace torsor {

/// A formula of a worksheet: left = rule = a matrix, vector or single form. `left` and `rule` are LaTeX.
struct WorksheetFormula {
  std::string label;  // of its step in the notes, such as A; may be empty
  std::string left;
  std::string rule;  // how it is found; may be empty
  int rows = 1, columns = 1;
  std::vector<TrigonometricForm> entries;  // row by row
  bool omit_zero = false;                  // it is one of many that may be zero, and is left out then
};

/// Cells are text with $formulas$.
struct WorksheetTable {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

struct WorksheetStep {
  std::string heading;
  std::string text;                // with $formulas$ in LaTeX
  std::vector<std::string> rules;  // displayed below it, in LaTeX
  WorksheetTable table;
  std::vector<WorksheetFormula> formulas;
};

/// The derivation of a robot's equations as the notes walk through it: the kinematic table and the link transforms, the
/// steps of Lagrange-Euler, the outward and inward iterations of Newton-Euler, and the equations in which both end.
struct Worksheet {
  std::string robot, description;
  std::vector<WorksheetStep> kinematics, lagrange, newton_euler, equations;
  bool agree = false;  // both ended in the same equations, term by term
  std::size_t largest = 0;
  bool complete = true;    // false where a form grew beyond the limit: there are then no formulas
  bool shorthand = false;  // angles are written as C12 and S12
};

/// Joints that turn or slide only; sensible up to four of them. A torque with more terms than `limit` stops it before
/// the rest is worked out: a thousand terms fill some seven pages. [notes 002, 003; 004, 4.2; FGL, 3.2; Craig
/// 2005, 6.5]
Worksheet worksheet(const Description& robot, EquationSymbols symbols = EquationSymbols::named,
                    std::size_t limit = 1'000, EquationNotation notation = EquationNotation::Dhc,
                    const Progress& progress = {});

/// A LaTeX document that needs amsmath, a page of HTML with MathML that needs nothing else, or Markdown with LaTeX
/// between dollar signs.
std::string write_latex(const Worksheet& sheet);
std::string write_html(const Worksheet& sheet);
std::string write_markdown(const Worksheet& sheet);

}  // namespace torsor
