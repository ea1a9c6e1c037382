#pragma once

#include "torsor/derivation/derivation.hpp"

namespace torsor {

/// Equations without what is only round-off: terms of an equation that are alike but for sines, cosines and the
/// coordinate that moves are neighbours, and one that is at most `negligible` of the largest is left out. Numbers of a
/// file that are blurred themselves are the affair of with_exact_numbers().
Derivation without_negligible_terms(Derivation derivation, double negligible = 1e-12);

}  // namespace torsor
