#pragma once

#include <span>

namespace torsor {

/// A half plane u * at.u + x * at.x <= bound, with (u, x) of length 1.
struct HalfPlane {
  double u = 0, x = 0, bound = 0;
};

struct PlanePoint {
  double u = 0, x = 0;
};

/// A rectangle, its sides parallel to the axes.
struct PlaneBox {
  double u_low, u_high, x_low, x_high;
};

/// The point of a box and of half planes in which goal.u * u + goal.x * x is largest; false where they have no common
/// point, beyond what rounding explains. A half plane that cuts the best point so far off has the new one on its
/// border: a search along a line. [Seidel 1991]
bool maximise(std::span<const HalfPlane> planes, const PlaneBox& box, const PlanePoint& goal, PlanePoint& best);

}  // namespace torsor
