#pragma once

#include <map>

#include "robot_files/xml/text.hpp"
#include "torsor/model/description.hpp"
#include "torsor/robot_files/written_robot.hpp"

namespace torsor::mjcf {

/// The shapes of a robot as geoms, which give no mass, and the meshes that these name.
class Geoms {
 public:
  /// Adds what MuJoCo does not have to `losses`.
  Geoms(std::vector<described::Visual> shapes, std::vector<Loss>& losses);

  bool empty() const { return geoms_.empty(); }
  void write_assets(xml::Writer& xml) const;
  void write_of(const std::string& link, xml::Writer& xml) const;

 private:
  struct Geom {
    const described::Visual* visual;
    std::string mesh;  // its name in <asset>
  };
  using Mesh = std::pair<std::string, std::array<double, 3>>;  // file, scale
  std::string mesh_name(const described::Visual& visual, const std::string& file);

  std::vector<described::Visual> shapes_;
  std::vector<Geom> geoms_;
  std::map<Mesh, std::string> meshes_;
};

}  // namespace torsor::mjcf
