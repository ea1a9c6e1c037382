#pragma once

#include <string>
#include <vector>

#include "torsor/simulation/simulation_options.hpp"

namespace torsor {

/// "sticks", "hits" and so on, as JSON and tables have them.
const char* name_of(SimulationEvent::Kind kind);
/// "step_too_small" and so on.
const char* name_of(SimulationEnd::Kind kind);

/// The joint that an event is about, "coupling 2" where it is a combination of joints, or "" where it is all of them.
std::string joint_of(const SimulationEvent& event, const std::vector<std::string>& velocity_names);

/// "hits a stop at 1.2 per second".
std::string in_words(const SimulationEvent& event);

}  // namespace torsor
