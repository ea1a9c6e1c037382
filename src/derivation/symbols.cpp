#include "derivation/symbols.hpp"

#include <algorithm>
#include <set>

#include "torsor/model/build_model.hpp"
#include "torsor/model/parameters.hpp"

namespace torsor {
namespace {

/// What named lengths are called in a description, so that no parameter of a file has their names.
const std::string length_mark = "length ";

/// The robot with a named parameter for every length that was written as a number: a2, d3 of a DH row, x4 of an origin;
/// and alpha2 for an angle between axes that is no right one.
Description with_named_lengths(Description robot) {
  int number = 0;
  const auto name = [&](described::Quantity& quantity, const std::string& letter) {
    for (const Expression::Step& step : quantity.expression.steps())
      if (step.operation == Expression::Operation::name) return;
    const double value = evaluate<double>(quantity.expression, [](const std::string&) { return 0.0; });
    const auto [sine, cosine] = exact_sincos(value);
    if (value == 0 || (letter == "alpha" && (sine == 0 || cosine == 0))) return;
    const std::string symbol = length_mark + letter + std::to_string(number);
    robot.parameters.push_back({symbol, value});
    quantity.expression = Expression({{Expression::Operation::name, 0, symbol}}, symbol);
  };
  for (described::Link& link : robot.links) {
    ++number;
    if (link.dh) name(link.dh->a, "a"), name(link.dh->d, "d"), name(link.dh->alpha, "alpha");
    if (link.origin)
      for (std::size_t k = 0; k < 3; ++k) name(link.origin->xyz[k], std::string(1, "xyz"[k]));
  }
  return robot;
}

/// g along the one axis along which gravity pulls, where that is a number.
Vector3<Expr> symbolic_gravity(Vector3<Expr> gravity) {
  int pulls = 0;
  for (const Expr& entry : {gravity.x, gravity.y, gravity.z}) pulls += !entry.is_zero();
  for (Expr* entry : {&gravity.x, &gravity.y, &gravity.z})
    if (pulls == 1 && known_value(*entry).value_or(0.0) != 0)
      *entry = *known_value(*entry) < 0 ? -Expr::symbol("g") : Expr::symbol("g");
  return gravity;
}

/// The names of the symbols that stand for numbers without a name in the file.
std::set<std::string> standard_names(const Description& robot, const Model<Expr>& model) {
  std::set<std::string> names;
  for (const std::string& name : parameter_names(parameter_layout(model, all_of(model)))) names.insert(name);
  for (const Expr& entry : {model.gravity.x, model.gravity.y, model.gravity.z})
    if (known_value(entry).value_or(0.0) != 0) names.insert("g");
  for (const described::Parameter& parameter : robot.parameters)
    if (parameter.name.starts_with(length_mark)) names.insert(parameter.name.substr(length_mark.size()));
  return names;
}

/// The same model with the parameter vector for its masses, rotors and friction, and g.
Model<Expr> with_standard_symbols(const Model<Expr>& model) {
  const ParameterLayout layout = parameter_layout(model, all_of(model));
  std::vector<Expr> theta;
  for (const std::string& name : parameter_names(layout)) theta.push_back(Expr::symbol(name));
  return with_parameters(with_gravity(model, symbolic_gravity(model.gravity)), layout, theta);
}

}  // namespace

std::vector<Expr> numbered(const std::string& letter, int count) {
  std::vector<Expr> list;
  list.reserve(static_cast<std::size_t>(count));
  for (int k = 1; k <= count; ++k) list.push_back(Expr::symbol(letter + std::to_string(k)));
  return list;
}

SymbolicRobot symbolic_robot(const Description& written, EquationSymbols symbols) {
  const auto value = [](const std::string&, const Expr& number) { return number; };
  if (symbols == EquationSymbols::numbers) return {build_model<Expr>(written), {}, written, value};
  const auto plain = [](const std::string& name, const Expr&) { return Expr::symbol(name); };
  if (symbols == EquationSymbols::named) return {build_model<Expr>(written, plain), {}, written, plain};
  SymbolicRobot result;
  result.described = symbols == EquationSymbols::all ? with_named_lengths(written) : written;
  const std::set<std::string> taken = standard_names(result.described, build_model<Expr>(result.described, plain));
  for (const described::Parameter& parameter : written.parameters) {
    std::string name = "file_" + parameter.name;
    while (std::any_of(written.parameters.begin(), written.parameters.end(),
                       [&](const auto& other) { return other.name == name; }))
      name = "file_" + name;
    if (taken.contains(parameter.name)) result.renamed.emplace(name, parameter.name);
  }
  result.bind = [renamed = result.renamed](const std::string& name, const Expr&) {
    if (name.starts_with(length_mark)) return Expr::symbol(name.substr(length_mark.size()));
    for (const auto& [symbol, parameter] : renamed)
      if (parameter == name) return Expr::symbol(symbol);
    return Expr::symbol(name);
  };
  result.model = with_standard_symbols(build_model<Expr>(result.described, result.bind));
  return result;
}

}  // namespace torsor
