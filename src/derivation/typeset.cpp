#include "torsor/derivation/typeset.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "derivation/collected_terms.hpp"
#include "derivation/display.hpp"
#include "derivation/formula_symbol.hpp"
#include "derivation/math_tree.hpp"
#include "torsor/core/text.hpp"

namespace torsor {
namespace {

/// A coefficient as a fraction of small whole numbers, where it is one to rounding; 4.905 stays a decimal.
struct Fraction {
  long over = 0, under = 1;
};
std::optional<Fraction> fraction(double value) {
  for (long under = 1; under <= 1000; ++under) {
    const double over = std::round(value * static_cast<double>(under));
    if (std::abs(over) >= 1e6 || std::abs(value * static_cast<double>(under) - over) > 1e-12 * std::abs(over)) continue;
    long rest = under;
    while (rest % 2 == 0) rest /= 2;
    while (rest % 5 == 0) rest /= 5;
    if (rest == 1 && under > 8) return {};
    return Fraction{static_cast<long>(over), under};
  }
  return {};
}
/// How the parts of a formula look in one notation; MathML is made from LaTeX.
class Typesetter {
 public:
  explicit Typesetter(const TypesettingStyle& style) : target_(style.target), shorthand_(style.shorthand) {}

  std::string symbol(const std::string& name) const {
    if (target_ == Typesetting::latex) return latex_of_symbol(name);
    return target_ == Typesetting::sympy ? sympy_of_symbol(name) : name;
  }

  std::string power(const std::string& name, int exponent) const {
    std::string base = symbol(name);
    if (exponent == 1) return base;
    const std::string number = std::to_string(exponent);
    if (target_ == Typesetting::sympy) return (is_spelt_out(name) ? "(" + base + ")" : base) + "**" + number;
    if (target_ == Typesetting::text) return base + "^" + number;
    return (base.starts_with("\\frac") ? "\\left(" + base + "\\right)" : base) + "^{" + number + "}";
  }

  std::string angle(const FormulaAngle& sum, bool sine) const {
    if (const std::string joints = shorthand_ ? joints_of(sum) : ""; !joints.empty()) {
      const std::string letter = sine ? "S" : "C";
      return target_ == Typesetting::latex ? letter + "_{" + joints + "}" : letter + joints;
    }
    std::string inside;
    for (const auto& [name, factor] : sum) {
      const std::string size = angle_factor(std::abs(factor));
      const char* sign = inside.empty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ";
      inside += sign + (size.empty() ? "" : size + blank()) + symbol(name);
    }
    const std::string function = sine ? "sin" : "cos";
    const char* before = target_ == Typesetting::latex ? "\\" : target_ == Typesetting::sympy ? "sp." : "";
    return before + function + "(" + inside + ")";
  }

  /// With all its digits: the angle that it multiplies may be many turns.
  std::string angle_factor(double size) const {
    if (fraction(size)) return coefficient(size, false);
    return target_ == Typesetting::sympy ? number_text(size) : scientific(number_text(size));
  }

  std::string blank() const {
    return target_ == Typesetting::latex ? " \\, " : target_ == Typesetting::sympy ? "*" : " ";
  }

  /// The size of a coefficient, or nothing where it is 1 and need not be written.
  std::string coefficient(double size, bool alone) const {
    const auto exact = fraction(size);
    if (exact && exact->over == 1 && exact->under == 1) return alone ? "1" : "";
    if (!exact) return target_ == Typesetting::sympy ? number_text(size) : scientific(ten_digits(size));
    std::string over = std::to_string(exact->over);
    if (exact->under == 1) return over;
    const std::string under = std::to_string(exact->under);
    if (target_ == Typesetting::sympy) return "sp.Rational(" + over + ", " + under + ")";
    return target_ == Typesetting::latex ? "\\frac{" + over + "}{" + under + "}" : over + "/" + under;
  }

  /// Masses, gravity and lengths, then sine or cosine, then velocities and accelerations.
  std::string term(const CollectedTerm& term) const {
    const auto& [powers, turning, sine] = term.product;
    std::vector<std::string> factors, under;
    const auto add = [&](const std::string& name, int exponent) {
      const bool below = exponent < 0 && target_ == Typesetting::latex;
      (below ? under : factors).push_back(power(name, below ? -exponent : exponent));
    };
    if (powers.contains("sqrt(2)") && powers.contains("sqrt(3)"))
      add("sqrt(6)", 1);
    else
      for (const auto& [name, exponent] : powers)
        if (is_root_of_number(name)) add(name, exponent);
    const int place_of_sum = term.sum.empty() ? -1 : place_of_parameter(term.sum[0]);
    for (int place = 0; place < 3; ++place) {
      if (place == place_of_sum) factors.push_back(sum(term.sum));
      for (const auto& [name, exponent] : powers)
        if (rank_of_symbol(name) == 0 && !is_root_of_number(name) && place_of_parameter(name) == place)
          add(name, exponent);
    }
    if (!turning.empty()) factors.push_back(angle(turning, sine));
    for (const int rank : {1, 2})
      for (const auto& [name, exponent] : powers)
        if (rank_of_symbol(name) == rank) add(name, exponent);
    if (!under.empty())
      factors = {"\\frac{" + (factors.empty() ? "1" : product(factors)) + "}{" + product(under) + "}"};
    const std::string number = coefficient(std::abs(term.coefficient), factors.empty());
    if (!number.empty()) factors.insert(factors.begin(), number);
    return product(factors);
  }

 private:
  std::string product(const std::vector<std::string>& factors) const {
    std::string text;
    for (const std::string& factor : factors) text += (text.empty() ? "" : blank()) + factor;
    return text;
  }
  std::string sum(const std::vector<std::string>& symbols) const {
    std::string text;
    for (const std::string& name : symbols) text += (text.empty() ? "(" : " + ") + symbol(name);
    return text + ")";
  }
  /// 1.5e-05 with a power of ten.
  std::string scientific(const std::string& digits) const {
    const std::size_t e = digits.find('e');
    if (target_ != Typesetting::latex || e == std::string::npos) return digits;
    return digits.substr(0, e) + " \\cdot 10^{" + std::to_string(std::stoi(digits.substr(e + 1))) + "}";
  }

  Typesetting target_;
  bool shorthand_;
};

/// A factor 1/x that all terms share, taken out of them.
std::string taken_denominator(std::vector<CollectedTerm>& terms) {
  if (terms.size() < 2) return "";
  for (const auto& [name, exponent] : terms[0].product.powers) {
    if (exponent != -1) continue;
    const auto shares = [&symbol = name](const CollectedTerm& term) {
      const auto found = term.product.powers.find(symbol);
      return found != term.product.powers.end() && found->second == -1;
    };
    if (!std::all_of(terms.begin(), terms.end(), shares)) continue;
    std::string taken = name;
    for (CollectedTerm& term : terms) term.product.powers.erase(taken);
    return taken;
  }
  return "";
}

}  // namespace

std::string joints_of(const FormulaAngle& angle) {
  std::string joints;
  for (const auto& [name, factor] : angle) {
    const bool joint = name.size() == 2 && name[0] == 'q' && name[1] >= '0' && name[1] <= '9';
    if (!joint || factor != 1) return "";
    joints += name[1];
  }
  return joints;
}

TypesetSum typeset_sum(const TrigonometricForm& form, TypesettingStyle style) {
  const Typesetter setter(style);
  if (form.is_zero()) return {"", {"0"}, ""};
  std::vector<CollectedTerm> terms = collected_terms(form);
  TypesetSum sum;
  if (const std::string under = taken_denominator(terms); !under.empty()) {
    const bool latex = style.target == Typesetting::latex;
    sum.before = latex ? "\\frac{1}{" + setter.symbol(under) + "} \\, (" : "(";
    sum.after = latex ? ")" : ")/" + setter.symbol(under);
    const auto positive =
        std::find_if(terms.begin(), terms.end(), [](const auto& term) { return term.coefficient > 0; });
    if (positive != terms.end()) std::rotate(terms.begin(), positive, std::next(positive));
  }
  for (const CollectedTerm& term : terms) {
    const bool first = sum.terms.empty();
    sum.terms.push_back((term.coefficient < 0 ? (first ? "-" : " - ") : (first ? "" : " + ")) + setter.term(term));
  }
  return sum;
}

std::string typeset_symbol(const std::string& name, Typesetting target) {
  if (target == Typesetting::mathml) return mathml_of(parse_math(latex_of_symbol(name)));
  return Typesetter(target).symbol(name);
}

std::string typeset(const TrigonometricForm& form, TypesettingStyle style) {
  if (style.target == Typesetting::mathml)
    return mathml_of(parse_math(typeset(form, {Typesetting::latex, style.shorthand})));
  const TypesetSum sum = typeset_sum(form, style);
  std::string text = sum.before;
  for (const std::string& term : sum.terms) text += term;
  return text + sum.after;
}

std::string typeset_equation(const std::string& left, const TrigonometricForm& form, TypesettingStyle style) {
  if (style.target == Typesetting::text || style.target == Typesetting::sympy)
    return typeset_symbol(left, style.target) + " = " + typeset(form, style);
  const Display display = displayed(latex_of_symbol(left), typeset_sum(form, {Typesetting::latex, style.shorthand}));
  return style.target == Typesetting::latex ? latex_of(display) : mathml_of(display);
}

}  // namespace torsor
