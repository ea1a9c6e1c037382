#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "derivation/form_of_text.hpp"
#include "torsor/derivation/derivation.hpp"

namespace torsor::test {

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
