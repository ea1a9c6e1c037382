#include "derivation/worksheet_display.hpp"

#include "derivation/math_tree.hpp"

namespace torsor {
namespace {

const TrigonometricForm& entry_at(const WorksheetFormula& formula, int i, int j) {
  return formula
      .entries[static_cast<std::size_t>(i) * static_cast<std::size_t>(formula.columns) + static_cast<std::size_t>(j)];
}

double latex_width(const std::string& latex) { return width_of(parse_math(latex)); }

std::string matrix_of(const WorksheetFormula& formula, const TypesettingStyle& style) {
  std::string text = "\\begin{bmatrix} ";
  for (int i = 0; i < formula.rows; ++i)
    for (int j = 0; j < formula.columns; ++j)
      text += (j > 0 ? " & " : i > 0 ? " \\\\ " : "") + typeset(entry_at(formula, i, j), style);
  return text + " \\end{bmatrix}";
}

/// x, y and z of a vector in space, else the number of the row and of the column.
std::string entry_index(const WorksheetFormula& formula, int i, int j) {
  if (formula.columns > 1) return std::to_string(i + 1) + std::to_string(j + 1);
  return formula.rows == 3 ? std::string(1, "xyz"[i]) : std::to_string(i + 1);
}

}  // namespace

bool is_too_wide(const WorksheetFormula& formula, const TypesettingStyle& style) {
  return formula.rows > 1 && latex_width(formula.left + " = " + matrix_of(formula, style)) > line_width - 3;
}

namespace {

/// A formula on its lines. A matrix that is too wide for a line is given by the entries that are not zero.
std::vector<Display> displays_of(const WorksheetFormula& formula, const TypesettingStyle& style) {
  const std::string left = (formula.label.empty() ? "" : "\\text{(" + formula.label + ")} \\quad ") + formula.left;
  if (formula.rows * formula.columns == 1)
    return {displayed(left, formula.rule, typeset_sum(formula.entries[0], style))};
  if (!is_too_wide(formula, style)) return {displayed(left, formula.rule, {"", {matrix_of(formula, style)}, ""})};
  std::vector<Display> list;
  if (!formula.rule.empty()) list.push_back({left, {"= " + formula.rule}});
  for (int i = 0; i < formula.rows; ++i)
    for (int j = 0; j < formula.columns; ++j) {
      const TrigonometricForm& entry = entry_at(formula, i, j);
      const std::string name = "\\left(" + formula.left + "\\right)_{" + entry_index(formula, i, j) + "}";
      if (!entry.is_zero()) list.push_back(displayed(name, typeset_sum(entry, style)));
    }
  return list;
}

}  // namespace

std::vector<Display> displays_of(const WorksheetStep& step, const TypesettingStyle& style) {
  std::vector<Display> list;
  bool joins = false;
  for (const WorksheetFormula& formula : step.formulas) {
    const bool matrix = formula.rows > 1, plain = formula.label.empty() && formula.rule.empty();
    for (Display& next : displays_of(formula, style)) {
      const std::string line = next.left + " " + next.lines[0];
      if (joins && plain && next.lines.size() == 1 && list.back().lines.size() == 1) {
        const std::string both = list.back().lines[0] + ", \\quad " + line;
        if (latex_width(list.back().left + both) <= line_width) {
          list.back().lines[0] = both;
          continue;
        }
      }
      list.push_back(std::move(next));
      joins = plain && matrix;
    }
  }
  return list;
}

}  // namespace torsor
