#include "plane_program.hpp"

#include <cmath>
#include <limits>

namespace torsor {
namespace {

constexpr double program_tolerance = 1e-11;  // by which a point may lie outside, in units of the box

/// The part of a line that lies in half planes, from `low` to `high` along it; each end keeps how steeply its plane is
/// met, so that two ends in the wrong order can be told from rounding.
struct LinePart {
  PlanePoint from, along;
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  double low_slope = 1, high_slope = 1;
  bool empty = false;

  void cut(const HalfPlane& plane) {
    const double slope = plane.u * along.u + plane.x * along.x;
    const double room = plane.bound - plane.u * from.u - plane.x * from.x;
    if (std::abs(slope) < 1e-14) {
      empty |= room < -program_tolerance;
    } else if (slope > 0) {
      if (const double end = room / slope; end < high) high = end, high_slope = slope;
    } else if (const double end = room / slope; end > low) {
      low = end, low_slope = -slope;
    }
  }
  /// The end that is best; where the ends are in the wrong order by rounding alone, the place between them.
  bool best(double gain, PlanePoint& point) const {
    if (empty) return false;
    double at = gain > 0 ? high : gain < 0 ? low : std::isfinite(low) ? low : high;
    if (low > high) {
      at = (low * low_slope + high * high_slope) / (low_slope + high_slope);
      if ((low - at) * low_slope > program_tolerance || (at - high) * high_slope > program_tolerance) return false;
    }
    point = {from.u + at * along.u, from.x + at * along.x};
    return true;
  }
};

}  // namespace

bool maximise(std::span<const HalfPlane> planes, const PlaneBox& box, const PlanePoint& goal, PlanePoint& best) {
  const HalfPlane sides[4] = {{1, 0, box.u_high}, {-1, 0, -box.u_low}, {0, 1, box.x_high}, {0, -1, -box.x_low}};
  best = {goal.u > 0 ? box.u_high : box.u_low, goal.x > 0 ? box.x_high : box.x_low};
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const HalfPlane& plane = planes[i];
    if (plane.u * best.u + plane.x * best.x <= plane.bound + 1e-13) continue;
    LinePart line{.from = {plane.bound * plane.u, plane.bound * plane.x}, .along = {-plane.x, plane.u}};
    for (const HalfPlane& side : sides) line.cut(side);
    for (std::size_t k = 0; k < i; ++k) line.cut(planes[k]);
    if (!line.best(goal.u * line.along.u + goal.x * line.along.x, best)) return false;
  }
  return true;
}

}  // namespace torsor
