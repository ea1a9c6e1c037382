#include "torsor/scalar/root_sum.hpp"

namespace torsor {
namespace {

constexpr double root2 = 1.4142135623730951, root3 = 1.7320508075688772, root6 = 2.449489742783178;

/// The sum, but 0 where it is only the round-off of its summands.
double clean_sum(std::initializer_list<double> summands) {
  double sum = 0, size = 0;
  for (const double x : summands) sum += x, size += std::abs(x);
  return std::abs(sum) < 4 * resolution<double> * size ? 0 : sum;
}

}  // namespace

double RootSum::value() const {
  return has_roots() ? parts_[0] + parts_[1] * root2 + parts_[2] * root3 + parts_[3] * root6 : parts_[0];
}

RootSum RootSum::operator-() const {
  RootSum result = *this;
  for (double& part : result.parts_) part = -part;
  return result;
}

RootSum operator+(const RootSum& x, const RootSum& y) {
  RootSum sum;
  for (std::size_t k = 0; k < 4; ++k) sum.parts_[k] = clean_sum({x.parts_[k], y.parts_[k]});
  const auto& [a, b, c, d] = sum.parts_;  // sqrt(2) beside 1.4142135623730951
  return clean_sum({a, b * root2, c * root3, d * root6}) == 0 ? RootSum() : sum;
}

RootSum operator*(const RootSum& x, const RootSum& y) {
  if (!x.has_roots() && !y.has_roots()) return x.parts_[0] * y.parts_[0];
  const auto& [a, b, c, d] = x.parts_;
  const auto& [e, f, g, h] = y.parts_;
  return RootSum({clean_sum({a * e, 2 * b * f, 3 * c * g, 6 * d * h}), clean_sum({a * f, b * e, 3 * c * h, 3 * d * g}),
                  clean_sum({a * g, c * e, 2 * b * h, 2 * d * f}), clean_sum({a * h, d * e, b * g, c * f})});
}

RootSum RootSum::conjugate(bool of_two, bool of_three) const {
  RootSum result = *this;
  if (of_two) result.parts_[1] = -result.parts_[1];
  if (of_three) result.parts_[2] = -result.parts_[2];
  if (of_two != of_three) result.parts_[3] = -result.parts_[3];
  return result;
}

/// The product of all conjugates is a plain number.
RootSum RootSum::reciprocal() const {
  if (!has_roots()) return 1 / parts_[0];
  const RootSum others = conjugate(true, false) * conjugate(false, true) * conjugate(true, true);
  const RootSum norm = *this * others;
  std::array<double, 4> parts = others.parts_;
  for (double& part : parts) part /= norm.parts_[0];
  return RootSum(parts);
}

RootSum square_root(double value) {
  for (const auto& [number, place] : {std::pair{1.0, 0}, {2.0, 1}, {3.0, 2}, {6.0, 3}}) {
    const double root = std::sqrt(value * number);  // sqrt(v) = sqrt(v n) sqrt(n) / n
    const double few_digits = std::round(root * 1e6) / 1e6;
    if (value == 0 || std::abs(root - few_digits) > 4 * resolution<double> * root) continue;
    std::array<double, 4> parts{};
    parts[static_cast<std::size_t>(place)] = few_digits / number;
    return RootSum(parts);
  }
  return std::sqrt(value);
}

SinCos<RootSum> exact_roots(double angle) {
  constexpr double step = 0.26179938779914941;  // 15 degrees
  const double steps = std::round(angle / step);
  if (std::abs(steps) > 1e6 || std::abs(angle - steps * step) > 4 * resolution<double> * (1 + std::abs(angle)))
    return {std::sin(angle), std::cos(angle)};
  static const std::array<RootSum, 7> sines{RootSum(),
                                            RootSum({0, -0.25, 0, 0.25}),
                                            RootSum(0.5),
                                            RootSum({0, 0.5, 0, 0}),
                                            RootSum({0, 0, 0.5, 0}),
                                            RootSum({0, 0.25, 0, 0.25}),
                                            RootSum(1.0)};
  const auto sine = [](int k) {  // of k steps, from 0 to 23
    const int half = k % 12;
    const RootSum size = sines[static_cast<std::size_t>(half <= 6 ? half : 12 - half)];
    return k < 12 ? size : -size;
  };
  const int k = static_cast<int>((static_cast<long>(steps) % 24 + 24) % 24);
  return {sine(k), sine((k + 6) % 24)};
}

}  // namespace torsor
