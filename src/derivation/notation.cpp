#include "torsor/derivation/notation.hpp"

#include <cstdlib>

namespace torsor {
namespace {

/// B12 and the like: a letter of the derivation with an index.
std::string in_letters(const std::string& name, const EquationLetters& letters) {
  if (name.size() < 2 || name.find_first_not_of("0123456789,", 1) != std::string::npos) return name;
  const std::string index = name.substr(1);
  if (name[0] == 'B') return letters.inertia + index;
  if (name[0] == 'h') return letters.velocity + index;
  return name[0] == 'g' ? letters.gravity + index : name;
}

/// A form without angles with its symbols in other letters.
TrigonometricForm in_letters(const TrigonometricForm& form, const EquationLetters& letters) {
  TrigonometricForm sum;
  for (const auto& [product, coefficient] : form.terms()) {
    const double factor = coefficient;
    TrigonometricForm term = factor * TrigonometricForm(1.0);
    for (const auto& [name, exponent] : product.powers) {
      const TrigonometricForm symbol = TrigonometricForm::symbol(in_letters(name, letters));
      for (int k = 0; k < std::abs(exponent); ++k) term = term * (exponent > 0 ? symbol : *symbol.reciprocal());
    }
    sum += term;
  }
  return sum;
}

}  // namespace

EquationLetters letters_of(EquationNotation notation) {
  if (notation == EquationNotation::MVG) return {"M", "V", "G"};
  if (notation == EquationNotation::Dhc) return {"D", "h", "c"};
  return {"B", "h", "g"};
}

Derivation in_notation(Derivation derivation, EquationNotation notation) {
  const EquationLetters letters = letters_of(notation);
  for (auto& [name, meaning, equations] : derivation.groups) {
    if (name == "inertia") meaning.replace(0, 1, letters.inertia);
    if (name == "coriolis" && notation != EquationNotation::Bhg)
      meaning.replace(0, meaning.find(':'), letters.velocity);
    if (name == "torque" && notation != EquationNotation::Bhg)
      meaning = letters.inertia + " qdd + " + letters.velocity + " + " + letters.gravity + " + friction + spring";
    const bool forward = name == "forward-dynamics";
    if (forward) meaning.replace(meaning.find("det B") + 4, 1, letters.inertia);
    if (!forward && name != "inertia" && name != "coriolis" && name != "gravity") continue;
    for (auto& [left, right] : equations) {
      if (forward && left.starts_with("qdd")) right = in_letters(right, letters);
      left = in_letters(left, letters);
    }
  }
  return derivation;
}

}  // namespace torsor
