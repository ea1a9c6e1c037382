#pragma once

#include "torsor/identification/identification.hpp"
#include "torsor/model/description.hpp"

namespace torsor {

/// The user's robot with the physically consistent parameters of an identification: mass, centre, inertia about it,
/// rotor, friction with its shape, springs and couplings of every joint as numbers; all else as it was written. A link
/// takes up what is fixed to it and its payload, since motion cannot tell them apart: fixed links lose their masses.
Description identified_robot(Description robot, const Identification& result);

}  // namespace torsor
