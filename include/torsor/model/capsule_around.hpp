#pragma once

#include "torsor/model/description.hpp"

namespace torsor {

/// Whether a shape has an extent that is known here: a mesh has to be opened first (`open_collision_meshes`).
bool has_extent(const described::Visual& shape);

/// The capsule around a shape that has an extent, in the frame of its link: along its longest side.
described::Capsule capsule_around(const described::Visual& shape);

}  // namespace torsor
