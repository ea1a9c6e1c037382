#include "robot_files/urdf/write_visual.hpp"

#include "robot_files/plain_robot.hpp"

namespace torsor {
namespace {

using described::Visual;
using Tag = xml::Writer::Element;

Vector3<double> vector_of(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

void write_shape(const Visual& visual, xml::Writer& xml) {
  using enum Visual::Kind;
  const Tag geometry(xml, "geometry");
  switch (visual.kind) {
    case box:
      Tag(xml, "box").vector("size", vector_of(visual.size));
      break;
    case cylinder:
      Tag(xml, "cylinder").number("radius", visual.size[0]).number("length", visual.size[1]);
      break;
    case sphere:
      Tag(xml, "sphere").number("radius", visual.size[0]);
      break;
    default: {
      Tag mesh(xml, "mesh");
      mesh.text("filename", visual.file);
      if (visual.size != std::array<double, 3>{1, 1, 1}) mesh.vector("scale", vector_of(visual.size));
    }
  }
}

void write_one(const Visual& visual, xml::Writer& xml) {
  const Tag whole(xml, visual.collision ? "collision" : "visual");
  const Vector3<double> xyz = vector_of(visual.xyz), rpy = vector_of(visual.rpy);
  if (visual.xyz != std::array<double, 3>{} || visual.rpy != std::array<double, 3>{})
    Tag(xml, "origin").vector("xyz", xyz).vector("rpy", rpy);
  write_shape(visual, xml);
  if (visual.collision || visual.color.empty()) return;
  Tag material(xml, "material");
  material.text("name", "");
  Tag(xml, "color").text("rgba", visual.color);
}

/// A capsule is a cylinder between two balls.
void write_capsule(Visual visual, xml::Writer& xml) {
  visual.kind = Visual::Kind::cylinder;
  write_one(visual, xml);
  visual.kind = Visual::Kind::sphere;
  const Vector3<double> along = rotation_of(vector_of(visual.rpy)) * Vector3<double>{0, 0, visual.size[1] / 2};
  for (const double side : {-1.0, 1.0}) {
    const Vector3<double> end = vector_of(visual.xyz) + side * along;
    Visual ball = visual;
    ball.xyz = {end.x, end.y, end.z};
    write_one(ball, xml);
  }
}

}  // namespace

bool write_urdf_visual(const Visual& visual, xml::Writer& xml) {
  using enum Visual::Kind;
  if (!visual.urdf.empty())
    xml.lines(visual.urdf);
  else if (visual.kind == capsule)
    write_capsule(visual, xml);
  else if (visual.kind == unknown || visual.kind == ellipsoid)
    return false;
  else
    write_one(visual, xml);
  return true;
}

}  // namespace torsor
