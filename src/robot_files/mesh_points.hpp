#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace torsor {

using MeshPoints = std::vector<std::array<double, 3>>;

/// The corners of a mesh in an STL file (binary or text) or an OBJ file; or why there are none.
std::variant<MeshPoints, std::string> read_mesh_points(const std::filesystem::path& path);

}  // namespace torsor
