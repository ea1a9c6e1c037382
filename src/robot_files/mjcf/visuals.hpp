#pragma once

#include "robot_files/mjcf/mass.hpp"

namespace torsor::mjcf {

/// The geoms of the bodies, as they are drawn; what is only MuJoCo's (planes, fitted shapes) is of unknown kind.
std::vector<described::Visual> read_visuals(const Element& root, const std::vector<Body>& bodies,
                                            const Context& context);

}  // namespace torsor::mjcf
