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

/// The direction in which a joint slides, -1 to 1: what Coulomb friction, and friction under load, has as a factor.
/// `direction` is the sign of qd or, at rest, the one in which the joint is about to move.
template <Scalar S>
S sliding_direction(const S& qd, const S& direction, const S& width) {
  return known_value(width) == 0.0 ? direction : smooth_sign(qd, width);
}

/// A number for each term of the law of friction.
template <Scalar S>
struct FrictionTerms {
  S viscous{0.0}, coulomb{0.0};
  S viscous_difference{0.0}, coulomb_difference{0.0};
  S stribeck{0.0}, offset{0.0};
};

/// The law of friction, here and nowhere else: the torque of each term at the velocity qd, `c` times what it is for a
/// coefficient of 1. Friction, its regressor, the search for its shape and the simulator all follow from it.
/// Coefficients come first in the products, so that a term that is not there costs nothing. `direction` is the sign of
/// qd or, at rest, the one in which the joint is about to move. [docs/algorithms/friction.md]
template <Scalar S>
FrictionTerms<S> friction_law(const FrictionTerms<S>& c, const S& qd, const S& direction,
                              const FrictionShape<S>& shape) {
  const S step = sliding_direction(qd, direction, shape.width);
  return {.viscous = c.viscous * qd,
          .coulomb = c.coulomb * step,
          .viscous_difference = c.viscous_difference * direction * qd,
          .coulomb_difference = c.coulomb_difference * direction * step,
          .stribeck = c.stribeck * step - c.stribeck * smooth_sign(qd, shape.stribeck_velocity),
          .offset = c.offset};
}
template <Scalar S>
FrictionTerms<S> friction_law(const FrictionTerms<S>& c, const S& qd, const FrictionShape<S>& shape) {
  return friction_law(c, qd, sign(qd), shape);
}

/// Its integral from rest: Rayleigh's dissipation function of each term.
template <Scalar S>
FrictionTerms<S> friction_dissipation(const FrictionTerms<S>& c, const S& qd, const FrictionShape<S>& shape) {
  const S direction = sign(qd), half(0.5), path = smooth_absolute(qd, shape.width);
  return {.viscous = half * c.viscous * qd * qd,
          .coulomb = c.coulomb * path,
          .viscous_difference = half * c.viscous_difference * direction * qd * qd,
          .coulomb_difference = c.coulomb_difference * direction * path,
          .stribeck = c.stribeck * path - c.stribeck * smooth_absolute(qd, shape.stribeck_velocity),
          .offset = c.offset * qd};
}

/// A coefficient of 1 for every term.
template <Scalar S>
FrictionTerms<S> unit_friction() {
  const S one(1.0);
  return {one, one, one, one, one, one};
}

template <Scalar S>
S sum(const FrictionTerms<S>& term) {
  return term.viscous + term.viscous_difference + term.coulomb + term.coulomb_difference + term.stribeck + term.offset;
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
  S presliding_stiffness{0.0};  // of the contact before it slides; 0: none, it sticks or slides
  S presliding_damping{0.0};    // on the rate of its deflection
  S load{0.0};                  // N m per N m: how much Coulomb friction grows with the torque that the links ask
  bool operator==(const Friction&) const = default;

  FrictionShape<S> shape() const { return {width, stribeck_velocity}; }
  FrictionTerms<S> coefficients() const {
    return {viscous, coulomb, viscous_difference, coulomb_difference, stribeck, offset};
  }
  /// Known to be zero at any velocity and load.
  bool absent() const {
    for (const S& c : {viscous, coulomb, viscous_difference, coulomb_difference, offset, stribeck, load})
      if (known_value(c).value_or(1.0) != 0) return false;
    return true;
  }
  /// Known not to depend on what the links ask.
  bool load_free() const { return known_value(load) == 0.0; }
  /// Without what grows with the load: for that see `under_load` and `load_torque`.
  S torque(const S& qd) const { return torque(qd, sign(qd)); }
  /// At rest that of a joint which is about to move in a direction, 1 or -1: break-away.
  S torque(const S& qd, const S& direction) const { return sum(friction_law(coefficients(), qd, direction, shape())); }
  /// Its derivative by the velocity is the torque: half of the viscous power, and what Coulomb friction takes.
  S dissipation(const S& qd) const { return sum(friction_dissipation(coefficients(), qd, shape())); }

  /// What is added where the links ask for the torque `links` at the joint.
  S load_torque(const S& qd, const S& links) const {
    return load * (sign(links) * links) * sliding_direction(qd, sign(qd), width);
  }
  /// The same as friction of its own: Coulomb's is greater by load |links|, sliding and at rest.
  Friction under_load(const S& links) const {
    Friction loaded = *this;
    loaded.coulomb += load * (sign(links) * links);
    loaded.load = S(0.0);
    return loaded;
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
  sum.presliding_stiffness = a.presliding_stiffness + b.presliding_stiffness;
  sum.presliding_damping = a.presliding_damping + b.presliding_damping;
  sum.load = a.load + b.load;  // nor a load
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
          .offset = ratio * friction.offset,
          .presliding_stiffness = size * size * friction.presliding_stiffness,
          .presliding_damping = size * size * friction.presliding_damping};
}

}  // namespace torsor
