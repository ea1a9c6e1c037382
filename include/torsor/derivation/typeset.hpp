#pragma once

#include "torsor/derivation/trigonometric_form.hpp"

namespace torsor {

enum class Typesetting { text, latex, mathml };

/// A form as a formula. Terms are in a fixed order: those that share velocities together, what does not turn with an
/// angle first. Text is such that parse_expression reads it back, but for the blanks that stand for products.
std::string typeset(const TrigonometricForm& form, Typesetting target);

/// A symbol of a formula: m2 is m with an index, qd1 and qdd1 have dots.
std::string typeset_symbol(const std::string& name, Typesetting target);

/// `left` = form, on a line of its own.
std::string typeset_equation(const std::string& left, const TrigonometricForm& form, Typesetting target);

}  // namespace torsor
