#pragma once

#include "torsor/estimation/equations.hpp"

/// Logs that cannot answer at all: each throws a ComputationError that says why.
namespace torsor {

/// Where no log is longer than its ends, of `trim` seconds each, and one equation.
void require_equations(const Equations& equations, const std::vector<LogPart>& logs, double trim);
/// Where there are fewer than two equations for each unknown.
void require_enough(const JointEquations& sums);
/// Says which parameters the logs leave open.
[[noreturn]] void refuse_undetermined(const Unknowns& unknowns, const JointEquations& sums);

}  // namespace torsor
