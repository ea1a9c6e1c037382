#include "torsor/derivation/typeset.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace torsor {
namespace {

using Product = TrigonometricForm::Product;

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
std::string decimal(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.10g", value);
  return text.data();
}

/// 0 for parameters, 1 for velocities, 2 for accelerations: they stand last in a product.
int rank(const std::string& name) { return name.starts_with("qdd") ? 2 : name.starts_with("qd") ? 1 : 0; }

/// Those of which coefficients are made; roots of symbols are spelt as they are.
bool is_root(const std::string& name) { return name.size() == 7 && name.starts_with("sqrt(") && name[5] < 'A'; }

const std::array<std::string, 12> greek{"alpha", "beta", "gamma", "delta", "theta", "lambda",
                                        "mu",    "rho",  "phi",   "psi",   "omega", "tau"};

struct Name {
  std::string letter, index;
  int dots = 0;
};
Name split(const std::string& name) {
  const int dots = rank(name);
  const std::string rest = dots > 0 ? "q" + name.substr(static_cast<std::size_t>(dots) + 1) : name;
  if (rest.find_first_of("(/ ") != std::string::npos) return {rest, "", dots};
  const std::size_t word = std::min(rest.find_first_of("0123456789"), rest.size());
  std::size_t letters = word > 3 ? word : 1;  // lc1 and Ixx2 are letters with an index, reach2 is a word with one
  for (const std::string& name_of_letter : greek)
    if (rest.starts_with(name_of_letter)) letters = name_of_letter.size();
  std::string index = rest.substr(std::min(letters, rest.size()));
  if (index.starts_with('_')) index.erase(0, 1);
  return {rest.substr(0, letters), index, dots};
}
bool is_greek(const std::string& letter) { return std::find(greek.begin(), greek.end(), letter) != greek.end(); }

/// How the parts of a formula look in one notation.
class Typesetter {
 public:
  explicit Typesetter(Typesetting target) : target_(target) {}

  std::string symbol(const std::string& name) const {
    if (target_ == Typesetting::text) return name;
    if (name.starts_with("sign(") && name.find_first_of(" +*/") == std::string::npos) {
      const std::string inside = symbol(name.substr(5, name.size() - 6));
      return target_ == Typesetting::latex ? "\\operatorname{sign}(" + inside + ")"
                                           : "<mi>sign</mi><mo>(</mo>" + inside + "<mo>)</mo>";
    }
    if (is_root(name)) {
      const std::string inside = name.substr(5, 1);
      return target_ == Typesetting::latex ? "\\sqrt{" + inside + "}" : "<msqrt><mn>" + inside + "</mn></msqrt>";
    }
    const auto [letter, index, dots] = split(name);
    return target_ == Typesetting::latex ? latex(letter, index, dots) : mathml(letter, index, dots);
  }

  std::string power(const std::string& name, int exponent) const {
    std::string base = symbol(name);
    if (exponent == 1) return base;
    const std::string number = std::to_string(exponent);
    if (target_ == Typesetting::mathml) return "<msup>" + base + "<mn>" + number + "</mn></msup>";
    return target_ == Typesetting::latex ? base + "^{" + number + "}" : base + "^" + number;
  }

  /// A symbol, or several of which an angle is the product: "ratio q1".
  std::string symbols(const std::string& names) const {
    const std::size_t end = names.find(' ');
    if (end == std::string::npos || names.find('(') < end) return symbol(names);
    return symbol(names.substr(0, end)) + blank() + symbols(names.substr(end + 1));
  }

  std::string angle(const std::map<std::string, double>& sum, bool sine) const {
    std::string inside;
    for (const auto& [name, factor] : sum) {
      const std::string size = coefficient(std::abs(factor), false);
      inside += (inside.empty() ? "" : operation(factor < 0 ? "-" : "+")) + (size.empty() ? "" : size + blank()) +
                symbols(name);
    }
    if (target_ == Typesetting::mathml)
      return std::string("<mi>") + (sine ? "sin" : "cos") + "</mi><mo>(</mo>" + inside + "<mo>)</mo>";
    if (target_ == Typesetting::latex) return (sine ? "\\sin(" : "\\cos(") + inside + ")";
    return (sine ? "sin(" : "cos(") + inside + ")";
  }

  std::string number(const std::string& digits) const {
    return target_ == Typesetting::mathml ? "<mn>" + digits + "</mn>" : digits;
  }
  std::string operation(const std::string& sign) const {
    return target_ == Typesetting::mathml ? "<mo>" + sign + "</mo>" : " " + sign + " ";
  }
  std::string blank() const {
    return target_ == Typesetting::mathml ? "<mo>&InvisibleTimes;</mo>" : target_ == Typesetting::latex ? " \\, " : " ";
  }

  /// The size of a coefficient, or nothing where it is 1 and need not be written.
  std::string coefficient(double size, bool alone) const {
    const auto exact = fraction(size);
    if (exact && exact->over == 1 && exact->under == 1) return alone ? number("1") : "";
    if (!exact) return number(decimal(size));
    const std::string over = std::to_string(exact->over), under = std::to_string(exact->under);
    if (exact->under == 1) return number(over);
    if (target_ == Typesetting::mathml) return "<mfrac><mn>" + over + "</mn><mn>" + under + "</mn></mfrac>";
    return target_ == Typesetting::latex ? "\\frac{" + over + "}{" + under + "}" : over + "/" + under;
  }

  std::string product(const Product& product, double size) const {
    std::vector<std::string> factors;
    const auto add = [&](int which) {
      for (const auto& [name, exponent] : product.powers)
        if (rank(name) == which && !is_root(name)) factors.push_back(power(name, exponent));
    };
    const bool two = product.powers.contains("sqrt(2)"), three = product.powers.contains("sqrt(3)");
    if (two || three) factors.push_back(symbol(two && three ? "sqrt(6)" : two ? "sqrt(2)" : "sqrt(3)"));
    add(0);
    if (!product.angle.empty()) factors.push_back(angle(product.angle, product.sine));
    add(1);
    add(2);
    std::string text = coefficient(size, factors.empty());
    for (const std::string& factor : factors) text += (text.empty() ? "" : blank()) + factor;
    return text;
  }

 private:
  static std::string latex(const std::string& letter, const std::string& index, int dots) {
    std::string base = letter;
    if (is_greek(letter)) {
      base = "\\" + letter;
    } else if (letter.size() > 1) {
      base = "\\mathrm{";
      for (const char c : letter) base += c == '_' ? std::string("\\_") : std::string(1, c);
      base += "}";
    }
    if (dots > 0) base = (dots == 1 ? "\\dot{" : "\\ddot{") + base + "}";
    return index.empty() ? base : base + "_{" + index + "}";
  }
  static std::string mathml(const std::string& letter, const std::string& index, int dots) {
    std::string base = "<mi>" + (is_greek(letter) ? "&" + letter + ";" : letter) + "</mi>";
    if (dots > 0) base = "<mover>" + base + "<mo>" + (dots == 1 ? "&#x2D9;" : "&#xA8;") + "</mo></mover>";
    return index.empty() ? base : "<msub>" + base + "<mi>" + index + "</mi></msub>";
  }

  Typesetting target_;
};

/// Accelerations, then velocities, then what stands alone; in each what does not turn comes first.
auto place(const Product& product) {
  std::vector<std::pair<std::string, int>> moving;
  int highest = 0;
  for (const auto& [name, exponent] : product.powers)
    if (rank(name) > 0) moving.emplace_back(name, exponent), highest = std::max(highest, rank(name));
  return std::tuple(-highest, moving, product.angle.size(), product.angle, product.sine, product.powers);
}

}  // namespace

std::string typeset_symbol(const std::string& name, Typesetting target) { return Typesetter(target).symbol(name); }

std::string typeset(const TrigonometricForm& form, Typesetting target) {
  const Typesetter setter(target);
  if (form.is_zero()) return setter.number("0");
  std::vector<std::pair<Product, double>> terms(form.terms().begin(), form.terms().end());
  std::sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return place(a.first) < place(b.first); });
  std::string text;
  for (const auto& [product, coefficient] : terms) {
    if (!text.empty())
      text += setter.operation(coefficient < 0 ? "-" : "+");
    else if (coefficient < 0)
      text += target == Typesetting::mathml ? "<mo>-</mo>" : "-";
    text += setter.product(product, std::abs(coefficient));
  }
  return text;
}

std::string typeset_equation(const std::string& left, const TrigonometricForm& form, Typesetting target) {
  const std::string right = typeset(form, target);
  if (target == Typesetting::latex) return "\\[ " + left + " = " + right + " \\]";
  if (target == Typesetting::mathml)
    return "<math display=\"block\"><mrow>" + left + "<mo>=</mo>" + right + "</mrow></math>";
  return left + " = " + right;
}

}  // namespace torsor
