#pragma once

#include "torsor/model/description.hpp"
#include "torsor/spatial/transform.hpp"

/// Numbers as a description has them.
namespace torsor {

described::Triple described_vector(const Vector3<double>& v);
/// Roll, pitch and yaw with R = Rot_z(yaw) Rot_y(pitch) Rot_x(roll), exact to rounding at a pitch of 90 degrees too.
described::Triple described_rotation(const Matrix3<double>& R);
described::Pose described_pose(const Transform<double>& X);
/// w x y z of unit length, w not negative.
std::vector<described::Quantity> described_quaternion(const Matrix3<double>& R);

}  // namespace torsor
