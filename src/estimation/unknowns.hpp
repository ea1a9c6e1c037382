#pragma once

#include <optional>
#include <string>
#include <vector>

#include "estimation/term_selection.hpp"
#include "torsor/estimation/equations.hpp"
#include "torsor/estimation/identify.hpp"

namespace torsor {

/// What the options ask to be identified of a robot, with friction of the shape that was selected, if one was, and with
/// terms of the user's own.
Unknowns unknowns_of(const Description& robot, const IdentifyOptions& options,
                     const std::vector<SelectedFriction>& selected = {}, std::vector<CompiledTerm> own_terms = {});

/// By joint: the distance over which a second contact bends, 0 for none.
std::vector<double> hysteresis_of(const std::vector<SelectedFriction>& selected);

/// By joint: whether a torque comes back with every turn.
std::vector<bool> periodic_of(const std::vector<SelectedFriction>& selected);

/// The robot file's own parameters; none where a link has no mass.
std::optional<std::vector<double>> prior_of(const Unknowns& unknowns);

/// Names of joints, parameters and base parameters.
void describe(const Unknowns& unknowns, Identification& result);

/// "viscous, Coulomb (smooth, a width for each joint), offset".
std::string friction_in_words(const IdentifyOptions& options, const Unknowns& unknowns);

}  // namespace torsor
