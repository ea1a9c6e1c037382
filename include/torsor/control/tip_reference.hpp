#pragma once

#include <array>

#include "torsor/core/numbers.hpp"
#include "torsor/spatial/motion_force.hpp"

namespace torsor {

/// Where a frame should be at an instant, and how it should move: vectors in base axes, of the frame's origin.
template <Scalar S>
struct TipReference {
  Transform<S> pose;
  Motion<S> velocity{}, acceleration{};
  Input<S> q{}, qd{}, qdd{};  // of the joints, which they follow as far as the frame does not feel it; or none
};

/// Six numbers for the directions of a frame: x y z, then the turns about them.
template <Scalar S>
using SixNumbers = std::array<S, 6>;

/// What the joints of an arm do beside its frame: errors of theirs that it does not feel fade as e'' + D e' + K e = 0.
struct NullSpaceGains {
  double stiffness = 0, damping = 0;  // 1/s^2 and 1/s
};

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
