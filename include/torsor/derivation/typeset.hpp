#pragma once

#include "torsor/derivation/trigonometric_form.hpp"

namespace torsor {

enum class Typesetting { text, latex, mathml, sympy };

/// How wide a line of a displayed equation may be, in em of its font: 17 cm in ten point.
inline constexpr double line_width = 46;

/// How a formula is written. With `shorthand` C12 and S12 stand for cos(q1 + q2) and sin(q1 + q2).
struct TypesettingStyle {
  Typesetting target = Typesetting::text;
  bool shorthand = false;

  TypesettingStyle(Typesetting notation, bool short_angles = false)  // NOLINT(google-explicit-constructor)
      : target(notation), shorthand(short_angles) {}
};

/// A form as a formula. Terms are in a fixed order: those that share velocities together, what does not turn with an
/// angle first; (m1 + m2) l^2 stands for m1 l^2 + m2 l^2. Text is such that parse_expression reads it back, but for the
/// blanks that stand for products.
std::string typeset(const TrigonometricForm& form, TypesettingStyle style);

/// A symbol of a formula: m2 is m with an index, qd1 and qdd1 have dots.
std::string typeset_symbol(const std::string& name, Typesetting target);

/// left = form, on a line of its own, or on several in LaTeX and MathML where it is too long; `left` is a symbol.
std::string typeset_equation(const std::string& left, const TrigonometricForm& form, TypesettingStyle style);

}  // namespace torsor
