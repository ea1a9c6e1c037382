#pragma once

namespace torsor::io {

/// How a URDF or MJCF file becomes a robot, where there is a choice.
struct XmlRobotOptions {
  bool free_mimic = false;    // joints that follow others move on their own
  bool free_base = false;     // the base floats
  bool ignore_geoms = false;  // shapes give no mass
};

}  // namespace torsor::io
