#pragma once

#include "robot_files/mjcf/pose.hpp"

namespace torsor::mjcf {

/// A joint or geom of a body, and how the <frame> elements around it stand in the body.
struct Part {
  const Element* element;
  Transform<double> frame;
  int inherited;  // the childclass around it
};

/// A body with what belongs to it; <frame> elements are gone.
struct Body {
  const Element* element = nullptr;
  int parent = -1;  // a place in the list of bodies; -1 is the world
  Transform<double> pose;
  std::string name;
  std::vector<Part> joints, geoms;
  const Element* inertial = nullptr;
  bool moves = false;  // it or a body before it has a joint
  double lift = 0;     // the part of its weight that gravcomp carries
};

/// A site, and the body that it is fixed to.
struct Site {
  Part part;
  int body;
};

/// All bodies, parents first, in the order of the file, as MuJoCo numbers them; and the sites.
std::vector<Body> read_bodies(const Element& root, const Defaults& defaults, const Settings& settings, Report& report,
                              std::vector<Site>& sites);

}  // namespace torsor::mjcf
