#pragma once

#include <optional>
#include <string>
#include <vector>

#include "torsor/estimation/equations.hpp"
#include "torsor/estimation/identify.hpp"

namespace torsor {

/// What the options ask to be identified of a robot.
Unknowns unknowns_of(const Description& robot, const IdentifyOptions& options);

/// The robot file's own parameters; none where a link has no mass.
std::optional<std::vector<double>> prior_of(const Unknowns& unknowns);

/// Names of joints, parameters and base parameters.
void describe(const Unknowns& unknowns, Identification& result);

/// "viscous, Coulomb (smooth, a width for each joint), offset".
std::string friction_in_words(const IdentifyOptions& options);

}  // namespace torsor
