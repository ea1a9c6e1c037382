#include "torsor/derivation/trigonometric_form.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/derivation/typeset.hpp"

namespace torsor {
namespace {

using Product = TrigonometricForm::Product;
using Coefficient = TrigonometricForm::Coefficient;
using Angle = std::map<std::string, double>;

constexpr double rounding = 1e-12;             // beside the two summands
constexpr double rounding_on_the_way = 1e-14;  // beside all that was ever added up

template <class Number>
void erase_zeros(std::map<std::string, Number>& sum) {
  std::erase_if(sum, [](const auto& entry) { return entry.second == 0; });
}

constexpr std::pair<const char*, double> roots[] = {{"sqrt(2)", 2.0}, {"sqrt(3)", 3.0}};

/// Takes the squares of roots out of a product; what they are.
double take_squares(std::map<std::string, int>& powers) {
  double value = 1;
  for (const auto& [name, square] : roots) {
    const auto found = powers.find(name);
    if (found == powers.end()) continue;
    for (; found->second > 1; found->second -= 2) value *= square;
    for (; found->second < 0; found->second += 2) value /= square;
  }
  return value;
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
  for (const auto& [name, factor] : b) {
    double& sum = result[name];
    sum = std::round((sum + sign * factor) * 1e12) / 1e12;  // 1 - 0.7 is 0.3, also where it comes another way
  }
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

TrigonometricForm::TrigonometricForm(const RootSum& constant) {
  const auto& [one, two, three, six] = constant.parts();
  const auto part = [&](const std::map<std::string, int>& powers, double value) {
    if (value != 0) terms_.emplace(Product{powers, {}, false}, Coefficient{value, std::abs(value)});
  };
  part({}, one);
  part({{"sqrt(2)", 1}}, two);
  part({{"sqrt(3)", 1}}, three);
  part({{"sqrt(2)", 1}, {"sqrt(3)", 1}}, six);
}

TrigonometricForm TrigonometricForm::symbol(const std::string& name) {
  TrigonometricForm form;
  form.terms_.emplace(Product{{{name, 1}}, {}, false}, Coefficient{1, 1});
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

void TrigonometricForm::add(const Product& product, const Coefficient& coefficient) {
  const auto [place, is_new] = terms_.try_emplace(product, coefficient);
  if (is_new) return;
  auto& [value, scale] = place->second;
  const double summands = std::abs(value) + std::abs(coefficient.value);
  value += coefficient.value;
  scale += coefficient.scale;
  if (std::abs(value) <= std::max(rounding * summands, rounding_on_the_way * scale)) terms_.erase(place);
}

TrigonometricForm& TrigonometricForm::operator+=(const TrigonometricForm& other) {
  for (const auto& [product, coefficient] : other.terms_) add(product, coefficient);
  return *this;
}

TrigonometricForm operator*(double factor, TrigonometricForm a) {
  if (factor == 0) return {};
  for (auto& [product, coefficient] : a.terms_) coefficient.value *= factor, coefficient.scale *= std::abs(factor);
  return a;
}

void TrigonometricForm::add_multiple(const Product& x, const Coefficient& u, const TrigonometricForm& other) {
  for (const auto& [y, v] : other.terms_) {
    Product product;
    product.powers = x.powers;
    for (const auto& [name, exponent] : y.powers) product.powers[name] += exponent;
    const double squares = take_squares(product.powers);
    erase_zeros(product.powers);
    multiply(x, y, [&](const Harmonic& harmonic, double sign) {
      product.angle = harmonic.angle, product.sine = harmonic.sine;
      const double factor = sign * squares;
      add(product, {u.value * v.value * factor, u.scale * v.scale * std::abs(factor)});
    });
  }
}

TrigonometricForm operator*(const TrigonometricForm& a, const TrigonometricForm& b) {
  TrigonometricForm result;
  for (const auto& [x, u] : a.terms_) result.add_multiple(x, u, b);
  return result;
}

std::optional<TrigonometricForm> TrigonometricForm::sine_or_cosine(const TrigonometricForm& angle, bool sine) {
  Angle sum;
  double constant = 0;
  for (const auto& [product, coefficient] : angle.terms_) {
    if (product == Product{}) {
      constant = coefficient;
      continue;
    }
    std::string name;  // of a symbol, or of a product of several: "ratio q1"
    for (const auto& [symbol, exponent] : product.powers) {
      if (exponent != 1) return {};
      name += (name.empty() ? "" : " ") + symbol;
    }
    if (!product.angle.empty() || std::abs(coefficient) > 1000) return {};
    sum[name] = std::round(coefficient * 1e12) / 1e12;
  }
  const auto [s, c] = exact_roots(constant);
  const auto harmonic = [&](bool of_sine) {
    TrigonometricForm form;
    if (const auto found = canonical(sum, of_sine)) form.add({{}, found->angle, found->sine}, {found->sign, 1});
    return form;
  };  // sin(a + k) = sin a cos k + cos a sin k, cos(a + k) = cos a cos k - sin a sin k
  return harmonic(sine) * TrigonometricForm(c) + harmonic(!sine) * TrigonometricForm(sine ? s : -s);
}

std::optional<TrigonometricForm> TrigonometricForm::reciprocal() const {
  if (terms_.size() != 1 || !terms_.begin()->first.angle.empty()) return {};
  Product product = terms_.begin()->first;
  for (auto& [name, exponent] : product.powers) exponent = -exponent;
  const double value = take_squares(product.powers) / terms_.begin()->second;
  TrigonometricForm result;
  result.terms_.emplace(product, Coefficient{value, std::abs(value)});
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
      done_ = static_cast<double>(k + 1) / static_cast<double>(needed.size());
      tell();
    }
    for (const Expr& output : outputs) result_.forms.push_back(take(output));
    return std::move(result_);
  }

 private:
  void tell() const {
    if (progress_) progress_(done_);
  }
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
    TrigonometricForm form;
    for (const auto& [x, u] : magnitude(a).terms()) {
      form.add_multiple(x, u, magnitude(b));
      tell();  // whoever listens may have had enough: a product of two long sums takes its time
    }
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
        return TrigonometricForm(graph.number(graph.expression(k)));
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
      case Operation::arc_tangent:
        return spelt("atan(" + spelt(node.a) + ")");
      case Operation::sign:
        return spelt("sign(" + spelt(node.a) + ")");
      default:
        return spelt("select(" + spelt(node.a) + ", " + spelt(node.b) + ", " + spelt(node.c) + ")");
    }
  }

  std::size_t limit_;
  const Progress& progress_;
  double done_ = 0;  // of all nodes
  std::unordered_map<std::uint32_t, TrigonometricForm> forms_;
  std::unordered_map<std::uint32_t, int> uses_;
  TrigonometricForms result_;
};

}  // namespace

TrigonometricForms trigonometric_forms(std::span<const Expr> outputs, std::size_t limit, const Progress& progress) {
  return Reader(limit, progress).read(outputs);
}

}  // namespace torsor
