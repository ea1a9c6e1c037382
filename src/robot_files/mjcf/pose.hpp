#pragma once

#include "robot_files/described_pose.hpp"
#include "robot_files/mjcf/settings.hpp"

namespace torsor::mjcf {

/// The orientation that quat, axisangle, xyaxes, zaxis or euler give; the identity where there is none of them.
Matrix3<double> read_orientation(const Attributes& attributes, const Settings& settings);

/// pos and orientation.
Transform<double> read_pose(const Attributes& attributes, const Settings& settings);

/// Whether an orientation is written, in the element or in its defaults.
bool has_orientation(const Attributes& attributes);

/// Rotation about a unit vector.
Matrix3<double> rotation_about(const Vector3<double>& axis, double angle);

/// The smallest rotation that takes z to the direction of `axis`, which is not zero.
Matrix3<double> rotation_from_z(const Vector3<double>& axis);

double length(const Vector3<double>& v);

}  // namespace torsor::mjcf
