#include "torsor/derivation/worksheet.hpp"

#include "derivation/symbols.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {
namespace {

/// Fills a worksheet step by step; after the first form that grows too long nothing more is added.
class Author {
 public:
  Author(const Description& robot, EquationSymbols symbols, std::size_t limit)
      : model_(model_on(robot, symbols)), n_(model_.nv), q_(numbered("q", n_)), qd_(numbered("qd", n_)),
        qdd_(numbered("qdd", n_)), limit_(limit) {
    sheet_.robot = robot.name, sheet_.description = robot.description;
  }

  Worksheet write() {
    write_lagrange();
    write_newton_euler();
    write_equations();
    return std::move(sheet_);
  }

 private:
  WorksheetStep& begin(std::vector<WorksheetStep>& side, const std::string& heading, const std::string& text) {
    return side.emplace_back(WorksheetStep{heading, text, {}});
  }
  void add(WorksheetStep& step, const std::string& left, const std::vector<Expr>& entries, int rows, int columns) {
    if (!sheet_.complete) return;
    TrigonometricForms forms = trigonometric_forms(entries, limit_);
    sheet_.largest = std::max(sheet_.largest, forms.largest);
    sheet_.complete = forms.complete;
    if (forms.complete) step.formulas.push_back({left, rows, columns, std::move(forms.forms)});
  }
  void add(WorksheetStep& step, const std::string& left, const Expr& entry) {
    add(step, left, std::vector{entry}, 1, 1);
  }
  void add(WorksheetStep& step, const std::string& left, const Vector3<Expr>& v) {
    add(step, left, std::vector{v.x, v.y, v.z}, 3, 1);
  }
  void add(WorksheetStep& step, const std::string& left, const Matrix4<Expr>& A) {
    std::vector<Expr> entries;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) entries.push_back(A(i, j));
    add(step, left, entries, 4, 4);
  }
  static std::string index(std::initializer_list<int> numbers) {
    std::string text;
    for (const int number : numbers) text += (text.empty() || number < 10 ? "" : ",") + std::to_string(number);
    return text;
  }

  void write_lagrange() {
    LagrangeEuler<Expr> L(model_);
    lagrange_euler<Expr>(model_, q_, model_.gravity, L);
    const int bodies = model_.body_count();
    WorksheetStep& frames =
        begin(sheet_.lagrange, "Link transforms", "A_i takes the frame of link i to that of the link before it.");
    for (int i = 1; i < bodies; ++i) {
      const int h = model_.bodies[i].parent;
      const Transform<Expr> link = L.poses[i] * model_.frames[model_.bodies[i].frame].pose;
      const Transform<Expr> before = L.poses[h] * model_.frames[model_.bodies[h].frame].pose;
      add(frames, "A" + index({i}), homogeneous(inverse(before) * link));
    }
    WorksheetStep& rates =
        begin(sheet_.lagrange, "How the links follow the joints",
              "U_ij is the derivative of link i's transform to the base by the coordinate of joint j.");
    for (int i = 1; i < bodies; ++i)
      for (int j = i; j > 0; j = model_.bodies[j].parent) add(rates, "U" + index({i, j}), L.U(i, j));
    WorksheetStep& masses =
        begin(sheet_.lagrange, "Pseudo-inertias",
              "J_i holds the mass of link i, its first and its second moments in the frame of the link.");
    for (int i = 1; i < bodies; ++i) add(masses, "J" + index({i}), L.J[i]);
    WorksheetStep& inertia = begin(sheet_.lagrange, "Inertia",
                                   "D_ik is the sum of trace(U_jk J_j U_ji^T) over all links j that both joints move: "
                                   "effective inertia for i = k, else coupled inertia.");
    for (int i = 0; i < n_; ++i)
      for (int k = i; k < n_; ++k) add(inertia, "D" + index({i + 1, k + 1}), L.D(i, k) + L.actuator(i, k));
    WorksheetStep& coriolis = begin(sheet_.lagrange, "Centripetal and Coriolis coefficients",
                                    "h_ikm is the sum of trace(U_jkm J_j U_ji^T): the torque at joint i per product of "
                                    "the velocities of joints k and m.");
    for (int i = 0; i < n_; ++i)
      for (int k = 0; k < n_; ++k)
        for (int m = k; m < n_; ++m)
          if (!L.h(i, k, m).is_zero()) add(coriolis, "h" + index({i + 1, k + 1, m + 1}), L.h(i, k, m));
    std::erase_if(coriolis.formulas, [](const WorksheetFormula& formula) { return formula.entries[0].is_zero(); });
    WorksheetStep& gravity = begin(sheet_.lagrange, "Gravity",
                                   "c_i is minus the sum of m_j g U_ji r_j over all links j that joint i moves.");
    for (int i = 0; i < n_; ++i) add(gravity, "c" + index({i + 1}), L.c[i]);
    lagrange_.resize(n_);
    lagrange_euler_torque<Expr>(model_, L, qd_, qdd_, {}, lagrange_);
  }

  void write_newton_euler() {
    NewtonEulerWorkspace<Expr> workspace(model_);
    newton_euler_.resize(n_);
    newton_euler<Expr>(model_, q_, qd_, qdd_, default_conditions(model_), workspace, newton_euler_);
    const auto& [X, omega, omega_dot, p_ddot, U, f, mu] = workspace;
    WorksheetStep& outward = begin(sheet_.newton_euler, "Outward: how every link moves",
                                   "In the frame of its joint: rotation, its rate, and the acceleration of the origin "
                                   "less gravity. The base starts with minus gravity.");
    for (int i = 1; i < model_.body_count(); ++i) {
      add(outward, "omega" + index({i}), omega[i]);
      add(outward, "alpha" + index({i}), omega_dot[i]);
      add(outward, "a" + index({i}), p_ddot[i]);
    }
    WorksheetStep& inward =
        begin(sheet_.newton_euler, "Inward: what every joint has to pass on",
              "Force and moment about the joint's origin that link i needs with all that hangs on it.");
    for (int i = model_.body_count() - 1; i > 0; --i) {
      add(inward, "f" + index({i}), f[i]);
      add(inward, "n" + index({i}), mu[i]);
    }
    WorksheetStep& torques = begin(sheet_.newton_euler, "Torques", "The component along the joint's axis.");
    for (int i = 0; i < n_; ++i) add(torques, "tau" + index({i + 1}), newton_euler_[static_cast<std::size_t>(i)]);
  }

  void write_equations() {
    if (!sheet_.complete) return;
    const TrigonometricForms a = trigonometric_forms(lagrange_, limit_), b = trigonometric_forms(newton_euler_, limit_);
    sheet_.complete = a.complete && b.complete;
    if (!sheet_.complete) return;
    sheet_.agree = true;
    WorksheetStep& step = begin(sheet_.equations, "Equations of motion", "");
    for (std::size_t i = 0; i < a.forms.size(); ++i) {
      sheet_.agree = sheet_.agree && a.forms[i].equals(b.forms[i]);
      step.formulas.push_back({"tau" + std::to_string(i + 1), 1, 1, {a.forms[i]}});
    }
    step.text = sheet_.agree ? "Both ways end in the same equations, term by term." : "The two ways do NOT agree.";
  }

  Model<Expr> model_;
  int n_;
  std::vector<Expr> q_, qd_, qdd_, lagrange_, newton_euler_;
  std::size_t limit_;
  Worksheet sheet_;
};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char letter : text)
    if (letter == '<')
      result += "&lt;";
    else if (letter == '&')
      result += "&amp;";
    else
      result += letter;
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

std::string matrix(const WorksheetFormula& formula, Typesetting target) {
  if (formula.rows * formula.columns == 1) return typeset(formula.entries[0], target);
  const bool latex = target == Typesetting::latex;
  std::string text = latex ? "\\begin{pmatrix} " : "<mrow><mo>(</mo><mtable>";
  std::size_t at = 0;
  for (int i = 0; i < formula.rows; ++i) {
    if (!latex) text += "<mtr>";
    for (int j = 0; j < formula.columns; ++j) {
      const std::string entry = typeset(formula.entries[at++], target);
      text += latex ? (j == 0 ? "" : " & ") + entry : "<mtd>" + entry + "</mtd>";
    }
    text += latex ? (i + 1 < formula.rows ? " \\\\ " : "") : "</mtr>";
  }
  return text + (latex ? " \\end{pmatrix}" : "</mtable><mo>)</mo></mrow>");
}

void write_steps(const std::vector<WorksheetStep>& steps, Typesetting target, std::string& text) {
  const bool latex = target == Typesetting::latex;
  for (const auto& [heading, words, formulas] : steps) {
    text += latex ? "\\subsection*{" + heading + "}\n" + escaped_for_latex(words) + "\n"
                  : "<h3>" + heading + "</h3>\n<p>" + escaped(words) + "</p>\n";
    for (const WorksheetFormula& formula : formulas) {
      const std::string left = typeset_symbol(formula.left, target), right = matrix(formula, target);
      text += latex ? "\\[ " + left + " = " + right + " \\]\n"
                    : "<div><math display=\"block\"><mrow>" + left + "<mo>=</mo>" + right + "</mrow></math></div>\n";
    }
  }
}

}  // namespace

Worksheet worksheet(const Description& robot, EquationSymbols symbols, std::size_t limit) {
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  return Author(robot, symbols, limit).write();
}

std::string write_latex(const Worksheet& sheet) {
  std::string text =
      "\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage[margin=2cm]{geometry}\n"
      "\\setcounter{MaxMatrixCols}{20}\n\\begin{document}\n\\section*{" +
      escaped_for_latex(sheet.robot) + "}\n" + escaped_for_latex(sheet.description) + "\n\\section*{Lagrange-Euler}\n";
  write_steps(sheet.lagrange, Typesetting::latex, text);
  text += "\\section*{Newton-Euler}\n";
  write_steps(sheet.newton_euler, Typesetting::latex, text);
  write_steps(sheet.equations, Typesetting::latex, text);
  return text + "\\end{document}\n";
}

std::string write_html(const Worksheet& sheet) {
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + escaped(sheet.robot) +
                     "</title>\n<style>body { font-family: sans-serif; margin: 2em; } main { display: grid; "
                     "grid-template-columns: 1fr 1fr; "
                     "gap: 2em; } section, main > * { min-width: 0; } div { overflow-x: auto; margin: 0.6em 0; } "
                     "@media (max-width: 60em) { main { display: block; } }</style></head>\n<body>\n<h1>" +
                     escaped(sheet.robot) + "</h1>\n<p>" + escaped(sheet.description) +
                     "</p>\n<main>\n<section><h2>Lagrange-Euler</h2>\n";
  write_steps(sheet.lagrange, Typesetting::mathml, text);
  text += "</section>\n<section><h2>Newton-Euler</h2>\n";
  write_steps(sheet.newton_euler, Typesetting::mathml, text);
  text += "</section>\n</main>\n";
  write_steps(sheet.equations, Typesetting::mathml, text);
  return text + "</body></html>\n";
}

}  // namespace torsor
