#include "torsor/experiments/link_capsules.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "torsor/core/counted.hpp"
#include "torsor/spatial/roll_pitch_yaw.hpp"

namespace torsor {
namespace {

using described::Visual;

/// From the frame of a link to that of the body it is part of.
Capsule on_body(const Model<double>& model, const std::string& link, Capsule capsule) {
  const Frame<double>& frame = model.frames[std::max(0, find_frame(model, link))];
  capsule.link = link, capsule.body = frame.body;
  capsule.from = frame.pose * capsule.from, capsule.to = frame.pose * capsule.to;
  return capsule;
}

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

}  // namespace

Capsule capsule_around(const Visual& shape) {
  const Extent extent = extent_of(shape);
  Vector3<double> half{};
  (extent.along == 0 ? half.x : extent.along == 1 ? half.y : half.z) = extent.half;
  const Transform<double> pose{rotation_of_roll_pitch_yaw(shape.rpy[0], shape.rpy[1], shape.rpy[2]),
                               {shape.xyz[0], shape.xyz[1], shape.xyz[2]}};
  return {shape.link, 0, pose * -half, pose * half, extent.radius};
}

std::vector<Capsule> link_capsules(const Description& robot, const Model<double>& model,
                                   std::vector<std::string>& notes) {
  std::vector<Capsule> result;
  std::map<std::string, int> without;
  for (const Visual& shape : robot.visuals) {
    if (!shape.collision || shape.link.empty()) continue;
    if (shape.kind == Visual::Kind::mesh || shape.kind == Visual::Kind::unknown)
      ++without[shape.link];
    else
      result.push_back(on_body(model, shape.link, capsule_around(shape)));
  }
  for (const auto& [link, count] : without)
    notes.push_back("no capsule around " + counted(count, "collision mesh", "collision meshes") + " of " + link);
  return result;
}

}  // namespace torsor
