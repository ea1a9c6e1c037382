#pragma once

#include "kinematics/dh_geometry.hpp"

/// Numbers of a table as people write them.
namespace torsor::dh {

/// An angle: a multiple of 30 or 45 degrees where it is that within the tolerance, written `90deg`.
described::Quantity written_angle(double radians, const Tolerance& tolerance);
/// A length: 0 within the tolerance, and without the last digits of rounding; where lengths are taken as meant, six
/// digits within the tolerance.
described::Quantity written_length(double metres, const Tolerance& tolerance);
/// xyz and rpy.
described::Pose written_pose(const Pose& pose, const Tolerance& tolerance);
/// Mass, centre and inertia about it, in a frame that stands at `pose` in the one of `inertia`.
described::MassProperties written_mass(const Pose& pose, const Inertia<double>& inertia);

}  // namespace torsor::dh
