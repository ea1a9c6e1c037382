#include "output/derivation_output.hpp"

#include <cmath>
#include <iostream>

namespace torsor::cli {
namespace {

Json to_json(const TrigonometricForm& form) {
  Json terms = Json::array();
  for (const auto& [product, coefficient] : form.terms()) {
    Json term{{"coefficient", coefficient.value}};
    for (const auto& [name, exponent] : product.powers) term["symbols"][name] = exponent;
    for (const auto& [name, factor] : product.angle) {
      const bool whole = factor == std::round(factor);
      term[product.sine ? "sine" : "cosine"][name] = whole ? Json(std::lround(factor)) : Json(factor);
    }
    terms.push_back(term);
  }
  return terms;
}

}  // namespace

Json to_json(const Derivation& derivation, const std::string& robot) {
  Json json{{"robot", robot}};
  for (const auto& [name, meaning, equations] : derivation.groups) {
    Json list = Json::array();
    for (const auto& [left, right] : equations)
      list.push_back({{"left", left},
                      {"text", typeset(right, Typesetting::text)},
                      {"latex", typeset_symbol(left, Typesetting::latex) + " = " + typeset(right, Typesetting::latex)},
                      {"terms", to_json(right)}});
    json["equations"][name] = std::move(list);
  }
  return json;
}

void print(const EquationGroup& group, const TypesettingStyle& style) {
  const auto& [name, meaning, equations] = group;
  const Typesetting format = style.target;
  if (format == Typesetting::text) std::cout << name << ": " << meaning << '\n';
  if (format == Typesetting::latex) std::cout << "% " << name << ": " << meaning << '\n';
  if (format == Typesetting::mathml) std::cout << "<!-- " << name << ": " << meaning << " -->\n";
  int zeros = 0;
  for (const auto& [left, right] : equations) {
    if (right.is_zero() && equations.size() > 20) {  // a regressor is mostly zeros
      ++zeros;
      continue;
    }
    std::cout << (format == Typesetting::text ? "  " : "") << typeset_equation(left, right, style) << '\n';
  }
  if (zeros > 0 && format == Typesetting::text) std::cout << "  " << zeros << " more are zero\n";
}

}  // namespace torsor::cli
