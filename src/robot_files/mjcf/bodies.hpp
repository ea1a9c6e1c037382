#pragma once

#include "robot_files/mjcf/pose.hpp"

namespace torsor {

/// A joint or geom of a body, and how the <frame> elements around it stand in the body.
struct MjcfPart {
  const MjcfElement* element;
  Transform<double> frame;
  int inherited;  // the childclass around it
};

/// A body with what belongs to it; <frame> elements are gone.
struct MjcfBody {
  const MjcfElement* element = nullptr;
  int parent = -1;  // a place in the list of bodies; -1 is the world
  Transform<double> pose;
  std::string name;
  std::vector<MjcfPart> joints, geoms;
  const MjcfElement* inertial = nullptr;
  bool moves = false;  // it or a body before it has a joint
};

/// All bodies, parents first, in the order of the file, as MuJoCo numbers them.
std::vector<MjcfBody> read_bodies(const MjcfElement& root, const MjcfDefaults& defaults, const MjcfSettings& settings,
                                  MjcfReport& report);

}  // namespace torsor
