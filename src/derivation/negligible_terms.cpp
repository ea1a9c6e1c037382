#include "torsor/derivation/negligible_terms.hpp"

#include <cmath>

namespace torsor {
namespace {

/// How many times velocities are in a coordinate: 0 for q1, 1 for qd1, 2 for qdd1; nothing for any other symbol.
std::optional<int> order_of(const std::string& symbol) {
  const std::size_t digits = std::min(symbol.find_first_of("0123456789"), symbol.size());
  if (digits == symbol.size() || symbol.find_first_not_of("0123456789", digits) != std::string::npos) return {};
  const std::string letters = symbol.substr(0, digits);
  if (letters == "q") return 0;
  if (letters == "qd") return 1;
  return letters == "qdd" ? std::optional(2) : std::nullopt;
}

/// What the neighbours of a term share with it: the powers of parameters, and how many times velocities are in it.
using Kind = std::pair<std::map<std::string, int>, int>;
Kind kind_of(const TrigonometricForm::Product& product) {
  Kind kind{product.powers, 0};
  for (const auto& [name, exponent] : product.powers) {
    const std::optional<int> order = order_of(name);
    kind.second += exponent * order.value_or(0);
    if (order || name == "sqrt(2)" || name == "sqrt(3)") kind.first.erase(name);
  }
  return kind;
}

void leave_out_negligible(TrigonometricForm& form, double negligible, Derivation& report) {
  std::map<Kind, double> largest;
  for (const auto& [product, coefficient] : form.terms()) {
    double& size = largest[kind_of(product)];
    size = std::max(size, std::abs(coefficient.value));
  }
  report.negligible += form.erase_if([&](const TrigonometricForm::Product& product, double coefficient) {
    const double beside = std::abs(coefficient) / largest.at(kind_of(product));
    if (beside > negligible) return false;
    report.largest_negligible = std::max(report.largest_negligible, beside);
    return true;
  });
}

}  // namespace

Derivation without_negligible_terms(Derivation derivation, double negligible) {
  for (EquationGroup& group : derivation.groups)
    for (Equation& equation : group.equations) leave_out_negligible(equation.right, negligible, derivation);
  return derivation;
}

}  // namespace torsor
