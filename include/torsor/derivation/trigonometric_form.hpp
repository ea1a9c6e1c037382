#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "torsor/scalar/expr.hpp"

namespace torsor {

/// A sum of products of symbols, each with at most one sine or cosine of a sum of angles. Products of sines and cosines
/// have exactly one such form (their Fourier series), so equal expressions have equal forms, and cos(q1 + q2) stands
/// where a product of rotations has left four products. The roots of 2 and 3 are symbols whose squares are numbers.
class TrigonometricForm {
 public:
  /// One product, but for its coefficient.
  struct Product {
    std::map<std::string, int> powers;    // symbol to exponent; sqrt(2) and sqrt(3) have 1 at most
    std::map<std::string, double> angle;  // angle to its factor, the first of them positive; empty: none
    bool sine = false;                    // of `angle`, else cosine
    auto operator<=>(const Product&) const = default;
  };

  /// A number, and the sum of the sizes of all that was added up to it: far below that it is round-off.
  struct Coefficient {
    double value = 0, scale = 0;
    operator double() const { return value; }  // NOLINT(google-explicit-constructor): it stands for its value
  };

  TrigonometricForm() = default;  // 0
  explicit TrigonometricForm(const RootSum& constant);
  static TrigonometricForm symbol(const std::string& name);

  const std::map<Product, Coefficient>& terms() const { return terms_; }
  bool is_zero() const { return terms_.empty(); }
  std::optional<double> known_value() const;
  /// The same terms, with coefficients that differ by rounding at most.
  bool equals(const TrigonometricForm& other) const;

  TrigonometricForm& operator+=(const TrigonometricForm& other);
  friend TrigonometricForm operator+(TrigonometricForm a, const TrigonometricForm& b) { return a += b; }
  friend TrigonometricForm operator-(TrigonometricForm a, const TrigonometricForm& b) { return a += -1.0 * b; }
  friend TrigonometricForm operator*(const TrigonometricForm& a, const TrigonometricForm& b);
  friend TrigonometricForm operator*(double factor, TrigonometricForm a);
  /// += u x other.
  void add_multiple(const Product& x, const Coefficient& u, const TrigonometricForm& other);

  /// Sine or cosine of a form that is a sum of multiples of symbols, or of products of them, and a constant; nothing
  /// for any other.
  static std::optional<TrigonometricForm> sine_or_cosine(const TrigonometricForm& angle, bool sine);
  /// 1 / a where a is a single product without sine and cosine.
  std::optional<TrigonometricForm> reciprocal() const;

  /// Takes out terms for which `is_negligible(product, coefficient)`; how many they were.
  template <class Judge>
  std::size_t erase_if(const Judge& is_negligible) {
    return std::erase_if(terms_, [&](const auto& term) { return is_negligible(term.first, term.second.value); });
  }

 private:
  void add(const Product& product, const Coefficient& coefficient);

  std::map<Product, Coefficient> terms_;
};

/// Is called now and then while something long is worked out, with the share that is done, 0 to 1.
using Progress = std::function<void(double share)>;

/// The forms of expressions of the current graph. What has none (a quotient of sums, a root, a sign) stands as a symbol
/// that spells it out. Stops, with nothing, where some form would have more than `limit` terms; `largest` then says how
/// many it had reached.
struct TrigonometricForms {
  std::vector<TrigonometricForm> forms;
  std::size_t largest = 0;  // terms of the longest form on the way
  bool complete = true;
};
TrigonometricForms trigonometric_forms(std::span<const Expr> outputs, std::size_t limit = 20'000,
                                       const Progress& progress = {});

}  // namespace torsor
