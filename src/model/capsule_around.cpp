#include "torsor/model/capsule_around.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/spatial/roll_pitch_yaw.hpp"

namespace torsor {
namespace {

using described::Visual;

/// Half of the length along x, y or z (0, 1, 2), and how far the shape reaches across it.
struct Extent {
  int along = 2;
  double half = 0, radius = 0;
};
Extent extent_of(const Visual& shape) {
  using enum Visual::Kind;
  const auto& size = shape.size;
  if (shape.kind == sphere) return {2, 0, size[0]};
  if (shape.kind == cylinder || shape.kind == capsule) return {2, size[1] / 2, size[0]};
  const auto longest = static_cast<int>(std::ranges::max_element(size) - size.begin());
  const double a = size[(longest + 1) % 3], b = size[(longest + 2) % 3];
  if (shape.kind == ellipsoid) return {longest, size[longest] - std::max(a, b) / 2, std::max(a, b)};
  return {longest, size[longest] / 2, std::hypot(a, b) / 2};
}

described::Triple quantities(const Vector3<double>& v) { return {v.x, v.y, v.z}; }

}  // namespace

bool has_extent(const Visual& shape) { return shape.kind != Visual::Kind::mesh && shape.kind != Visual::Kind::unknown; }

described::Capsule capsule_around(const Visual& shape) {
  const Extent extent = extent_of(shape);
  Vector3<double> half{};
  (extent.along == 0 ? half.x : extent.along == 1 ? half.y : half.z) = extent.half;
  const Transform<double> pose{rotation_of_roll_pitch_yaw(shape.rpy[0], shape.rpy[1], shape.rpy[2]),
                               {shape.xyz[0], shape.xyz[1], shape.xyz[2]}};
  return {quantities(pose * -half), quantities(pose * half), extent.radius};
}

}  // namespace torsor
