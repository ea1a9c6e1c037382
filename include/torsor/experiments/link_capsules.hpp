#pragma once

#include "torsor/experiments/capsules.hpp"
#include "torsor/model/description.hpp"

namespace torsor {

/// The capsules that a robot file names, and capsules around the collision shapes that were read with a robot: shapes
/// of URDF and MJCF (XmlRobotOptions::visuals). `notes` says which shapes have none: meshes that were not opened
/// (`open_collision_meshes`). `model` is built from the description.
std::vector<Capsule> link_capsules(const Description& robot, const Model<double>& model,
                                   std::vector<std::string>& notes);

}  // namespace torsor
