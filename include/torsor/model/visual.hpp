#pragma once

#include <array>
#include <string>

namespace torsor::described {

/// A shape that a link is drawn with or collides with. No algorithm reads it: it goes from one robot file to the next.
struct Visual {
  enum class Kind { box, ellipsoid, cylinder, capsule, sphere, mesh, unknown };
  std::string link;        // or the base; empty for what stands beside the links: the materials of a URDF
  bool collision = false;  // or else only drawn
  Kind kind = Kind::unknown;
  std::array<double, 3> size{};  // box: sides; ellipsoid: half axes; cylinder, capsule (along z): radius, length;
                                 // sphere: radius; mesh: factors along x, y, z
  std::string file;              // of a mesh, as written
  std::array<double, 3> xyz{}, rpy{};
  std::string color;  // red, green, blue, alpha between blanks, or nothing
  std::string urdf;   // the whole element, where a URDF has it
};

}  // namespace torsor::described
