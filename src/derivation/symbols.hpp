#pragma once

#include "torsor/derivation/derivation.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/parameters.hpp"

namespace torsor {

/// q1, q2, ...
inline std::vector<Expr> numbered(const std::string& letter, int count) {
  std::vector<Expr> list;
  list.reserve(static_cast<std::size_t>(count));
  for (int k = 1; k <= count; ++k) list.push_back(Expr::symbol(letter + std::to_string(k)));
  return list;
}

/// The robot with a named parameter for every length that was written as a number: a2, d3 of a DH row, x4 of an origin;
/// and alpha2 for an angle between axes that is no right one.
inline Description with_named_lengths(Description robot) {
  int number = 0;
  const auto name = [&](described::Quantity& quantity, const std::string& letter) {
    for (const Expression::Step& step : quantity.expression.steps())
      if (step.operation == Expression::Operation::name) return;
    const double value = evaluate<double>(quantity.expression, [](const std::string&) { return 0.0; });
    const auto [sine, cosine] = exact_sincos(value);
    if (value == 0 || (letter == "alpha" && (sine == 0 || cosine == 0))) return;
    const std::string symbol = letter + std::to_string(number);
    for (const described::Parameter& parameter : robot.parameters)
      if (parameter.name == symbol) return;
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

/// A robot with symbols for its numbers, in the current graph.
inline Model<Expr> model_on(const Description& written, EquationSymbols symbols) {
  const Description robot = symbols == EquationSymbols::all ? with_named_lengths(written) : written;
  const Model<Expr> model = build_model<Expr>(robot, [&](const std::string& name, const Expr& value) {
    return symbols == EquationSymbols::numbers ? value : Expr::symbol(name);
  });
  if (symbols == EquationSymbols::named || symbols == EquationSymbols::numbers) return model;
  Vector3<Expr> gravity = model.gravity;
  int pulls = 0;  // gravity along one axis is g
  for (const Expr& entry : {gravity.x, gravity.y, gravity.z}) pulls += !entry.is_zero();
  for (Expr* entry : {&gravity.x, &gravity.y, &gravity.z})
    if (pulls == 1 && known_value(*entry).value_or(0.0) != 0)
      *entry = *known_value(*entry) < 0 ? -Expr::symbol("g") : Expr::symbol("g");
  const ParameterLayout layout = parameter_layout(model, all_of(model));
  std::vector<Expr> theta;
  for (const std::string& name : parameter_names(layout)) theta.push_back(Expr::symbol(name));
  return with_parameters(with_gravity(model, gravity), layout, theta);
}

}  // namespace torsor
