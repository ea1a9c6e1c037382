#include "robot_files/mjcf/write_geoms.hpp"

#include <algorithm>
#include <filesystem>

namespace torsor::mjcf {
namespace {

using described::Visual;

Vector3<double> vector_of(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

/// The path behind file:// or package://, which MuJoCo does not know.
std::string plain_path(const std::string& file) {
  for (const char* scheme : {"file://", "package://", "model://"})
    if (file.starts_with(scheme)) return file.substr(std::string_view(scheme).size());
  return file;
}

bool reads_meshes_of(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  for (char& c : ending) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return ending == ".stl" || ending == ".obj" || ending == ".msh";
}

const char* geom_type(Visual::Kind kind) {
  using enum Visual::Kind;
  return kind == box         ? "box"
         : kind == ellipsoid ? "ellipsoid"
         : kind == cylinder  ? "cylinder"
         : kind == capsule   ? "capsule"
         : kind == sphere    ? "sphere"
                             : "mesh";
}

/// MJCF has halves of sides and lengths.
std::string size_text(const Visual& visual) {
  using enum Visual::Kind;
  const auto& s = visual.size;
  if (visual.kind == sphere) return number_text(s[0]);
  if (visual.kind == box) return xml::vector_text({s[0] / 2, s[1] / 2, s[2] / 2});
  if (visual.kind == ellipsoid) return xml::vector_text(vector_of(s));
  return number_text(s[0]) + " " + number_text(s[1] / 2);
}

}  // namespace

Geoms::Geoms(std::vector<Visual> shapes, std::vector<Loss>& losses) : shapes_(std::move(shapes)) {
  for (const Visual& visual : shapes_) {
    if (visual.link.empty()) continue;  // a material: its colour is in the shapes
    const std::string path = plain_path(visual.file);
    if (visual.kind == Visual::Kind::unknown) {
      losses.push_back({"link " + visual.link, "visual or collision shape", "MJCF has none of this kind", false});
    } else if (visual.kind != Visual::Kind::mesh) {
      geoms_.push_back({&visual, ""});
    } else if (!reads_meshes_of(path)) {
      losses.push_back({"mesh " + path, "shape", "MuJoCo reads .stl, .obj and .msh only", false});
    } else {
      geoms_.push_back({&visual, mesh_name(visual, path)});
      if (path != visual.file)
        losses.push_back(
            {"mesh " + path, "package", "MJCF has paths beside the file only; written is this one", false});
    }
  }
}

std::string Geoms::mesh_name(const Visual& visual, const std::string& file) {
  const auto found = meshes_.find({file, visual.size});
  if (found != meshes_.end()) return found->second;
  std::string name = std::filesystem::path(file).stem().string();
  const auto taken = [&] {
    return std::any_of(meshes_.begin(), meshes_.end(), [&](const auto& mesh) { return mesh.second == name; });
  };
  while (taken()) name += '_';
  return meshes_[{file, visual.size}] = name;
}

void Geoms::write_assets(xml::Writer& xml) const {
  if (meshes_.empty()) return;
  const xml::Writer::Element asset(xml, "asset");
  for (const auto& [mesh, name] : meshes_) {
    xml::Writer::Element element(xml, "mesh");
    element.text("name", name).text("file", mesh.first);
    if (mesh.second != std::array<double, 3>{1, 1, 1}) element.vector("scale", vector_of(mesh.second));
  }
}

void Geoms::write_of(const std::string& link, xml::Writer& xml) const {
  for (const auto& [visual, mesh] : geoms_) {
    if (visual->link != link) continue;
    xml::Writer::Element geom(xml, "geom");
    geom.text("type", geom_type(visual->kind));
    if (mesh.empty())
      geom.text("size", size_text(*visual));
    else
      geom.text("mesh", mesh);
    if (visual->xyz != std::array<double, 3>{}) geom.vector("pos", vector_of(visual->xyz));
    if (visual->rpy != std::array<double, 3>{}) geom.vector("euler", vector_of(visual->rpy));
    // the groups that MuJoCo's viewer and most of its robots have for the one and the other
    geom.text("group", visual->collision ? "3" : "2");
    if (!visual->collision) geom.text("contype", "0").text("conaffinity", "0");
    if (!visual->color.empty()) geom.text("rgba", visual->color);
  }
}

}  // namespace torsor::mjcf
