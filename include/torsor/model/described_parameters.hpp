#pragma once

#include <span>

#include "torsor/model/description.hpp"
#include "torsor/model/parameters.hpp"

namespace torsor {

/// The robot with these parameters, as it would be written: masses, centres, inertias about them, rotors, friction,
/// springs and couplings become plain numbers where they change, and stay as the user wrote them where they do not. The
/// description must have passed check(), and the layout be one of its model.
///
/// A link's ten parameters are those of all that moves with it. Links fixed to it and the payload keep their masses and
/// the link gets the rest, unless no body is such a rest: then it gets all, and they get none. Friction is written on
/// the link side; that of joints that follow others is part of those. A new rotor in a robot with gyroscopic ones gets
/// a gear ratio so large that only its reflected inertia is felt.
Description with_parameters(const Description& robot, const ParameterLayout& layout, std::span<const double> theta);

}  // namespace torsor
