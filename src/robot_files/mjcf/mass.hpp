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

/// The half sizes of a geom, and where it stands in the body or frame around it.
struct Solid {
  Vector3<double> half;
  Transform<double> pose;
};

/// Size and place of a geom of that type, by `size` or by the ends of its axis; nothing after a finding.
std::optional<Solid> read_solid(const Attributes& geom, const std::string& type, const Context& context);

/// A geom as a uniform solid in the body's frame. Nothing for one without mass, and, after a finding where it matters,
/// for one whose mass is not known here.
std::optional<described::Shape> read_geom(const Part& part, bool moves, const Context& context);

/// The mass of a body: from its inertial, or from its geoms as `inertiafromgeom` has it.
described::MassProperties read_mass(const Body& body, const Context& context);

/// The mass in numbers.
double total_mass(const described::MassProperties& mass);

/// `settotalmass`: all masses and inertias by the factor that makes their sum `total`.
void scale_masses(double total, Description& robot);

}  // namespace torsor::mjcf
