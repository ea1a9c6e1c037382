#pragma once

#include <vector>

#include "estimation/term_trial.hpp"
#include "torsor/estimation/identification.hpp"

namespace torsor {

/// Terms of single joints that show beside each other alone: what one leaves unexplained makes the gain of another look
/// uncertain. All that gain something are tried together, and those that are not worth it beside the others are given
/// up again, the least first. `choice` gets what remains, which is told.
std::vector<TermVerdict> add_together(const Unknowns& unknowns, const JointEquations& sums, const TermTrial& trial,
                                      TermChoice& choice);

}  // namespace torsor
