#pragma once

#include <string>
#include <vector>

#include "torsor/model/model.hpp"
#include "torsor/simulation/simulation_options.hpp"

namespace torsor {

/// "sticks", "hits" and so on, as JSON and tables have them.
const char* name_of(SimulationEvent::Kind kind);
/// "step_too_small" and so on.
const char* name_of(SimulationEnd::Kind kind);

/// The joint that an event is about, "coupling 2" where it is a combination of joints, or "" where it is all of them.
std::string joint_of(const SimulationEvent& event, const std::vector<std::string>& velocity_names);

/// "m/s" for joints that slide, "rad/s" for the others; by entry of qd.
std::vector<std::string> velocity_units(const Model<double>& model);

/// "hits a stop at 1.2 rad/s".
std::string in_words(const SimulationEvent& event, const std::vector<std::string>& units_of_velocities);

}  // namespace torsor
