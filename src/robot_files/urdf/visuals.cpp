#include "robot_files/urdf/visuals.hpp"

#include <map>
#include <sstream>
#include <string_view>

#include "robot_files/xml/document.hpp"

namespace torsor::urdf {
namespace {

using described::Visual;

std::string text_of(const pugi::xml_node& node, unsigned depth) {
  std::ostringstream text;
  node.print(text, "  ", pugi::format_indent, pugi::encoding_utf8, depth);
  return text.str();
}

/// The numbers of an attribute, or else zeros.
std::array<double, 3> three(const pugi::xml_node& node, const char* attribute) {
  std::array<double, 3> result{};
  if (xml::read_numbers(node.attribute(attribute).value(), result) != 3) result = {};
  return result;
}
bool is_number(const pugi::xml_node& node, const char* attribute, double& number) {
  return xml::read_numbers(node.attribute(attribute).value(), {&number, 1}) == 1;
}

void read_geometry(const pugi::xml_node& shape, Visual& visual) {
  using enum Visual::Kind;
  const std::string_view name = shape.name();
  auto& size = visual.size;
  if (name == "mesh") {
    visual.file = shape.attribute("filename").value();
    size = shape.attribute("scale") ? three(shape, "scale") : std::array<double, 3>{1, 1, 1};
    if (!visual.file.empty()) visual.kind = mesh;
  } else if (name == "box") {
    if (xml::read_numbers(shape.attribute("size").value(), size) == 3) visual.kind = box;
  } else if (name == "sphere") {
    if (is_number(shape, "radius", size[0])) visual.kind = sphere;
  } else if (name == "cylinder" || name == "capsule") {
    if (is_number(shape, "radius", size[0]) && is_number(shape, "length", size[1]))
      visual.kind = name == "cylinder" ? cylinder : capsule;
  }
}

}  // namespace

std::vector<Visual> read_visuals(const pugi::xml_node& robot) {
  std::vector<Visual> result;
  std::map<std::string, std::string, std::less<>> colors;
  for (const pugi::xml_node& material : robot.children("material")) {
    colors[material.attribute("name").value()] = material.child("color").attribute("rgba").value();
    result.emplace_back().urdf = text_of(material, 1);
  }
  for (const pugi::xml_node& link : robot.children("link"))
    for (const pugi::xml_node& node : link.children()) {
      const std::string_view kind = node.name();
      if (kind != "visual" && kind != "collision") continue;
      Visual& visual = result.emplace_back();
      visual.link = link.attribute("name").value();
      visual.collision = kind == "collision";
      visual.xyz = three(node.child("origin"), "xyz");
      visual.rpy = three(node.child("origin"), "rpy");
      visual.urdf = text_of(node, 2);
      read_geometry(node.child("geometry").first_child(), visual);
      const pugi::xml_node material = node.child("material");
      visual.color = material.child("color").attribute("rgba").value();
      if (visual.color.empty()) visual.color = colors[material.attribute("name").value()];
    }
  return result;
}

}  // namespace torsor::urdf
