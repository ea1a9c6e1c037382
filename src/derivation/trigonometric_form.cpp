#include "torsor/derivation/trigonometric_form.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/derivation/typeset.hpp"

namespace torsor {
namespace {

using Product = TrigonometricForm::Product;
using Angle = std::map<std::string, int>;

constexpr double rounding = 1e-12;

void erase_zeros(Angle& angle) {
  std::erase_if(angle, [](const auto& entry) { return entry.second == 0; });
}

/// A sine or cosine in canonical form: `sign` takes what turning the angle round changes. Nothing for sin 0.
struct Harmonic {
  Angle angle;
  bool sine;
  double sign;
};
std::optional<Harmonic> canonical(Angle angle, bool sine) {
  erase_zeros(angle);
  if (angle.empty()) return sine ? std::nullopt : std::optional(Harmonic{{}, false, 1});
  if (angle.begin()->second > 0) return Harmonic{std::move(angle), sine, 1};
  for (auto& [name, factor] : angle) factor = -factor;
  return Harmonic{std::move(angle), sine, sine ? -1.0 : 1.0};
}

Angle sum(const Angle& a, const Angle& b, int sign) {
  Angle result = a;
  for (const auto& [name, factor] : b) result[name] += sign * factor;
  return result;
}

/// sin a sin b = (cos(a - b) - cos(a + b)) / 2 and its kin: calls `add(harmonic, factor)` for each part.
template <class Add>
void multiply(const Product& a, const Product& b, const Add& add) {
  const auto part = [&](int sign, bool sine, double factor) {
    if (const auto harmonic = canonical(sum(a.angle, b.angle, sign), sine)) add(*harmonic, factor * harmonic->sign);
  };
  if (a.angle.empty() || b.angle.empty()) return part(1, a.sine || b.sine, 1);
  if (a.sine && b.sine) return part(-1, false, 0.5), part(1, false, -0.5);
  if (!a.sine && !b.sine) return part(-1, false, 0.5), part(1, false, 0.5);
  part(1, true, 0.5);                   // sin a cos b
  part(-1, true, a.sine ? 0.5 : -0.5);  // sin(a - b); of cos a sin b with the other sign
}

}  // namespace

TrigonometricForm::TrigonometricForm(double constant) {
  if (constant != 0) terms_.emplace(Product{}, constant);
}

TrigonometricForm TrigonometricForm::symbol(const std::string& name) {
  TrigonometricForm form;
  form.terms_.emplace(Product{{{name, 1}}, {}, false}, 1.0);
  return form;
}

std::optional<double> TrigonometricForm::known_value() const {
  if (is_zero()) return 0.0;
  if (terms_.size() > 1 || terms_.begin()->first != Product{}) return {};
  return terms_.begin()->second;
}

bool TrigonometricForm::equals(const TrigonometricForm& other) const {
  return std::equal(terms_.begin(), terms_.end(), other.terms_.begin(), other.terms_.end(),
                    [](const auto& a, const auto& b) {
                      return a.first == b.first && std::abs(a.second - b.second) <= 1e-9 * std::abs(b.second);
                    });
}

void TrigonometricForm::add(const Product& product, double coefficient) {
  const auto [place, is_new] = terms_.try_emplace(product, coefficient);
  if (is_new) return;
  const double before = std::abs(place->second);
  place->second += coefficient;
  if (std::abs(place->second) <= rounding * (before + std::abs(coefficient))) terms_.erase(place);
}

TrigonometricForm& TrigonometricForm::operator+=(const TrigonometricForm& other) {
  for (const auto& [product, coefficient] : other.terms_) add(product, coefficient);
  return *this;
}

TrigonometricForm operator*(double factor, TrigonometricForm a) {
  if (factor == 0) return {};
  for (auto& [product, coefficient] : a.terms_) coefficient *= factor;
  return a;
}

TrigonometricForm operator*(const TrigonometricForm& a, const TrigonometricForm& b) {
  TrigonometricForm result;
  for (const auto& [x, u] : a.terms_)
    for (const auto& [y, v] : b.terms_) {
      Product product;
      product.powers = x.powers;
      for (const auto& [name, exponent] : y.powers) product.powers[name] += exponent;
      erase_zeros(product.powers);
      multiply(x, y, [&, both = u * v](const Harmonic& harmonic, double factor) {
        product.angle = harmonic.angle, product.sine = harmonic.sine;
        result.add(product, both * factor);
      });
    }
  return result;
}

std::optional<TrigonometricForm> TrigonometricForm::sine_or_cosine(const TrigonometricForm& angle, bool sine) {
  Angle whole;
  double constant = 0;
  for (const auto& [product, coefficient] : angle.terms_) {
    if (product == Product{}) {
      constant = coefficient;
      continue;
    }
    const bool symbol = product.angle.empty() && product.powers.size() == 1 && product.powers.begin()->second == 1;
    if (!symbol || std::abs(coefficient) > 1000 || coefficient != std::round(coefficient)) return {};
    whole[product.powers.begin()->first] = static_cast<int>(coefficient);
  }
  const auto [s, c] = exact_sincos(constant);
  TrigonometricForm result;  // sin(a + k) = sin a cos k + cos a sin k, cos(a + k) = cos a cos k - sin a sin k
  const auto part = [&](bool of_sine, double factor) {
    const auto harmonic = canonical(whole, of_sine);
    if (harmonic && factor != 0) result.add({{}, harmonic->angle, harmonic->sine}, factor * harmonic->sign);
  };
  part(sine, c);
  part(!sine, sine ? s : -s);
  return result;
}

std::optional<TrigonometricForm> TrigonometricForm::reciprocal() const {
  if (terms_.size() != 1 || !terms_.begin()->first.angle.empty()) return {};
  TrigonometricForm result;
  Product product = terms_.begin()->first;
  for (auto& [name, exponent] : product.powers) exponent = -exponent;
  result.terms_.emplace(product, 1 / terms_.begin()->second);
  return result;
}

namespace {

using Operation = ExpressionGraph::Operation;

/// Forms of nodes, operands first. A form is kept until the last that uses it has taken it: sums then grow in place.
class Reader {
 public:
  Reader(std::size_t limit, const Progress& progress) : limit_(limit), progress_(progress) {}

  TrigonometricForms read(std::span<const Expr> outputs) {
    const ExpressionGraph& graph = ExpressionGraph::current();
    const std::vector<std::uint32_t> needed = graph.needed(outputs);
    for (const std::uint32_t k : needed)
      for (const Expr& operand : operands(graph.node(k))) ++uses_[operand.node()];
    for (const Expr& output : outputs) ++uses_[output.node()];
    for (std::size_t k = 0; k < needed.size(); ++k) {
      TrigonometricForm form = form_of(graph, needed[k]);
      result_.largest = std::max(result_.largest, form.terms().size());
      if (form.terms().size() > limit_) {
        result_.complete = false;
        return std::move(result_);
      }
      forms_.emplace(needed[k], std::move(form));
      if (progress_) progress_(static_cast<double>(k + 1) / static_cast<double>(needed.size()));
    }
    for (const Expr& output : outputs) result_.forms.push_back(take(output));
    return std::move(result_);
  }

 private:
  const TrigonometricForm& magnitude(const Expr& x) const { return forms_.at(x.node()); }
  /// The form of an operand or output; each is asked for as often as it is used.
  TrigonometricForm take(const Expr& x) {
    const auto found = forms_.find(x.node());
    const bool last = --uses_.at(x.node()) == 0;
    TrigonometricForm form = last ? std::move(found->second) : found->second;
    if (last) forms_.erase(found);
    return x.negative() ? -1.0 * std::move(form) : form;
  }
  void release(const Expr& x) {
    if (--uses_.at(x.node()) == 0) forms_.erase(x.node());
  }
  TrigonometricForm product(const Expr& a, const Expr& b) {  // whose factors have no signs
    TrigonometricForm form = magnitude(a) * magnitude(b);
    release(a), release(b);
    return form;
  }
  TrigonometricForm sum(const Expr& a, const Expr& b) {
    const bool a_is_longer = magnitude(a).terms().size() >= magnitude(b).terms().size();
    const Expr &longer = a_is_longer ? a : b, &shorter = a_is_longer ? b : a;
    const TrigonometricForm added = take(shorter);
    TrigonometricForm form = take(longer);
    return form += added;
  }
  std::string spelt(const Expr& x) { return typeset(take(x), Typesetting::text); }
  static TrigonometricForm spelt(const std::string& text) { return TrigonometricForm::symbol(text); }

  TrigonometricForm form_of(const ExpressionGraph& graph, std::uint32_t k) {
    const ExpressionGraph::Node& node = graph.node(k);
    switch (node.operation) {
      case Operation::constant:
        return TrigonometricForm(node.value);
      case Operation::symbol:
        return TrigonometricForm::symbol(graph.name(graph.expression(k)));
      case Operation::add:
        return sum(node.a, node.b);
      case Operation::multiply:
        return product(node.a, node.b);
      case Operation::divide: {
        const TrigonometricForm divisor = take(node.b);
        const auto reciprocal = divisor.reciprocal();
        return take(node.a) * reciprocal.value_or(spelt("1/(" + typeset(divisor, Typesetting::text) + ")"));
      }
      case Operation::sine:
      case Operation::cosine: {
        const bool sine = node.operation == Operation::sine;
        const TrigonometricForm angle = take(node.a);
        const auto form = TrigonometricForm::sine_or_cosine(angle, sine);
        return form.value_or(spelt((sine ? "sin(" : "cos(") + typeset(angle, Typesetting::text) + ")"));
      }
      case Operation::square_root:
        return spelt("sqrt(" + spelt(node.a) + ")");
      case Operation::sign:
        return spelt("sign(" + spelt(node.a) + ")");
      default:
        return spelt("select(" + spelt(node.a) + ", " + spelt(node.b) + ", " + spelt(node.c) + ")");
    }
  }

  std::size_t limit_;
  const Progress& progress_;
  std::unordered_map<std::uint32_t, TrigonometricForm> forms_;
  std::unordered_map<std::uint32_t, int> uses_;
  TrigonometricForms result_;
};

}  // namespace

TrigonometricForms trigonometric_forms(std::span<const Expr> outputs, std::size_t limit, const Progress& progress) {
  return Reader(limit, progress).read(outputs);
}

}  // namespace torsor
