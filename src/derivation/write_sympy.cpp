#include <cmath>
#include <set>

#include "derivation/formula_symbol.hpp"
#include "torsor/core/text.hpp"
#include "torsor/derivation/typeset.hpp"
#include "torsor/derivation/write_equations.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/parameters.hpp"

namespace torsor {
namespace {

/// The names in a formula that is spelt out: words that no bracket follows.
void add_names_in(const std::string& text, std::set<std::string>& names) {
  const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_not_of(letters, at), text.size());
    const bool number = text.find_first_of("0123456789", at) == at, call = end < text.size() && text[end] == '(';
    if (end > at && !number && !call) names.insert(text.substr(at, end - at));
    at = end + (end == at ? 1 : 0);
  }
}

std::set<std::string> names_in(const Derivation& derivation) {
  std::set<std::string> names;
  for (const EquationGroup& group : derivation.groups)
    for (const Equation& equation : group.equations)
      for (const auto& [product, coefficient] : equation.right.terms()) {
        for (const auto& [name, exponent] : product.powers) add_names_in(name, names);
        for (const auto& [name, factor] : product.angle) add_names_in(name, names);
      }
  return names;
}

/// The numbers that symbols stand for: the file's parameters, and the parameter vector where it has symbols.
std::map<std::string, double> numbers_of(const Description& robot, EquationSymbols symbols) {
  std::map<std::string, double> numbers;
  const bool standard = symbols == EquationSymbols::standard || symbols == EquationSymbols::all;
  const Model<double> model = build_model<double>(robot);
  const ParameterLayout layout = parameter_layout(model, all_of(model));
  const std::vector<double> theta = parameters(model, layout);
  const std::vector<std::string> names = parameter_names(layout);
  for (std::size_t k = 0; standard && k < names.size(); ++k) numbers.emplace(names[k], theta[k]);
  const Evaluator<double> values(robot);
  for (const auto& [name, value] : values.parameters()) numbers.emplace(name, value);
  if (standard) numbers.emplace("g", std::abs(model.gravity.x + model.gravity.y + model.gravity.z));  // along one axis
  return numbers;
}

std::string variable(std::string name) {
  for (char& letter : name) letter = letter == '-' ? '_' : letter;
  return name;
}

/// B11, B12, B22: the lower triangle follows by symmetry.
std::string symmetric_matrix(const std::vector<Equation>& equations) {
  std::size_t n = 1;
  while (n * (n + 1) / 2 < equations.size()) ++n;
  const auto place = [n](std::size_t i, std::size_t j) { return i * n - i * (i + 1) / 2 + j; };
  std::string text = "sp.Matrix([\n";
  for (std::size_t i = 0; i < n; ++i) {
    text += "    [";
    for (std::size_t j = 0; j < n; ++j)
      text +=
          (j > 0 ? ",\n     " : "") + typeset(equations[i <= j ? place(i, j) : place(j, i)].right, Typesetting::sympy);
    text += "],\n";
  }
  return text + "])";
}

std::string column(const std::vector<Equation>& equations) {
  std::string text = "sp.Matrix([\n";
  for (const Equation& equation : equations) text += "    " + typeset(equation.right, Typesetting::sympy) + ",\n";
  return text + "])";
}

/// By the names of their left sides.
std::string dictionary(const std::vector<Equation>& equations) {
  std::string text = "{\n";
  for (const auto& [left, right] : equations)
    text += "    '" + left + "': " + typeset(right, Typesetting::sympy) + ",\n";
  return text + "}";
}

/// B11, ..., Delta and u in turn, so that qdd is a formula of q, qd and tau.
std::string in_turn(const std::vector<Equation>& equations) {
  std::string text, accelerations;
  for (const auto& [left, right] : equations) {
    const std::string formula = typeset(right, Typesetting::sympy);
    if (left.starts_with("qdd"))
      accelerations += "    " + formula + ",\n";
    else
      text += left + " = " + formula + "\n";
  }
  return text + "forward_dynamics = sp.Matrix([\n" + accelerations + "])\n";
}

std::string written(const EquationGroup& group) {
  const auto& [name, meaning, equations] = group;
  const std::string comment = "\n# " + meaning + "\n", left = variable(name) + " = ";
  if (name == "forward-dynamics") return comment + in_turn(equations);
  if (name == "inertia") return comment + left + symmetric_matrix(equations) + "\n";
  if (name == "coriolis" || name == "gravity" || name == "torque") return comment + left + column(equations) + "\n";
  if (equations.size() == 1) return comment + left + typeset(equations[0].right, Typesetting::sympy) + "\n";
  return comment + left + dictionary(equations) + "\n";
}

}  // namespace

std::string write_sympy(const Derivation& derivation, const Description& robot, EquationSymbols symbols) {
  std::string text = "\"\"\"Equations of motion of " + robot.name + ", for SymPy.\"\"\"\nimport sympy as sp\n\n";
  std::string values;
  std::map<std::string, double> numbers = numbers_of(robot, symbols);
  const Evaluator<double> in_file(robot);
  for (const auto& [symbol, parameter] : derivation.renamed) numbers[symbol] = in_file.parameters().at(parameter);
  std::set<std::string> names = names_in(derivation);
  for (const EquationGroup& group : derivation.groups)
    if (group.name == "forward-dynamics")  // defined by equations, not as symbols
      for (const Equation& equation : group.equations)
        if (!equation.left.starts_with("qdd")) names.erase(equation.left);
  for (const std::string& name : names) {
    text += python_name(name) + " = sp.Symbol('" + name + "', real=True)\n";
    if (const auto found = numbers.find(name); found != numbers.end())
      values += (values.empty() ? "" : ", ") + python_name(name) + ": " + number_text(found->second);
  }
  text += "values = {" + values + "}\n";
  for (const EquationGroup& group : derivation.groups) text += written(group);
  return text;
}

}  // namespace torsor
