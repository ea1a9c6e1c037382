#include "robot_files/mjcf/visuals.hpp"

#include <filesystem>

namespace torsor::mjcf {
namespace {

using described::Visual;

/// Meshes and colours that geoms name.
class Assets {
 public:
  Assets(const Element& root, const Context& context) {
    for (const Element* section = root.first_child; section != nullptr; section = section->next)
      if (section->tag() == "compiler")
        for (const char* attribute : {"assetdir", "meshdir"})
          if (const char* folder = section->text(attribute)) folder_ = folder;
    for (const Element* section = root.first_child; section != nullptr; section = section->next)
      for (const Element* asset = section->first_child; section->tag() == "asset" && asset != nullptr;
           asset = asset->next)
        add({context.defaults.attributes(*asset, Defaults::main_class).layers(), context.report});
  }

  void find_mesh(const std::string& name, Visual& visual) const {
    const auto found = meshes_.find(name);
    if (found == meshes_.end()) return;
    visual.kind = Visual::Kind::mesh;
    visual.file = found->second.first;
    visual.size = found->second.second;
  }
  std::string color(const std::string& material) const {
    const auto found = colors_.find(material);
    return found == colors_.end() ? "" : found->second;
  }

 private:
  void add(const Attributes& asset) {
    const std::string name = asset.text("name"), file = asset.text("file");
    if (asset.element().tag() == "material") colors_[name] = asset.text("rgba");
    if (asset.element().tag() != "mesh" || file.empty()) return;
    const std::filesystem::path path = std::filesystem::path(folder_) / file;
    const Vector3<double> scale = asset.vector("scale", {1, 1, 1});
    meshes_[name.empty() ? path.stem().string() : name] = {path.generic_string(), {scale.x, scale.y, scale.z}};
  }

  std::string folder_;
  std::map<std::string, std::pair<std::string, std::array<double, 3>>, std::less<>> meshes_;
  std::map<std::string, std::string, std::less<>> colors_;
};

void read_shape(const Attributes& geom, const Part& part, const Context& context, Visual& visual) {
  const std::map<std::string_view, Visual::Kind> solid_kinds{{"sphere", Visual::Kind::sphere},
                                                             {"capsule", Visual::Kind::capsule},
                                                             {"cylinder", Visual::Kind::cylinder},
                                                             {"box", Visual::Kind::box},
                                                             {"ellipsoid", Visual::Kind::ellipsoid}};
  const std::string type = geom.has("type") ? geom.text("type") : "sphere";
  const auto kind = solid_kinds.find(type);
  std::optional<Solid> solid;
  if (kind != solid_kinds.end() && !geom.has("mesh")) solid = read_solid(geom, type, context);
  if (solid) {
    const Vector3<double>& half = solid->half;
    visual.kind = kind->second;
    visual.size = type == "box"         ? std::array{2 * half.x, 2 * half.y, 2 * half.z}
                  : type == "ellipsoid" ? std::array{half.x, half.y, half.z}
                                        : std::array{half.x, 2 * half.y, 0.0};
  }
  const Transform<double> pose = part.frame * (solid ? solid->pose : read_pose(geom, context.settings));
  const auto value = [](const described::Triple& t) {
    const auto number = [](const described::Quantity& quantity) {
      return evaluate<double>(quantity.expression, [](const std::string&) { return 0.0; });
    };
    return std::array{number(t[0]), number(t[1]), number(t[2])};
  };
  visual.xyz = value(described_vector(pose.p));
  visual.rpy = value(described_rotation(pose.R));
}

}  // namespace

std::vector<Visual> read_visuals(const Element& root, const std::vector<Body>& bodies, const Context& context) {
  std::vector<Finding> unused;  // a geom that gives no mass may be wrong: it is only drawn wrong
  Report report(unused);
  const Context quiet{context.options, context.settings, context.defaults, report};
  const Assets assets(root, quiet);
  std::vector<Visual> result;
  for (const Body& body : bodies)
    for (const Part& part : body.geoms) {
      const Attributes geom(quiet.defaults.attributes(*part.element, part.inherited).layers(), report);
      Visual& visual = result.emplace_back();
      visual.link = body.name;
      visual.collision = geom.text("contype") != "0" || geom.text("conaffinity") != "0";
      visual.color = geom.has("rgba") ? geom.text("rgba") : assets.color(geom.text("material"));
      read_shape(geom, part, quiet, visual);
      if (geom.text("type") == "mesh") assets.find_mesh(geom.text("mesh"), visual);
    }
  return result;
}

}  // namespace torsor::mjcf
