#include <algorithm>

#include "derivation/math_tree.hpp"
#include "derivation/worksheet_display.hpp"
#include "torsor/derivation/worksheet.hpp"

namespace torsor {
namespace {

std::string escaped_for_html(const std::string& text) {
  std::string result;
  for (const char letter : text)
    result += letter == '<' ? "&lt;" : letter == '>' ? "&gt;" : letter == '&' ? "&amp;" : std::string(1, letter);
  return result;
}
std::string escaped_for_latex(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (std::string("#$%&_{}").find(letter) != std::string::npos) result += '\\';
    result += letter == '^' || letter == '~' || letter == '\\' ? ' ' : letter;
  }
  return result;
}

/// Whether `judge(formula)` holds for some formula of a worksheet.
template <class Judge>
bool has_formula(const Worksheet& sheet, const Judge& judge) {
  for (const auto* side : {&sheet.kinematics, &sheet.lagrange, &sheet.newton_euler, &sheet.equations})
    for (const WorksheetStep& step : *side)
      if (std::any_of(step.formulas.begin(), step.formulas.end(), judge)) return true;
  return false;
}
bool has_angle(const WorksheetFormula& formula) {
  for (const TrigonometricForm& entry : formula.entries)
    for (const auto& [product, coefficient] : entry.terms())
      if (!product.angle.empty()) return true;
  return false;
}

/// What a kind of document makes of the parts of a worksheet.
class WorksheetWriter {
 public:
  virtual ~WorksheetWriter() = default;
  virtual std::string section(const std::string& heading) const = 0;
  virtual std::string subsection(const std::string& heading) const = 0;
  virtual std::string paragraph(const std::string& text) const = 0;
  virtual std::string table(const WorksheetTable& table) const = 0;
  virtual std::string display(const Display& display) const = 0;

  std::string body(const Worksheet& sheet) const {
    const std::pair<const char*, const std::vector<WorksheetStep>*> sections[] = {{"Kinematics", &sheet.kinematics},
                                                                                  {"Lagrange-Euler", &sheet.lagrange},
                                                                                  {"Newton-Euler", &sheet.newton_euler},
                                                                                  {"Result", &sheet.equations}};
    const TypesettingStyle style(Typesetting::latex, sheet.shorthand);
    std::string text;
    if (sheet.shorthand && has_formula(sheet, has_angle))
      text += paragraph("$C_{12}$ stands for $\\cos(q_{1} + q_{2})$ and $S_{12}$ for $\\sin(q_{1} + q_{2})$.");
    if (has_formula(sheet, [&](const WorksheetFormula& formula) { return is_too_wide(formula, style); }))
      text += paragraph("A matrix that is too wide for a line is given by those of its entries that are not zero.");
    for (const auto& [heading, steps] : sections) {
      text += section(heading);
      for (const WorksheetStep& step : *steps) text += written(step, style);
    }
    return text;
  }

 private:
  std::string written(const WorksheetStep& step, const TypesettingStyle& style) const {
    std::string text = subsection(step.heading);
    if (!step.text.empty()) text += paragraph(step.text);
    if (!step.table.rows.empty()) text += table(step.table);
    for (const std::string& rule : step.rules) text += display({"", {rule}});
    for (const Display& formula : displays_of(step, style)) text += display(formula);
    return text;
  }
};

class LatexWriter final : public WorksheetWriter {
 public:
  std::string section(const std::string& heading) const override { return "\n\\section*{" + heading + "}\n"; }
  std::string subsection(const std::string& heading) const override { return "\n\\subsection*{" + heading + "}\n"; }
  std::string paragraph(const std::string& text) const override { return text + "\n"; }
  std::string table(const WorksheetTable& table) const override {
    std::string text = "\\begin{center}\n\\begin{tabular}{" + std::string(table.head.size(), 'c') + "}\n\\hline\n";
    const auto row = [](const std::vector<std::string>& cells) {
      std::string line;
      for (const std::string& cell : cells) line += (line.empty() ? "" : " & ") + cell;
      return line + " \\\\\n";
    };
    text += row(table.head) + "\\hline\n";
    for (const auto& cells : table.rows) text += row(cells);
    return text + "\\hline\n\\end{tabular}\n\\end{center}\n";
  }
  std::string display(const Display& display) const override { return latex_of(display) + "\n"; }
};

/// Prose with $formulas$: what is between dollar signs is turned by `formula`.
template <class Turn>
std::string with_formulas(const std::string& text, const Turn& formula) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('$', at), text.size());
    result += text.substr(at, open - at);
    if (open == text.size()) break;
    const std::size_t close = std::min(text.find('$', open + 1), text.size());
    result += formula(text.substr(open + 1, close - open - 1));
    at = close + 1;
  }
  return result;
}

class HtmlWriter final : public WorksheetWriter {
 public:
  std::string section(const std::string& heading) const override { return "<h2>" + heading + "</h2>\n"; }
  std::string subsection(const std::string& heading) const override { return "<h3>" + heading + "</h3>\n"; }
  std::string paragraph(const std::string& text) const override { return "<p>" + prose(text) + "</p>\n"; }
  std::string table(const WorksheetTable& table) const override {
    const auto row = [](const std::vector<std::string>& cells, const std::string& element) {
      std::string line = "<tr>";
      for (const std::string& cell : cells) line += "<" + element + ">" + prose(cell) + "</" + element + ">";
      return line + "</tr>\n";
    };
    std::string text = "<table>\n" + row(table.head, "th");
    for (const auto& cells : table.rows) text += row(cells, "td");
    return text + "</table>\n";
  }
  std::string display(const Display& display) const override {
    return "<div class=\"equation\">" + mathml_of(display) + "</div>\n";
  }

 private:
  static std::string prose(const std::string& text) {
    return with_formulas(text, [](const std::string& latex) {
      return "<math><mrow>" + mathml_of(parse_math(latex)) + "</mrow></math>";
    });
  }
};

class MarkdownWriter final : public WorksheetWriter {
 public:
  std::string section(const std::string& heading) const override { return "\n## " + heading + "\n"; }
  std::string subsection(const std::string& heading) const override { return "\n### " + heading + "\n"; }
  std::string paragraph(const std::string& text) const override { return "\n" + text + "\n"; }
  std::string table(const WorksheetTable& table) const override {
    const auto row = [](const std::vector<std::string>& cells) {
      std::string line = "|";
      for (const std::string& cell : cells) line += " " + cell + " |";
      return line + "\n";
    };
    std::string text = "\n" + row(table.head) + row(std::vector<std::string>(table.head.size(), "---"));
    for (const auto& cells : table.rows) text += row(cells);
    return text;
  }
  std::string display(const Display& display) const override { return "\n" + markdown_of(display) + "\n"; }
};

/// Brackets of matrices are drawn as borders with hooks: they grow in every font.
const char* const page_style = R"(
body { font-family: "Latin Modern Roman", "STIX Two Text", Georgia, serif; max-width: 54rem; margin: 2rem auto;
  padding: 0 1rem; line-height: 1.4; color: #111; background: #fff; }
h1, h2, h3 { font-family: sans-serif; line-height: 1.2; }
h2 { border-bottom: 1px solid #999; margin-top: 2em; }
h3 { margin: 1.6em 0 0.4em; font-size: 1em; }
p { margin: 0.4em 0; }
table { border-collapse: collapse; margin: 0.8em auto; }
th, td { padding: 0.2em 1em; text-align: center; border-top: 1px solid #ccc; border-bottom: 1px solid #ccc; }
.equation { margin: 0.5em 0; padding: 0.2em 0; overflow-x: auto; overflow-y: hidden; break-inside: avoid; }
.equation math { text-align: left; margin-left: 1.5em; width: fit-content; }
math { font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", math; }
mtable.bmatrix { margin: 0 0.15em 0 0.3em; padding: 0 0.25em; border-left: 0.08em solid; border-right: 0.08em solid;
  background: linear-gradient(currentColor, currentColor) 0 0, linear-gradient(currentColor, currentColor) 100% 0,
    linear-gradient(currentColor, currentColor) 0 100%, linear-gradient(currentColor, currentColor) 100% 100%;
  background-size: 0.4em 0.08em; background-repeat: no-repeat; }
h2, h3 { break-after: avoid; }
)";

}  // namespace

std::string write_latex(const Worksheet& sheet) {
  return "\\documentclass[a4paper,10pt,fleqn]{article}\n\\usepackage{amsmath}\n\\usepackage[margin=2cm]{geometry}\n"
         "\\setcounter{MaxMatrixCols}{20}\n\\allowdisplaybreaks\n\\setlength{\\parindent}{0pt}\n"
         "\\setlength{\\mathindent}{1.5em}\n\\renewcommand{\\arraystretch}{1.2}\n"
         "\\begin{document}\n\\section*{Equations of motion of " +
         escaped_for_latex(sheet.robot) + "}\n" + escaped_for_latex(sheet.description) + "\n\n" +
         LatexWriter().body(sheet) + "\\end{document}\n";
}

std::string write_html(const Worksheet& sheet) {
  const std::string title = "Equations of motion of " + escaped_for_html(sheet.robot);
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><title>" + title + "</title>\n<style>" +
         page_style + "</style></head>\n<body>\n<h1>" + title + "</h1>\n<p>" + escaped_for_html(sheet.description) +
         "</p>\n" + HtmlWriter().body(sheet) + "</body></html>\n";
}

std::string write_markdown(const Worksheet& sheet) {
  return "# Equations of motion of " + sheet.robot + "\n\n" + sheet.description + "\n" + MarkdownWriter().body(sheet);
}

}  // namespace torsor
