#pragma once

#include <vector>

#include "torsor/core/numbers.hpp"
#include "torsor/model/conditions.hpp"
#include "torsor/spatial/motion_force.hpp"

namespace torsor {

/// What the parent passes to each link, by body: force and moment about the joint's origin, in the joint's own proximal
/// frame, z along its axis. The first is what the ground passes to the base. Friction and springs act inside the joints
/// and have no part in it.
std::vector<Force<double>> bearing_loads(const Model<double>& model, Input<double> q, Input<double> qd,
                                         Input<double> qdd, const Conditions<double>& conditions);

}  // namespace torsor
