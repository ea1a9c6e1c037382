#pragma once

#include "derivation/symbols.hpp"
#include "torsor/derivation/worksheet.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

/// {}^{1}A_{2}: a letter with the frame it is seen from and an index.
inline std::string seen_from(int frame, const std::string& letter, const std::string& index) {
  return "{}^{" + std::to_string(frame) + "}" + letter + "_{" + index + "}";
}
inline std::string seen_from(int frame, const std::string& letter, int index) {
  return seen_from(frame, letter, std::to_string(index));
}
/// 12, or 1,10 where that would be read as another index.
inline std::string worksheet_index(std::initializer_list<int> numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() || number < 10 ? "" : ",") + std::to_string(number);
  return text;
}

/// What stands on the left of a formula, in LaTeX; `label` is that of its step in the notes, such as A.
struct FormulaName {
  std::string left, label;
  bool omit_zero = false;
  FormulaName(std::string latex, std::string step = "")  // NOLINT(google-explicit-constructor)
      : left(std::move(latex)), label(std::move(step)) {}
  FormulaName(const char* latex) : left(latex) {}  // NOLINT(google-explicit-constructor)
};

/// Writes down a worksheet step by step, and works out all of its formulas at the end.
class WorksheetAuthor {
 public:
  WorksheetAuthor(const Description& robot, EquationSymbols symbols, std::size_t limit, EquationNotation notation,
                  const Progress& progress);
  Worksheet write();

 private:
  static WorksheetStep& begin(std::vector<WorksheetStep>& side, const std::string& heading, const std::string& text);
  void add(WorksheetStep& step, WorksheetFormula formula, const std::vector<Expr>& entries);
  void add(WorksheetStep& step, const FormulaName& name, const std::string& rule, const Expr& entry);
  void add(WorksheetStep& step, const FormulaName& name, const std::string& rule, const Vector3<Expr>& v);
  void add(WorksheetStep& step, const FormulaName& name, const std::string& rule, const Matrix3<Expr>& R);
  void add(WorksheetStep& step, const FormulaName& name, const std::string& rule, const Matrix4<Expr>& A);

  bool torques_are_short();
  void write_table();
  void write_transforms();

  void write_joint_derivatives();
  void write_pseudo_inertias();
  void write_energies();
  void write_inertia();
  void write_velocity_torques();
  void write_gravity();
  void write_lagrange_torques();

  void write_links();
  void write_outward();
  void write_link_motion(WorksheetStep& step, int i);
  void write_inward();
  void write_newton_euler_torques();

  void write_equations();
  void work_out();

  bool carries(int joint, int link) const;
  bool has_rotors() const;
  /// Whether gravity compensation carries some of the weight of body i.
  bool is_carried(int i) const;
  /// D_ik as the notes' sum of traces; nothing where joints follow others.
  std::string sum_of_traces(int i, int k) const;
  /// "\\dot{q}_{2}" for the joint of body i.
  std::string coordinate(int i, const std::string& letter) const;

  SymbolicRobot symbolic_;
  const Description& robot_;
  const Model<Expr>& model_;
  int n_;
  bool distal_;  // standard DH rows throughout: the axis of joint i stands still in frame i - 1
  std::vector<Expr> q_, qd_, qdd_;
  std::size_t limit_;
  Progress progress_;
  EquationLetters letters_;
  LagrangeEuler<Expr> L_;
  NewtonEulerWorkspace<Expr> motion_;
  Expr dissipation_, springs_;
  std::vector<Expr> lagrange_, newton_euler_;
  std::vector<Expr> entries_;  // of all formulas, in their order
  Worksheet sheet_;
};

}  // namespace torsor
