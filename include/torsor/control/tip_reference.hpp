#pragma once

#include <array>

#include "torsor/spatial/motion_force.hpp"

namespace torsor {

/// Where a frame should be at an instant, and how it should move: vectors in base axes, of the frame's origin.
template <Scalar S>
struct TipReference {
  Transform<S> pose;
  Motion<S> velocity{}, acceleration{};
};

/// Six numbers for the directions of a frame: x y z, then the turns about them.
template <Scalar S>
using SixNumbers = std::array<S, 6>;

/// How far a pose is from the wanted one: the way, and the axis of the turn times the sine of its angle, as half the
/// sum of the products of the axes. [Siciliano et al. 2009, 3.7.3]
template <Scalar S>
SixNumbers<S> pose_error(const Transform<S>& wanted, const Transform<S>& found) {
  const Vector3<S> way = wanted.p - found.p;
  const Matrix3<S> turn = wanted.R * transpose(found.R);
  const S half(0.5);
  return {way.x, way.y, way.z, half * (turn.zy - turn.yz), half * (turn.xz - turn.zx), half * (turn.yx - turn.xy)};
}

}  // namespace torsor
