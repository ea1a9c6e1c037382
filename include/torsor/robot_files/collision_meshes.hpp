#pragma once

#include <filesystem>

#include "torsor/model/description.hpp"

namespace torsor {

/// Opens the meshes (STL, OBJ) that links collide with, and puts the capsule around its points in the place of each.
/// Paths are relative to `folder`, that of the robot file; package://name/... is looked for in the folders above it and
/// in those of ROS_PACKAGE_PATH. A mesh that cannot be opened stays one, and `notes` says why.
void open_collision_meshes(Description& robot, const std::filesystem::path& folder, std::vector<std::string>& notes);

/// The capsule of least volume along one of the principal axes of some points, as a shape of kind capsule.
described::Visual capsule_of_points(const std::vector<std::array<double, 3>>& points);

}  // namespace torsor
