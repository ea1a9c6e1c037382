#pragma once

#include <string>

#include "torsor/estimation/equations.hpp"
#include "torsor/estimation/identification.hpp"
#include "torsor/estimation/identify.hpp"

namespace torsor {

/// Warnings and notes that the result itself gives reason for; each has a code of docs/identify.md.
void add_findings_of_the_result(Identification& result);

/// "viscous, Coulomb with a width of its own for each joint, offset".
std::string friction_in_words(const IdentifyOptions& options);

/// Why there is no estimate: which parameters the logs leave open.
std::string undetermined(const Unknowns& unknowns, const JointEquations& sums);

}  // namespace torsor
