#pragma once

#include "robot_files/mjcf/settings.hpp"
#include "torsor/model/description.hpp"

namespace torsor {

/// The orientation that quat, axisangle, xyaxes, zaxis or euler give; the identity where there is none of them.
Matrix3<double> read_orientation(const MjcfAttributes& attributes, const MjcfSettings& settings);

/// pos and orientation.
Transform<double> read_pose(const MjcfAttributes& attributes, const MjcfSettings& settings);

/// Whether an orientation is written, in the element or in its defaults.
bool has_orientation(const MjcfAttributes& attributes);

/// Rotation about a unit vector.
Matrix3<double> rotation_about(const Vector3<double>& axis, double angle);

/// The smallest rotation that takes z to the direction of `axis`, which is not zero.
Matrix3<double> rotation_from_z(const Vector3<double>& axis);

double length(const Vector3<double>& v);
described::Triple described_vector(const Vector3<double>& v);
/// Roll, pitch and yaw with R = Rot_z(yaw) Rot_y(pitch) Rot_x(roll), exact to rounding at a pitch of 90 degrees too.
described::Triple described_rotation(const Matrix3<double>& R);
described::Pose described_pose(const Transform<double>& X);

}  // namespace torsor
