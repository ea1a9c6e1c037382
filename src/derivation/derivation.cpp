#include "torsor/derivation/derivation.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "derivation/base_parameter_equations.hpp"
#include "derivation/forward_dynamics_equations.hpp"
#include "derivation/symbols.hpp"
#include "torsor/dynamics/coriolis.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/require_load_free.hpp"
#include "torsor/model/require_moving.hpp"
#include "torsor/model/size_limits.hpp"

namespace torsor {
namespace {

/// Whether a symbol, or what spells out a root or a sign of several, has that name in it.
bool has_word(const std::string& text, const std::string& name) {
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return true;
  }
  return false;
}

/// The expressions of every quantity, by its name.
class Deriver {
 public:
  struct Group {
    std::string meaning;
    std::vector<std::pair<std::string, Expr>> entries;
  };

  Deriver(const Description& robot, EquationSymbols symbols)
      : model_(symbolic_robot(robot, symbols).model), q_(numbered("q", model_.nv)), qd_(numbered("qd", model_.nv)),
        qdd_(numbered("qdd", model_.nv)) {}

  Group group(const std::string& name) const {
    const Expr kinetic = kinetic_energy(model_, q_, qd_), potential = potential_energy(model_, q_);
    if (name == "kinetic-energy") return {"of links and rotors", {{"K", kinetic}}};
    if (name == "potential-energy") return {"in gravity and springs", {{"P", potential}}};
    if (name == "lagrangian") return {"L = K - P", {{"L", kinetic - potential}}};
    if (name == "dissipation")
      return {"Rayleigh's function, whose derivatives by qd are the friction torques",
              {{"Phi", dissipation_function<Expr>(model_, qd_)}}};
    if (name == "inertia")
      return {"B: effective inertia on the diagonal, coupled inertia beside it",
              matrix("B", inertia_matrix(model_, q_))};
    if (name == "coriolis")
      return {"C qd: centripetal and Coriolis torque", vector("h", coriolis_torque(model_, q_, qd_))};
    if (name == "gravity")
      return {"the torque that holds the robot against gravity", vector("g", gravity_torque(model_, q_))};
    if (name == "torque")
      return {"B qdd + C qd + g + friction + spring", vector("tau", inverse_dynamics(model_, q_, qd_, qdd_))};
    if (name == "forward-dynamics")
      return {"Delta = det B, u is tau less what does not accelerate, and qdd follows by Cramer's rule",
              forward_dynamics_equations(inertia_matrix(model_, q_),
                                         inverse_dynamics(model_, q_, qd_, std::vector<Expr>(qdd_.size())))};
    if (name == "regressor") return regressor_group();
    return base_parameters();
  }

 private:
  static std::vector<std::pair<std::string, Expr>> vector(const std::string& letter, const std::vector<Expr>& entries) {
    std::vector<std::pair<std::string, Expr>> list;
    list.reserve(entries.size());
    for (std::size_t k = 0; k < entries.size(); ++k) list.emplace_back(letter + std::to_string(k + 1), entries[k]);
    return list;
  }
  /// The lower triangle follows by symmetry.
  static std::vector<std::pair<std::string, Expr>> matrix(const std::string& letter, const Matrix<Expr>& entries) {
    std::vector<std::pair<std::string, Expr>> list;
    const char* comma = entries.rows > 9 ? "," : "";
    for (int i = 0; i < entries.rows; ++i)
      for (int j = i; j < entries.columns; ++j)
        list.emplace_back(letter + std::to_string(i + 1) + comma + std::to_string(j + 1), entries(i, j));
    return list;
  }

  Group regressor_group() const {
    const ParameterLayout layout = parameter_layout(model_, all_of(model_));
    const Matrix<Expr> Y = regressor(model_, layout, q_, qd_, qdd_, default_conditions(model_));
    const std::vector<std::string> names = parameter_names(layout);
    const std::string known = std::string(model_.carried.empty() ? "" : " + gravity compensation") +
                              (model_.load_friction ? " + friction that grows with the load" : "");
    Group group{"tau = Y theta" + known + "; Yi,p multiplies the parameter p in tau i", {}};
    for (int i = 0; i < Y.rows; ++i)
      for (int c = 0; c < Y.columns; ++c)
        group.entries.emplace_back("Y" + std::to_string(i + 1) + "," + names[static_cast<std::size_t>(c)], Y(i, c));
    return group;
  }

  Group base_parameters() const {
    return {
        "of the rigid links, without rotors and friction: regrouped along the joints' axes, in the joints' own frames; "
        "what acts only beside another is part of it, and "
        "what no torque depends on is left out",
        base_parameter_equations(model_, q_, qd_, qdd_)};
  }

  Model<Expr> model_;
  std::vector<Expr> q_, qd_, qdd_;
};

/// Those of the symbols that some equation has.
std::map<std::string, std::string> in_use(std::map<std::string, std::string> symbols,
                                          const std::vector<EquationGroup>& groups) {
  std::set<std::string> used;
  for (const EquationGroup& group : groups)
    for (const Equation& equation : group.equations)
      for (const auto& [product, coefficient] : equation.right.terms()) {
        for (const auto& [name, exponent] : product.powers) used.insert(name);
        for (const auto& [name, factor] : product.angle) used.insert(name);
      }
  std::erase_if(symbols, [&](const auto& entry) {
    return std::none_of(used.begin(), used.end(), [&](const std::string& name) { return has_word(name, entry.first); });
  });
  return symbols;
}

}  // namespace

std::vector<std::string> equation_names() {
  return {"kinetic-energy", "potential-energy", "lagrangian",       "dissipation", "inertia",        "coriolis",
          "gravity",        "torque",           "forward-dynamics", "regressor",   "base-parameters"};
}

Derivation derive(const Description& robot, const std::vector<std::string>& names, EquationSymbols symbols,
                  std::size_t limit, const Progress& progress) {
  const Model<double> model = build_model<double>(robot);
  require_moving(model, "there are no equations of motion");
  size_limits::require_joints("closed equations", model.nv, size_limits::derivation_joints,
                              "their terms grow by a factor");
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const Deriver deriver(robot, symbols);
  for (const std::string& name : names)
    if (name == "dissipation" || name == "forward-dynamics") require_load_free(model, name);
  Derivation result;
  for (const std::string& name : names) {
    const Deriver::Group group = deriver.group(name);
    std::vector<Expr> expressions;
    expressions.reserve(group.entries.size());
    for (const auto& [left, right] : group.entries) expressions.push_back(right);
    const auto part = [&, done = result.groups.size()](double share) {
      if (progress) progress((static_cast<double>(done) + share) / static_cast<double>(names.size()));
    };
    TrigonometricForms forms = trigonometric_forms(expressions, limit, part);
    result.largest = std::max(result.largest, forms.largest);
    if (!forms.complete) {
      result.complete = false;
      return result;
    }
    EquationGroup equations{name, group.meaning, {}};
    for (std::size_t k = 0; k < group.entries.size(); ++k)
      equations.equations.push_back({group.entries[k].first, std::move(forms.forms[k])});
    result.groups.push_back(std::move(equations));
  }
  result.renamed = in_use(symbolic_robot(robot, symbols).renamed, result.groups);
  return result;
}

}  // namespace torsor
