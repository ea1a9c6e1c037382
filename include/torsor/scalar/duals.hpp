#pragma once

#include "torsor/scalar/pack.hpp"

namespace torsor {

/// A number with its derivatives along N directions at once: what Dual is for one, with a lane of a pack for each.
template <int N>
class Duals {
 public:
  using Slopes = Pack<double, N>;

  Duals() = default;
  explicit Duals(double value) : value_(value) {}
  Duals(double value, const Slopes& slopes) : slopes_(slopes), value_(value) {}

  double value() const { return value_; }
  const Slopes& slopes() const { return slopes_; }
  /// The derivative along one direction of a number that is given.
  void set_slope(int direction, double slope) { slopes_.set(direction, slope); }

  friend Duals operator-(const Duals& x) { return {-x.value_, -x.slopes_}; }
  friend Duals operator+(const Duals& x, const Duals& y) { return {x.value_ + y.value_, x.slopes_ + y.slopes_}; }
  friend Duals operator-(const Duals& x, const Duals& y) { return {x.value_ - y.value_, x.slopes_ - y.slopes_}; }
  friend Duals operator*(const Duals& x, const Duals& y) {
    return {x.value_ * y.value_, Slopes(x.value_) * y.slopes_ + Slopes(y.value_) * x.slopes_};
  }
  /// A constant has no slopes to spend products on.
  friend Duals operator*(double factor, const Duals& x) { return {factor * x.value_, Slopes(factor) * x.slopes_}; }
  friend Duals operator/(const Duals& x, const Duals& y) {
    const double quotient = x.value_ / y.value_;
    return {quotient, (x.slopes_ - Slopes(quotient) * y.slopes_) * Slopes(1 / y.value_)};
  }
  Duals& operator+=(const Duals& y) { return *this = *this + y; }
  Duals& operator-=(const Duals& y) { return *this = *this - y; }

  friend Duals sin(const Duals& x) { return {std::sin(x.value_), Slopes(std::cos(x.value_)) * x.slopes_}; }
  friend Duals cos(const Duals& x) { return {std::cos(x.value_), Slopes(-std::sin(x.value_)) * x.slopes_}; }
  friend Duals sqrt(const Duals& x) {
    const double root = std::sqrt(x.value_);
    return {root, Slopes(0.5 / root) * x.slopes_};
  }
  friend Duals atan(const Duals& x) { return {std::atan(x.value_), Slopes(1 / (1 + x.value_ * x.value_)) * x.slopes_}; }
  /// Constant but for the jump at 0, which has no derivative.
  friend Duals sign(const Duals& x) { return Duals(torsor::sign(x.value_)); }
  friend Duals select(const Duals& x, const Duals& positive, const Duals& otherwise) {
    return x.value_ > 0 ? positive : otherwise;
  }
  friend std::optional<double> known_value(const Duals& x) { return x.value_; }

 private:
  Slopes slopes_;
  double value_ = 0;
};

static_assert(Scalar<Duals<8>>);

}  // namespace torsor
