#pragma once

#include "estimation/term_trial.hpp"
#include "torsor/estimation/identification.hpp"

namespace torsor {

/// Joints whose friction grows with their load are added to `choice`, one after the other; `trial` and `sums` have the
/// column of friction under load. Returns what each of them is worth or, where there is none, what it would be in the
/// joint in which it would do most.
std::vector<TermVerdict> select_load(const Unknowns& unknowns, const JointEquations& sums, TermTrial& trial,
                                     TermChoice& choice);

}  // namespace torsor
