#pragma once

#include <cstdint>

#include "torsor/scalar/scalar.hpp"

namespace torsor {

/// What an equation cost: the notes' table of arithmetic. Signs are free; so are factors and terms known to be 0 or 1.
struct Operations {
  std::int64_t multiplications = 0;
  std::int64_t additions = 0;
  std::int64_t divisions = 0;
  std::int64_t square_roots = 0;
  std::int64_t trigonometric = 0;
};

/// A double that counts what is done with it. It knows when it is exactly 0, 1 or -1 by construction
/// (a constant, or a product or sum of such), not when a computed value happens to be.
class Count {
 public:
  Count() = default;
  explicit Count(double constant) : value_(constant), kind_(kind_of(constant)) {}
  /// A number that is not known when the equations are written: a state, a parameter.
  static Count variable(double value) { return Count(value, Kind::unknown); }

  double value() const { return value_; }
  bool is_zero() const { return kind_ == Kind::zero; }
  bool is_one() const { return kind_ == Kind::one; }
  bool is_minus_one() const { return kind_ == Kind::minus_one; }

  /// The tally of this thread. Assign {} to start anew.
  static Operations& tally() {
    static thread_local Operations operations;
    return operations;
  }

  friend Count operator-(const Count& x) {
    if (x.is_one()) return Count(-1.0);
    if (x.is_minus_one()) return Count(1.0);
    return Count(-x.value_, x.kind_);
  }
  friend Count operator+(const Count& x, const Count& y) {
    if (x.is_zero()) return y;
    if (y.is_zero()) return x;
    if (x.is_unit() && y.is_unit()) return Count(x.value_ + y.value_);
    ++tally().additions;
    return variable(x.value_ + y.value_);
  }
  friend Count operator-(const Count& x, const Count& y) { return x + (-y); }
  friend Count operator*(const Count& x, const Count& y) {
    if (x.is_zero() || y.is_zero()) return Count(0.0);
    if (x.is_one()) return y;
    if (y.is_one()) return x;
    if (x.is_minus_one()) return -y;
    if (y.is_minus_one()) return -x;
    ++tally().multiplications;
    return variable(x.value_ * y.value_);
  }
  friend Count operator/(const Count& x, const Count& y) {
    if (x.is_zero() || y.is_one()) return x;
    if (y.is_minus_one()) return -x;
    ++tally().divisions;
    return variable(x.value_ / y.value_);
  }
  Count& operator+=(const Count& y) { return *this = *this + y; }
  Count& operator-=(const Count& y) { return *this = *this - y; }

  friend Count sin(const Count& x) { return x.is_zero() ? x : x.trigonometric(std::sin(x.value_)); }
  friend Count cos(const Count& x) { return x.is_zero() ? Count(1.0) : x.trigonometric(std::cos(x.value_)); }
  friend Count sqrt(const Count& x) {
    if (x.is_zero() || x.is_one()) return x;
    ++tally().square_roots;
    return variable(std::sqrt(x.value_));
  }
  friend Count atan(const Count& x) { return x.is_zero() ? x : x.trigonometric(std::atan(x.value_)); }
  friend Count sign(const Count& x) { return x.is_zero() ? x : variable(torsor::sign(x.value_)); }
  friend Count select(const Count& x, const Count& positive, const Count& otherwise) {
    return x.value_ > 0 ? positive : otherwise;
  }
  friend std::optional<double> known_value(const Count& x) { return x.value_; }

 private:
  enum class Kind : std::uint8_t { zero, one, minus_one, unknown };

  Count(double value, Kind kind) : value_(value), kind_(kind) {}
  static Kind kind_of(double x) {
    return x == 0 ? Kind::zero : x == 1 ? Kind::one : x == -1 ? Kind::minus_one : Kind::unknown;
  }
  bool is_unit() const { return kind_ != Kind::unknown; }
  Count trigonometric(double result) const {
    ++tally().trigonometric;
    return variable(result);
  }

  double value_ = 0;
  Kind kind_ = Kind::zero;
};

}  // namespace torsor
