#include "torsor/estimation/link_geometry.hpp"

#include <algorithm>

namespace torsor {
namespace {

using Eigen::Vector3d;

constexpr double shortest = 0.08, margin = 0.1;  // m

Vector3d of(const Vector3<double>& p) { return {p.x, p.y, p.z}; }

/// Distance of a point from the line between the origin and `end`.
double distance(const Vector3d& point, const Vector3d& end) {
  const double square = end.squaredNorm();
  const double along = square > 0 ? std::clamp(point.dot(end) / square, 0.0, 1.0) : 0;
  return (point - along * end).norm();
}

}  // namespace

LinkReach link_reach(const Model<double>& model, int body) {
  LinkReach reach;
  for (int other = 1; other < model.body_count(); ++other)
    if (model.bodies[other].parent == body) reach.ends.push_back(of(model.bodies[other].placement.p));
  if (reach.ends.empty())
    for (const Frame<double>& frame : model.frames)
      if (frame.body == body) reach.ends.push_back(of(frame.pose.p));
  reach.length = shortest;
  for (const Vector3d& end : reach.ends) reach.length = std::max(reach.length, end.norm());
  return reach;
}

double outside_of_link(const Model<double>& model, int body, const Vector3d& centre) {
  const LinkReach reach = link_reach(model, body);
  double nearest = centre.norm();
  for (const Vector3d& end : reach.ends) nearest = std::min(nearest, distance(centre, end));
  return nearest - 0.5 * reach.length - margin;
}

}  // namespace torsor
