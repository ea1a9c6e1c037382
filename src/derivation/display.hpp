#pragma once

#include "torsor/derivation/typeset.hpp"

namespace torsor {

/// A formula with its terms apart, each with its sign: between them a line can end.
struct TypesetSum {
  std::string before;  // a factor of the whole sum, and an opening bracket
  std::vector<std::string> terms;
  std::string after;
};
TypesetSum typeset_sum(const TrigonometricForm& form, TypesettingStyle style);

using FormulaAngle = decltype(TrigonometricForm::Product::angle);

/// The joints of an angle for which there is a shorthand, 12 of q1 + q2; nothing for any other.
std::string joints_of(const FormulaAngle& angle);

/// A displayed equation, in LaTeX: `left`, and lines that begin with = or go on with a sum.
struct Display {
  std::string left;
  std::vector<std::string> lines;
};

/// left = sum, in as many lines as it takes.
Display displayed(const std::string& left, const TypesetSum& sum);
/// left = rule = sum; the result has lines of its own where one is not enough.
Display displayed(const std::string& left, const std::string& rule, const TypesetSum& sum);

std::string latex_of(const Display& display);
/// As LaTeX stands in Markdown, between dollar signs.
std::string markdown_of(const Display& display);
std::string mathml_of(const Display& display);

}  // namespace torsor
