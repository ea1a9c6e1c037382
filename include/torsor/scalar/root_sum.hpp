#pragma once

#include <array>
#include <optional>

#include "torsor/scalar/scalar.hpp"

namespace torsor {

/// A number a + b sqrt(2) + c sqrt(3) + d sqrt(6). Sines and cosines of multiples of 15 degrees are such numbers, and
/// so are their sums, products and quotients: formulas keep sqrt(3)/2 where a double has 0.866, and 3/4 + 1/4 is 1.
class RootSum {
 public:
  RootSum() = default;                      // 0
  RootSum(double value) : parts_{value} {}  // NOLINT(google-explicit-constructor): a number is such a sum
  explicit RootSum(const std::array<double, 4>& parts) : parts_(parts) {}

  /// The factors of 1, sqrt(2), sqrt(3) and sqrt(6).
  const std::array<double, 4>& parts() const { return parts_; }
  double value() const;
  bool has_roots() const { return parts_[1] != 0 || parts_[2] != 0 || parts_[3] != 0; }

  RootSum operator-() const;
  /// A part that is nothing but round-off of its summands is 0.
  friend RootSum operator+(const RootSum& x, const RootSum& y);
  friend RootSum operator*(const RootSum& x, const RootSum& y);
  RootSum reciprocal() const;

 private:
  /// With the signs of sqrt(2) and sqrt(3) turned over.
  RootSum conjugate(bool of_two, bool of_three) const;

  std::array<double, 4> parts_{};
};

/// The root of a number that is not negative: exact for the likes of 2, 3/4 and 0.5.
RootSum square_root(double value);

/// Sine and cosine of an angle: exact where it is a multiple of 15 degrees to rounding.
SinCos<RootSum> exact_roots(double angle);

}  // namespace torsor
