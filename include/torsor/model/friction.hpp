#pragma once

#include "torsor/scalar/scalar.hpp"

namespace torsor {

/// sign(x) with a smooth step: x / sqrt(x^2 + width^2). Sharp where the width is known to be 0.
template <Scalar S>
S smooth_sign(const S& x, const S& width) {
  return known_value(width) == 0.0 ? sign(x) : x / sqrt(x * x + width * width);
}
/// Its integral: sqrt(x^2 + width^2) - width, or |x|.
template <Scalar S>
S smooth_absolute(const S& x, const S& width) {
  return known_value(width) == 0.0 ? sign(x) * x : sqrt(x * x + width * width) - width;
}

/// How friction turns over near rest.
template <Scalar S>
struct FrictionShape {
  S width{0.0};              // rad/s in which Coulomb friction turns; 0: it jumps
  S stribeck_velocity{0.0};  // at which most of `stribeck` is gone
};

/// A number for each term of the law of friction.
template <Scalar S>
struct FrictionTerms {
  S viscous{0.0}, coulomb{0.0};
  S viscous_difference{0.0}, coulomb_difference{0.0};
  S stribeck{0.0}, offset{0.0};
};

/// The law of friction, here and nowhere else: the torque of each term whose coefficient is 1, at the velocity qd.
/// Friction, its regressor and the search for its shape all follow from it. [docs/algorithms/friction.md]
template <Scalar S>
FrictionTerms<S> friction_law(const S& qd, const FrictionShape<S>& shape) {
  const S direction = sign(qd), step = smooth_sign(qd, shape.width);
  return {.viscous = qd,
          .coulomb = step,
          .viscous_difference = direction * qd,
          .coulomb_difference = direction * step,
          .stribeck = step - smooth_sign(qd, shape.stribeck_velocity),
          .offset = S(1.0)};
}

/// Its integral from rest: Rayleigh's dissipation function of each term.
template <Scalar S>
FrictionTerms<S> friction_dissipation(const S& qd, const FrictionShape<S>& shape) {
  const S direction = sign(qd), half_square = S(0.5) * qd * qd, path = smooth_absolute(qd, shape.width);
  return {.viscous = half_square,
          .coulomb = path,
          .viscous_difference = direction * half_square,
          .coulomb_difference = direction * path,
          .stribeck = path - smooth_absolute(qd, shape.stribeck_velocity),
          .offset = qd};
}

/// Friction of a joint on the link side: the coefficients of the law, and its shape.
template <Scalar S>
struct Friction {
  S viscous{0.0}, coulomb{0.0};
  S viscous_difference{0.0}, coulomb_difference{0.0};  // half of positive minus negative
  S offset{0.0};                                       // at any velocity, also at rest
  S stribeck{0.0};                                     // more than Coulomb's when it starts to move
  S width{0.0};                                        // see FrictionShape
  S stribeck_velocity{0.0};

  FrictionShape<S> shape() const { return {width, stribeck_velocity}; }
  S torque(const S& qd) const { return sum(friction_law(qd, shape())); }
  /// Its derivative by the velocity is the torque: half of the viscous power, and what Coulomb friction takes.
  S dissipation(const S& qd) const { return sum(friction_dissipation(qd, shape())); }

 private:
  S sum(const FrictionTerms<S>& term) const {
    return viscous * term.viscous + viscous_difference * term.viscous_difference + coulomb * term.coulomb +
           coulomb_difference * term.coulomb_difference + stribeck * term.stribeck + offset * term.offset;
  }
};

template <Scalar S>
Friction<S> operator+(const Friction<S>& a, const Friction<S>& b) {
  Friction<S> sum = a;  // the widths are a's: check() lets no joint have one that follows or leads another
  sum.viscous = a.viscous + b.viscous;
  sum.coulomb = a.coulomb + b.coulomb;
  sum.viscous_difference = a.viscous_difference + b.viscous_difference;
  sum.coulomb_difference = a.coulomb_difference + b.coulomb_difference;
  sum.offset = a.offset + b.offset;
  return sum;
}
/// The friction of a joint that turns `ratio` times as fast, as felt at qd: ratio * torque(ratio * qd).
template <Scalar S>
Friction<S> felt_through(const S& ratio, const Friction<S>& friction) {
  const S size = ratio * sign(ratio);
  return {.viscous = size * size * friction.viscous,
          .coulomb = size * friction.coulomb,
          .viscous_difference = ratio * size * friction.viscous_difference,
          .coulomb_difference = ratio * friction.coulomb_difference,
          .offset = ratio * friction.offset};
}

}  // namespace torsor
