#pragma once

#include <cmath>

namespace torsor {

/// A number with its first two derivatives with respect to time: a formula on it gives the motion that it describes.
struct Jet {
  double value = 0, rate = 0, second = 0;

  Jet() = default;
  explicit Jet(double v, double r = 0, double s = 0) : value(v), rate(r), second(s) {}

  friend Jet operator-(const Jet& x) { return Jet(-x.value, -x.rate, -x.second); }
  friend Jet operator+(const Jet& x, const Jet& y) {
    return Jet(x.value + y.value, x.rate + y.rate, x.second + y.second);
  }
  friend Jet operator-(const Jet& x, const Jet& y) { return x + (-y); }
  friend Jet operator*(const Jet& x, const Jet& y) {
    return Jet(x.value * y.value, x.rate * y.value + x.value * y.rate,
               x.second * y.value + 2 * x.rate * y.rate + x.value * y.second);
  }
  friend Jet operator/(const Jet& x, const Jet& y) {
    const double v = y.value;
    return x * y.through(1 / v, -1 / (v * v), 2 / (v * v * v));
  }
  friend bool operator<(const Jet& x, const Jet& y) { return x.value < y.value; }

  /// f of it, from f, f' and f'' at its value.
  Jet through(double f, double first, double f_second) const {
    return Jet(f, first * rate, f_second * rate * rate + first * second);
  }
  friend Jet sin(const Jet& x) { return x.through(std::sin(x.value), std::cos(x.value), -std::sin(x.value)); }
  friend Jet cos(const Jet& x) { return x.through(std::cos(x.value), -std::sin(x.value), -std::cos(x.value)); }
  friend Jet tan(const Jet& x) { return sin(x) / cos(x); }
  friend Jet exp(const Jet& x) { return x.through(std::exp(x.value), std::exp(x.value), std::exp(x.value)); }
  friend Jet log(const Jet& x) { return x.through(std::log(x.value), 1 / x.value, -1 / (x.value * x.value)); }
  friend Jet sqrt(const Jet& x) {
    const double root = std::sqrt(x.value);
    return x.through(root, 1 / (2 * root), -1 / (4 * root * x.value));
  }
  friend Jet atan(const Jet& x) {
    const double slope = 1 / (1 + x.value * x.value);
    return x.through(std::atan(x.value), slope, -2 * x.value * slope * slope);
  }
  friend Jet pow(const Jet& x, const Jet& y) {
    const double n = y.value;
    if (y.rate != 0 || y.second != 0) return exp(y * log(x));
    return x.through(std::pow(x.value, n), n * std::pow(x.value, n - 1), n * (n - 1) * std::pow(x.value, n - 2));
  }
};

}  // namespace torsor
