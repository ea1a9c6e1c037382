#include "derivation/display.hpp"

#include "derivation/math_tree.hpp"

namespace torsor {
namespace {

double width(const std::string& latex) { return width_of(parse_math(latex)); }

/// Adds lines that begin with = and have room for `room` em.
void add_lines(const TypesetSum& sum, double room, std::vector<std::string>& lines) {
  std::string line = "= " + sum.before;
  double filled = width(line);
  bool has_term = false;
  for (const std::string& term : sum.terms) {
    const double wide = width(term);
    if (has_term && filled + wide > room) {
      lines.push_back(line);
      line = "\\quad", filled = 1;
      has_term = false;
    }
    line += term, filled += wide, has_term = true;
  }
  lines.push_back(line + sum.after);
}

std::string aligned(const Display& display, const std::string& end_of_line) {
  std::string text = display.left;
  for (std::size_t k = 0; k < display.lines.size(); ++k)
    text += (k == 0 ? " &" : end_of_line + " &") + display.lines[k];
  return text;
}

std::string on_one_line(const Display& display) { return display.left + " " + display.lines[0]; }

}  // namespace

Display displayed(const std::string& left, const TypesetSum& sum) {
  Display display{left, {}};
  add_lines(sum, line_width - width(left), display.lines);
  return display;
}

Display displayed(const std::string& left, const std::string& rule, const TypesetSum& sum) {
  if (rule.empty()) return displayed(left, sum);
  Display display{left, {}};
  const double room = line_width - width(left);
  add_lines(sum, room, display.lines);
  const double used = width(rule) + 1.3;
  if (display.lines.size() == 1 && used + width(display.lines[0]) <= room)
    display.lines[0] = "= " + rule + " " + display.lines[0];
  else
    display.lines.insert(display.lines.begin(), "= " + rule);
  return display;
}

std::string latex_of(const Display& display) {
  if (display.lines.size() == 1) return "\\[ " + on_one_line(display) + " \\]";
  return "\\begin{align*}\n" + aligned(display, " \\\\\n") + "\n\\end{align*}";
}

std::string markdown_of(const Display& display) {
  if (display.lines.size() == 1) return "$$" + on_one_line(display) + "$$";
  return "$$\\begin{aligned}\n" + aligned(display, " \\\\\n") + "\n\\end{aligned}$$";
}

std::string mathml_of(const Display& display) {
  const std::string open = "<math display=\"block\">", close = "</math>";
  const auto part = [](const std::string& latex) { return mathml_of(parse_math(latex)); };
  if (display.lines.size() == 1) return open + "<mrow>" + part(on_one_line(display)) + "</mrow>" + close;
  std::string rows;
  for (std::size_t k = 0; k < display.lines.size(); ++k)
    rows += "<mtr><mtd style=\"text-align: right; padding: 0.3em 0\">" + (k == 0 ? part(display.left) : "") +
            "</mtd><mtd style=\"text-align: left; padding: 0.3em 0 0.3em 0.2em\">" + part(display.lines[k]) +
            "</mtd></mtr>";
  return open + "<mtable displaystyle=\"true\">" + rows + "</mtable>" + close;
}

}  // namespace torsor
