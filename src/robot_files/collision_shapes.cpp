#include "robot_files/collision_shapes.hpp"

#include <cmath>

#include "torsor/model/evaluator.hpp"
#include "torsor/spatial/align.hpp"

namespace torsor {
namespace {

using described::Visual;

std::array<double, 3> entries(const Vector3<double>& v) { return {v.x, v.y, v.z}; }

Visual shape_of(const std::string& link, const Vector3<double>& from, const Vector3<double>& to, double radius) {
  Visual shape;
  shape.link = link, shape.collision = true;
  const Vector3<double> along = to - from;
  const double length = std::sqrt(dot(along, along));
  shape.kind = length > 0 ? Visual::Kind::capsule : Visual::Kind::sphere;
  shape.size = {radius, length, 0};
  shape.xyz = entries(0.5 * (from + to));
  if (length > 0) shape.rpy = entries(roll_pitch_yaw(align_z(along)));
  return shape;
}

}  // namespace

std::vector<Visual> shapes_with_capsules(const Description& robot, const PlainRobot& plain) {
  std::vector<Visual> shapes = robot.visuals;
  const Evaluator<double> values(robot);
  const auto add = [&](const std::string& link, const described::Capsule& capsule, const Transform<double>& frame) {
    shapes.push_back(shape_of(link, frame * values.vector(capsule.from), frame * values.vector(capsule.to),
                              values.value(capsule.radius)));
  };
  for (const described::Capsule& capsule : robot.base_capsules) add(robot.base_name, capsule, Transform<double>{});
  for (const PlainLink& link : plain.links) {
    if (link.written == nullptr) continue;
    for (const described::Capsule& capsule : link.written->capsules) add(link.name, capsule, transform(link.own_frame));
  }
  return shapes;
}

}  // namespace torsor
