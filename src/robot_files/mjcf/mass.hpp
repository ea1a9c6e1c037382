#pragma once

#include "robot_files/mjcf/bodies.hpp"

namespace torsor {

/// What the reading of one file shares.
struct MjcfContext {
  const XmlRobotOptions& options;
  const MjcfSettings& settings;
  const MjcfDefaults& defaults;
  MjcfReport& report;
};

/// A geom as a uniform solid in the body's frame. Nothing for one without mass, and, after a finding where it matters,
/// for one whose mass is not known here.
std::optional<described::Shape> read_geom(const MjcfPart& part, bool moves, const MjcfContext& context);

/// The mass of a body: from its inertial, or from its geoms as `inertiafromgeom` has it.
described::MassProperties read_mass(const MjcfBody& body, const MjcfContext& context);

/// The mass in numbers.
double total_mass(const described::MassProperties& mass);

}  // namespace torsor
