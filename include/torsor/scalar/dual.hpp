#pragma once

#include "torsor/scalar/scalar.hpp"

namespace torsor {

/// A number with its derivative along one direction: an algorithm on Dual gives its value and, exactly, its rate.
class Dual {
 public:
  Dual() = default;
  explicit Dual(double value, double derivative = 0) : value_(value), derivative_(derivative) {}

  double value() const { return value_; }
  double derivative() const { return derivative_; }

  friend Dual operator-(const Dual& x) { return Dual(-x.value_, -x.derivative_); }
  friend Dual operator+(const Dual& x, const Dual& y) {
    return Dual(x.value_ + y.value_, x.derivative_ + y.derivative_);
  }
  friend Dual operator-(const Dual& x, const Dual& y) { return x + (-y); }
  friend Dual operator*(const Dual& x, const Dual& y) {
    return Dual(x.value_ * y.value_, x.derivative_ * y.value_ + x.value_ * y.derivative_);
  }
  friend Dual operator/(const Dual& x, const Dual& y) {
    const double quotient = x.value_ / y.value_;
    return Dual(quotient, (x.derivative_ - quotient * y.derivative_) / y.value_);
  }
  Dual& operator+=(const Dual& y) { return *this = *this + y; }
  Dual& operator-=(const Dual& y) { return *this = *this - y; }

  friend Dual sin(const Dual& x) { return Dual(std::sin(x.value_), std::cos(x.value_) * x.derivative_); }
  friend Dual cos(const Dual& x) { return Dual(std::cos(x.value_), -std::sin(x.value_) * x.derivative_); }
  friend Dual sqrt(const Dual& x) {
    const double root = std::sqrt(x.value_);
    return Dual(root, x.derivative_ / (2 * root));
  }
  friend Dual atan(const Dual& x) { return Dual(std::atan(x.value_), x.derivative_ / (1 + x.value_ * x.value_)); }
  /// Constant but for the jump at 0, which has no derivative.
  friend Dual sign(const Dual& x) { return Dual(torsor::sign(x.value_)); }
  friend Dual select(const Dual& x, const Dual& positive, const Dual& otherwise) {
    return x.value_ > 0 ? positive : otherwise;
  }
  friend std::optional<double> known_value(const Dual& x) { return x.value_; }

 private:
  double value_ = 0, derivative_ = 0;
};

}  // namespace torsor
