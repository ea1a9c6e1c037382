#pragma once

#include "torsor/model/description.hpp"

namespace torsor {

// What can be done to a Model (without_friction, without_rotors, with_payload), done to what it is built from.

/// The same robot without friction (joints, dampers and couplings).
Description without_friction(Description robot);

/// The same robot without rotor inertia; gear ratios, through which motor-side friction acts, stay.
Description without_rotors(Description robot);

/// The same robot with a load besides its own payload, in the frame of a link, of the base, or of the tool. Where the
/// robot has a payload already, the load is a link fixed to that frame; the tip stays where it is.
Description with_payload(Description robot, const std::string& frame, const described::MassProperties& load);

}  // namespace torsor
