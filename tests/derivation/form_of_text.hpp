#pragma once

#include <gtest/gtest.h>

#include "torsor/derivation/trigonometric_form.hpp"
#include "torsor/model/expression.hpp"

namespace torsor::test {

/// A formula that was typed by hand, in its canonical form.
inline TrigonometricForm form_of(const std::string& text) {
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

}  // namespace torsor::test
