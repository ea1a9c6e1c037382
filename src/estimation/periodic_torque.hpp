#pragma once

#include <vector>

#include "torsor/model/description.hpp"
#include "torsor/model/model.hpp"

/// A torque that comes back with every turn of a joint, as that of a counterweight, a gas spring or a bundle of cables.
/// In the robot it is a coupling of that joint alone, with sine and cosine.
namespace torsor {

/// The robot with such couplings, behind all others, of the joints that are true in `wanted`. Their sizes are next to
/// nothing, until they are known.
Description with_periodic_torque(Description robot, const std::vector<bool>& wanted);

/// By velocity: whether it is that of a joint that turns, and of no other.
std::vector<bool> joints_that_turn(const Model<double>& model);

}  // namespace torsor
