#pragma once

namespace torsor {

/// How a robot in XML (URDF, MJCF) is to be taken where the file leaves a choice.
struct XmlRobotOptions {
  bool free_mimic = false;    // joints that mimic others move on their own
  bool free_base = false;     // the root link floats in the world instead of being bolted to it
  bool ignore_geoms = false;  // MJCF: no mass from geoms
  bool visuals = false;       // shapes and meshes that links are drawn with are kept, for a file that is written
};

}  // namespace torsor
