#include "torsor/derivation/write_equations.hpp"

#include "derivation/display.hpp"
#include "derivation/formula_symbol.hpp"

namespace torsor {

std::string write_markdown(const Derivation& derivation, const std::string& robot, bool shorthand) {
  std::string text = "# Equations of motion of " + robot + "\n";
  if (shorthand) text += "\n$C_{12}$ stands for $\\cos(q_{1} + q_{2})$ and $S_{12}$ for $\\sin(q_{1} + q_{2})$.\n";
  for (const auto& [name, meaning, equations] : derivation.groups) {
    text += "\n## " + name + "\n\n" + meaning + "\n";
    for (const auto& [left, right] : equations)
      text += "\n" +
              markdown_of(displayed(latex_of_symbol(left), typeset_sum(right, {Typesetting::latex, shorthand}))) + "\n";
  }
  return text;
}

}  // namespace torsor
