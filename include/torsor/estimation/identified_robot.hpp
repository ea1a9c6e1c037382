#pragma once

#include "torsor/estimation/identification.hpp"
#include "torsor/model/description.hpp"

namespace torsor {

/// The user's robot with the physically consistent parameters of an identification and the shape of friction that it
/// found, as it would be written (model/described_parameters.hpp).
Description identified_robot(Description robot, const Identification& result);

}  // namespace torsor
