#pragma once

#include "torsor/model/friction.hpp"

namespace torsor {

/// Whether the contact bends before it slides: its friction has a state, the deflection z.
template <Scalar S>
bool has_presliding(const Friction<S>& friction) {
  return known_value(friction.presliding_stiffness).value_or(1.0) != 0;
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
  const S direction = sign(qd), &s0 = friction.presliding_stiffness, &s1 = friction.presliding_damping;
  const FrictionTerms<S> law = friction_law(friction.coefficients(), qd, direction, friction.shape());
  const S contact = law.coulomb + law.coulomb_difference + law.stribeck;  // in steady sliding
  const S moving = qd * qd;
  const S decay = select(moving, s0 * qd / select(moving, contact, S(1.0)), S(0.0));  // s0 |qd| / F
  const S rate = qd - decay * z;
  return {s0 * z + s1 * rate + law.viscous + law.viscous_difference + law.offset, rate};
}

}  // namespace torsor
