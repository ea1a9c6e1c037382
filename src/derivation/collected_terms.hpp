#pragma once

#include "torsor/derivation/trigonometric_form.hpp"

namespace torsor {

/// A term of a formula as it is written: one product, or one with a sum of symbols as a factor.
struct CollectedTerm {
  TrigonometricForm::Product product;
  double coefficient = 0;
  std::vector<std::string> sum;  // (m1 + m2); empty: no such factor
};

/// The terms of a form in the order in which they are written, with m1 a + m2 a as (m1 + m2) a.
std::vector<CollectedTerm> collected_terms(const TrigonometricForm& form);

}  // namespace torsor
