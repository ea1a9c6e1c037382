#pragma once

#include "robot_files/mjcf/attributes.hpp"

namespace torsor::mjcf {

/// What <compiler> and <option> say, as far as it concerns the dynamics.
struct Settings {
  enum class FromGeoms { automatic, always, never };

  double angle = 3.141592653589793 / 180;  // radians in a written angle: MJCF means degrees unless it says otherwise
  std::string euler_sequence = "xyz";
  FromGeoms inertia_from_geoms = FromGeoms::automatic;
  double first_group = 0, last_group = 5;  // of the geoms that count
  bool limits_from_range = true;
  double least_mass = 0, least_inertia = 0;
  bool balance_inertia = false;  // moments that no body has become their mean
  double total_mass = 0;         // of all bodies; 0 leaves them as they are
  Vector3<double> gravity{0.0, 0.0, -9.81};
};

Settings read_settings(const Element& root, Report& report);

}  // namespace torsor::mjcf
