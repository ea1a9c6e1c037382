#include "torsor/derivation/worksheet.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "derivation/worksheet_author.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/require_load_free.hpp"
#include "torsor/model/size_limits.hpp"

namespace torsor {
namespace {

bool has_standard_rows(const Description& robot) {
  return robot.dh == DhConvention::standard &&
         std::all_of(robot.links.begin(), robot.links.end(),
                     [](const described::Link& link) { return link.dh && link.joint != JointType::fixed; });
}

/// A parameter called C1 or S12 would be read as a cosine or sine.
bool shorthand_is_free(const Description& robot) {
  return std::none_of(robot.parameters.begin(), robot.parameters.end(), [](const described::Parameter& parameter) {
    const std::string& name = parameter.name;
    return (name[0] == 'C' || name[0] == 'S') && name.find_first_not_of("0123456789", 1) == std::string::npos;
  });
}

double largest_coefficient(const TrigonometricForm& form) {
  double largest = 0;
  for (const auto& [product, coefficient] : form.terms()) largest = std::max(largest, std::abs(double(coefficient)));
  return largest;
}

/// Where numbers stand for parameters, a term that cancels on one way may leave round-off on the other.
bool are_equal_to_rounding(const TrigonometricForm& a, const TrigonometricForm& b) {
  return largest_coefficient(a - b) <= 1e-12 * std::max(largest_coefficient(a), largest_coefficient(b));
}

/// One of many that are zero, or m1 = m1.
bool says_nothing(const WorksheetFormula& formula) {
  const TrigonometricForm& entry = formula.entries[0];
  if (formula.omit_zero && entry.is_zero()) return true;
  return formula.rows * formula.columns == 1 && entry.terms().size() == 1 &&
         typeset(entry, Typesetting::latex) == formula.left;
}

}  // namespace

WorksheetAuthor::WorksheetAuthor(const Description& robot, EquationSymbols symbols, std::size_t limit,
                                 EquationNotation notation, const Progress& progress)
    : symbolic_(symbolic_robot(robot, symbols)), robot_(symbolic_.described), model_(symbolic_.model), n_(model_.nv),
      distal_(has_standard_rows(robot)), q_(numbered("q", n_)), qd_(numbered("qd", n_)), qdd_(numbered("qdd", n_)),
      limit_(limit), progress_(progress), letters_(letters_of(notation)), L_(model_), motion_(model_),
      dissipation_(dissipation_function<Expr>(model_, qd_)), springs_(spring_energy<Expr>(model_, q_)),
      lagrange_(static_cast<std::size_t>(n_)), newton_euler_(lagrange_.size()) {
  require_load_free(model_, "a worksheet");
  sheet_.robot = robot.name, sheet_.description = robot.description;
  sheet_.shorthand = shorthand_is_free(robot);
  inverse_dynamics<Expr>(model_, q_, qd_, qdd_, default_conditions(model_), motion_, newton_euler_);
}

/// The torques are the least of it: where they are too long, nothing else has to be worked out.
bool WorksheetAuthor::torques_are_short() {
  const TrigonometricForms torques = trigonometric_forms(newton_euler_, limit_);
  sheet_.largest = torques.largest, sheet_.complete = torques.complete;
  return torques.complete;
}

Worksheet WorksheetAuthor::write() {
  if (!torques_are_short()) return std::move(sheet_);
  lagrange_euler<Expr>(model_, q_, model_.gravity, L_);
  write_table();
  write_transforms();
  write_joint_derivatives();
  write_pseudo_inertias();
  write_energies();
  write_inertia();
  write_velocity_torques();
  write_gravity();
  write_lagrange_torques();
  write_links();
  write_outward();
  write_inward();
  write_newton_euler_torques();
  write_equations();
  work_out();
  return std::move(sheet_);
}

/// All formulas at once, because they share most of their parts.
void WorksheetAuthor::work_out() {
  TrigonometricForms forms = trigonometric_forms(entries_, limit_, progress_);
  sheet_.largest = forms.largest, sheet_.complete = forms.complete;
  auto next = forms.forms.begin();
  for (auto* side : {&sheet_.kinematics, &sheet_.lagrange, &sheet_.newton_euler, &sheet_.equations})
    for (WorksheetStep& step : *side) {
      if (!forms.complete) step.formulas.clear();
      for (WorksheetFormula& formula : step.formulas) {
        const auto end = next + formula.rows * formula.columns;
        formula.entries.assign(std::make_move_iterator(next), std::make_move_iterator(end));
        next = end;
      }
    }
  if (!forms.complete) return;
  for (auto* side : {&sheet_.lagrange, &sheet_.newton_euler})
    for (WorksheetStep& step : *side) std::erase_if(step.formulas, says_nothing);
  WorksheetStep& last = sheet_.equations.back();
  const auto equal = [](const WorksheetFormula& a, const WorksheetFormula& b) {
    return are_equal_to_rounding(a.entries[0], b.entries[0]);
  };
  const std::vector<WorksheetFormula>& lagrange = sheet_.lagrange.back().formulas;
  sheet_.agree = std::equal(lagrange.begin(), lagrange.end(), last.formulas.begin(), last.formulas.end(), equal);
  last.text = sheet_.agree ? "Both ways end in the same equations, term by term." : "The two ways do NOT agree.";
}

WorksheetStep& WorksheetAuthor::begin(std::vector<WorksheetStep>& side, const std::string& heading,
                                      const std::string& text) {
  return side.emplace_back(WorksheetStep{heading, text, {}, {}, {}});
}

void WorksheetAuthor::add(WorksheetStep& step, WorksheetFormula formula, const std::vector<Expr>& entries) {
  entries_.insert(entries_.end(), entries.begin(), entries.end());
  step.formulas.push_back(std::move(formula));
}
void WorksheetAuthor::add(WorksheetStep& step, const FormulaName& name, const std::string& rule, const Expr& entry) {
  add(step, {name.label, name.left, rule, 1, 1, {}, name.omit_zero}, std::vector{entry});
}
void WorksheetAuthor::add(WorksheetStep& step, const FormulaName& name, const std::string& rule,
                          const Vector3<Expr>& v) {
  add(step, {name.label, name.left, rule, 3, 1, {}}, {v.x, v.y, v.z});
}
void WorksheetAuthor::add(WorksheetStep& step, const FormulaName& name, const std::string& rule,
                          const Matrix3<Expr>& R) {
  add(step, {name.label, name.left, rule, 3, 3, {}}, {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz});
}
void WorksheetAuthor::add(WorksheetStep& step, const FormulaName& name, const std::string& rule,
                          const Matrix4<Expr>& A) {
  std::vector<Expr> entries;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) entries.push_back(A(i, j));
  add(step, {name.label, name.left, rule, 4, 4, {}}, entries);
}

std::string WorksheetAuthor::coordinate(int i, const std::string& letter) const {
  const Body<Expr>& body = model_.bodies[i];
  return (body.follows ? "r_{" + std::to_string(i) + "} \\, " : "") + letter + "_{" + std::to_string(body.v + 1) + "}";
}

void WorksheetAuthor::write_equations() {
  const std::string &B = letters_.inertia, &h = letters_.velocity, &g = letters_.gravity;
  WorksheetStep& matrices =
      begin(sheet_.equations, "Structure of the equations",
            "$\\tau = " + B + "(q) \\, \\ddot{q} + " + h + "(q, \\dot{q}) + " + g + "(q)$" +
                (dissipation_.is_zero() && springs_.is_zero() ? "." : ", and what friction and springs add."));
  std::vector<Expr> inertia, velocity(lagrange_.size());
  for (int i = 0; i < n_; ++i)
    for (int k = 0; k < n_; ++k) {
      inertia.push_back(L_.D(i, k) + L_.actuator(i, k));
      for (int m = 0; m < n_; ++m) velocity[static_cast<std::size_t>(i)] += L_.h(i, k, m) * qd_[k] * qd_[m];
    }
  add(matrices, {"", B + "(q)", "", n_, n_, {}}, inertia);
  add(matrices, {"", h + "(q, \\dot{q})", "", n_, 1, {}}, velocity);
  add(matrices, {"", g + "(q)", "", n_, 1, {}}, L_.c);
  WorksheetStep& step = begin(sheet_.equations, "Equations of motion", "");
  for (std::size_t i = 0; i < newton_euler_.size(); ++i)
    add(step, "\\tau_{" + std::to_string(i + 1) + "}", "", newton_euler_[i]);
}

Worksheet worksheet(const Description& robot, EquationSymbols symbols, std::size_t limit, EquationNotation notation,
                    const Progress& progress) {
  size_limits::require_joints("a worksheet", build_model<double>(robot).nv, size_limits::derivation_joints,
                              "its terms grow by a factor");
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  return WorksheetAuthor(robot, symbols, limit, notation, progress).write();
}

}  // namespace torsor
