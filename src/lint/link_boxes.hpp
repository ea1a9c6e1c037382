#pragma once

#include <Eigen/Geometry>
#include <map>
#include <string>
#include <string_view>

namespace torsor::lint {

/// The boxes around the shapes of the links of a URDF file, visual and collision, in the links' frames. Links with a
/// mesh are left out: how large it is stands in another file.
std::map<std::string, Eigen::AlignedBox3d> link_boxes(std::string_view urdf);

}  // namespace torsor::lint
