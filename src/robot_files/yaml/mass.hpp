#pragma once

#include "torsor/model/description.hpp"
#include "yaml/section.hpp"

namespace torsor::yaml {

ReferencePoint read_reference_point(const Value& value);

/// xyz and rpy, among other keys of a section.
described::Pose read_pose(Section& section);
/// The same as a section of its own.
described::Pose read_pose(const Value& value, const std::string& what);

/// The keys of a mass, wherever they stand: in a link, in the base or in a payload. `about` is the reference point of
/// the robot's inertias that name none. Where there is none either, this is told, and once: one is chosen then.
described::MassProperties read_mass(Section& section, std::optional<ReferencePoint>& about);

}  // namespace torsor::yaml
