#pragma once

#include <pugixml.hpp>

#include "torsor/model/description.hpp"

namespace torsor::urdf {

/// Visuals, collisions and materials of <robot>. What cannot be made out is of unknown kind and has only its text.
std::vector<described::Visual> read_visuals(const pugi::xml_node& robot);

}  // namespace torsor::urdf
