#pragma once

#include <string>
#include <vector>

#include "robot_files/urdf/element.hpp"

namespace torsor::urdf {

struct Link {
  std::string name;
  described::MassProperties mass;
  Location where;
};

struct Joint {
  enum class Kind { fixed, revolute, continuous, prismatic, planar, floating };
  std::string name, parent, child;
  Kind kind = Kind::fixed;
  described::Pose origin;
  std::array<double, 3> axis{1, 0, 0};  // of length 1
  Location axis_where;
  described::Limits limits;
  std::optional<described::Friction> friction;
  std::optional<described::Mimic> mimic;
  Location where;
  Location parent_where, child_where;

  /// One position, one velocity.
  bool single() const { return kind == Kind::revolute || kind == Kind::continuous || kind == Kind::prismatic; }
};

/// The elements of a URDF file, in its order and not yet put together.
struct Parts {
  std::string name;
  std::vector<Link> links;
  std::vector<Joint> joints;
};

Link read_link(const Element& element, const std::string& name);
/// Nothing after an error that leaves no joint.
std::optional<Joint> read_joint(const Element& element, const std::string& name);

/// All that stands directly in <robot>.
Parts read_parts(Log& log, pugi::xml_node robot);

}  // namespace torsor::urdf
