#include "lint/link_boxes.hpp"

#include "robot_files/xml/document.hpp"

namespace torsor::lint {
namespace {

using Vector = Eigen::Vector3d;

std::vector<double> numbers(const pugi::xml_node& node, const char* attribute) {
  return xml::numbers(node.attribute(attribute).value()).value_or(std::vector<double>{});
}
Vector three(const pugi::xml_node& node, const char* attribute) {
  const std::vector<double> values = numbers(node, attribute);
  return values.size() == 3 ? Vector(values[0], values[1], values[2]) : Vector::Zero();
}
double one(const pugi::xml_node& node, const char* attribute) {
  const std::vector<double> values = numbers(node, attribute);
  return values.size() == 1 ? values[0] : 0;
}

/// Half of the sides of a box around the shape, or nothing for a mesh.
std::optional<Vector> half_size(const pugi::xml_node& geometry) {
  if (const pugi::xml_node box = geometry.child("box")) return 0.5 * three(box, "size");
  if (const pugi::xml_node sphere = geometry.child("sphere")) return Vector::Constant(one(sphere, "radius"));
  for (const char* name : {"cylinder", "capsule"})
    if (const pugi::xml_node round = geometry.child(name)) {
      const double radius = one(round, "radius");
      return Vector(radius, radius, 0.5 * one(round, "length") + (name[1] == 'a' ? radius : 0));
    }
  return {};
}

Eigen::AlignedBox3d around(const Vector& half, const pugi::xml_node& origin) {
  const Vector rpy = three(origin, "rpy");
  const Eigen::Matrix3d R = (Eigen::AngleAxisd(rpy[2], Vector::UnitZ()) * Eigen::AngleAxisd(rpy[1], Vector::UnitY()) *
                             Eigen::AngleAxisd(rpy[0], Vector::UnitX()))
                                .toRotationMatrix();
  const Vector reach = R.cwiseAbs() * half, center = three(origin, "xyz");
  return {Vector(center - reach), Vector(center + reach)};
}

std::optional<Eigen::AlignedBox3d> box_of(const pugi::xml_node& link) {
  Eigen::AlignedBox3d result;
  for (const pugi::xml_node part : link.children()) {
    const std::string_view name = part.name();
    if (name != "visual" && name != "collision") continue;
    const auto half = half_size(part.child("geometry"));
    if (!half) return {};
    result.extend(around(*half, part.child("origin")));
  }
  if (result.isEmpty()) return {};
  return result;
}

}  // namespace

std::map<std::string, Eigen::AlignedBox3d> link_boxes(std::string_view urdf) {
  std::vector<Finding> ignored;
  const xml::Document document(std::string(urdf), "", ignored);
  std::map<std::string, Eigen::AlignedBox3d> result;
  for (const pugi::xml_node link : document.root().children("link"))
    if (const auto box = box_of(link)) result.emplace(link.attribute("name").value(), *box);
  return result;
}

}  // namespace torsor::lint
