#pragma once

#include "torsor/experiments/capsules.hpp"
#include "torsor/model/description.hpp"

namespace torsor {

/// Capsules around the collision shapes that were read with a robot: shapes of URDF and MJCF
/// (XmlRobotOptions::visuals). `notes` says which shapes have none: a mesh is not opened. `model` is built from the
/// description.
std::vector<Capsule> link_capsules(const Description& robot, const Model<double>& model,
                                   std::vector<std::string>& notes);

/// The capsule around a shape, in the frame of its link: along its longest side.
Capsule capsule_around(const described::Visual& shape);

}  // namespace torsor
