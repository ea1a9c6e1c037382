#pragma once

#include <filesystem>

#include "torsor/model/description.hpp"

namespace torsor {

/// Meshes that are named relative to the folder `from` are named relative to `to`, where a file is to be written.
/// Absolute paths and addresses such as package://... stay.
void move_mesh_paths(Description& robot, const std::filesystem::path& from, const std::filesystem::path& to);

/// The file behind a name that URDF or MJCF has for a mesh, or nothing: relative to `folder`, that of the robot file;
/// package://name/... is looked for in the folders above it and in those of ROS_PACKAGE_PATH.
std::filesystem::path find_mesh(const std::string& name, const std::filesystem::path& folder);

}  // namespace torsor
