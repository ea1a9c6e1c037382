#pragma once

#include "robot_files/mjcf/bodies.hpp"

namespace torsor::mjcf {

/// What the reading of one file shares.
struct Context {
  const XmlRobotOptions& options;
  const Settings& settings;
  const Defaults& defaults;
  Report& report;
};

/// A geom as a uniform solid in the body's frame. Nothing for one without mass, and, after a finding where it matters,
/// for one whose mass is not known here.
std::optional<described::Shape> read_geom(const Part& part, bool moves, const Context& context);

/// The mass of a body: from its inertial, or from its geoms as `inertiafromgeom` has it.
described::MassProperties read_mass(const Body& body, const Context& context);

/// The mass in numbers.
double total_mass(const described::MassProperties& mass);

}  // namespace torsor::mjcf
