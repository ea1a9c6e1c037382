#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/derivation/derivation.hpp"
#include "torsor/model/expression.hpp"

namespace torsor::test {

/// A formula that was typed by hand, in its canonical form.
inline TrigonometricForm typed_form(const std::string& text) {
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const auto parsed = parse_expression(text);
  if (const auto* error = std::get_if<ExpressionError>(&parsed)) {
    ADD_FAILURE() << text << ": " << error->message;
    return {};
  }
  const Expr expression =
      evaluate<Expr>(std::get<Expression>(parsed), [](const std::string& name) { return Expr::symbol(name); });
  return trigonometric_forms({&expression, 1}).forms.at(0);
}

/// The number that a form is where its symbols have these values.
inline double form_value(const TrigonometricForm& form, const std::map<std::string, double>& values) {
  const auto value = [&](const std::string& name) {
    if (name == "sqrt(2)") return std::sqrt(2.0);
    if (name == "sqrt(3)") return std::sqrt(3.0);
    const auto found = values.find(name);
    if (found == values.end()) ADD_FAILURE() << "no value for " << name;
    return found == values.end() ? 0.0 : found->second;
  };
  double sum = 0;
  for (const auto& [product, coefficient] : form.terms()) {
    double term = coefficient, angle = 0;
    for (const auto& [name, exponent] : product.powers) term *= std::pow(value(name), exponent);
    for (const auto& [name, factor] : product.angle) angle += factor * value(name);
    if (!product.angle.empty()) term *= product.sine ? std::sin(angle) : std::cos(angle);
    sum += term;
  }
  return sum;
}

}  // namespace torsor::test
