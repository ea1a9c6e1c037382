#pragma once

#include "robot_files/xml/text.hpp"
#include "torsor/model/visual.hpp"

namespace torsor {

/// Writes a visual or collision; false, and nothing written, where URDF has no such shape.
bool write_urdf_visual(const described::Visual& visual, xml::Writer& xml);

}  // namespace torsor
