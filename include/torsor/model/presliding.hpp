#pragma once

#include <cmath>

#include "torsor/model/friction.hpp"

namespace torsor {

/// Whether the contact bends before it slides: its friction has a state, the deflection z. check() demands Coulomb
/// friction above 0 in both directions then, which all of the functions below divide by.
template <Scalar S>
bool has_presliding(const Friction<S>& friction) {
  return known_value(friction.presliding_stiffness).value_or(1.0) != 0;
}

/// What a contact that slides takes, with the sign of its direction: Coulomb and Stribeck friction, F(qd).
template <Scalar S>
S contact_friction(const FrictionTerms<S>& law) {
  return law.coulomb + law.coulomb_difference + law.stribeck;
}

/// The deflection at which a contact slides at qd: F(qd) / s0. `direction` is the sign of qd or, at rest, the one in
/// which the joint is about to move.
template <Scalar S>
S sliding_deflection(const Friction<S>& friction, const S& qd, const S& direction) {
  return contact_friction(friction_law(friction.coefficients(), qd, direction, friction.shape())) /
         friction.presliding_stiffness;
}

/// What friction with a state gives: its torque, and how the deflection changes.
template <Scalar S>
struct Presliding {
  S torque, rate;
};

/// Friction of a contact whose bristles are bent by z: zd = qd - s0 |qd| z / F(qd), torque s0 z + s1 zd and what does
/// not depend on the contact (viscous, offset). F(qd) is Coulomb and Stribeck friction in the direction of motion, so
/// that in steady sliding the torque is that of the law. [Canudas de Wit et al. 1995, LuGre; with s1 = 0 and without
/// Stribeck's effect Dahl 1968]
template <Scalar S>
Presliding<S> presliding(const Friction<S>& friction, const S& qd, const S& z) {
  const S &s0 = friction.presliding_stiffness, &s1 = friction.presliding_damping;
  const FrictionTerms<S> law = friction_law(friction.coefficients(), qd, sign(qd), friction.shape());
  const S moving = qd * qd;  // at rest F has no direction, and would be 0
  const S decay = select(moving, s0 * qd / select(moving, contact_friction(law), S(1.0)), S(0.0));  // s0 |qd| / F
  const S rate = qd - decay * z;
  return {s0 * z + s1 * rate + law.viscous + law.viscous_difference + law.offset, rate};
}

/// The deflection z after a motion over a signed distance, all in one direction, in which the velocity goes from `from`
/// to `to`. Exact for Dahl's law, whatever the velocity and however long the way; with Stribeck's effect the deflection
/// of sliding is taken to change evenly along the way, an error of second order in a short motion.
inline double deflection_after(const Friction<double>& friction, double z, double distance, double from, double to) {
  const double direction = sign(distance), before = sliding_deflection(friction, from, direction),
               after = sliding_deflection(friction, to, direction);
  const double way = 2 * distance / (before + after);  // in deflections of sliding
  if (!(way > 0)) return z;                            // none, or too short for a number
  const double left = std::exp(-way), mean = -std::expm1(-way) / way;
  return after + (z - before) * left - (after - before) * mean;
}

}  // namespace torsor
