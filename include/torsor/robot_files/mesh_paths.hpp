#pragma once

#include <filesystem>

#include "torsor/model/description.hpp"

namespace torsor {

/// Meshes that are named relative to the folder `from` are named relative to `to`, where a file is to be written.
/// Absolute paths and addresses such as package://... stay.
void move_mesh_paths(Description& robot, const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace torsor
