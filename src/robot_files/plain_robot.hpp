#pragma once

#include "torsor/model/description.hpp"
#include "torsor/spatial/roll_pitch_yaw.hpp"

namespace torsor {

/// A pose by the numbers that XML writes.
struct PlainPose {
  Vector3<double> xyz, rpy;

  bool is_identity() const;
};

/// Mass, centre, and inertia matrix about it (xx xy xz yy yz zz) in axes that `rpy` turns.
struct PlainMass {
  double mass = 0;
  Vector3<double> com, rpy;
  std::array<double, 6> inertia{};

  bool is_nothing() const;     // nothing is written at all
  bool is_weightless() const;  // no mass and no inertia
};

/// A link with its joint in the terms that URDF and MJCF share: numbers, an origin, an axis, and a frame of the link
/// that is the joint's.
struct PlainLink {
  std::string name, parent, joint_name;
  JointType joint = JointType::fixed;
  PlainPose origin;
  Vector3<double> axis{0, 0, 1};
  PlainMass mass;
  double viscous = 0, coulomb = 0;  // the mean of both directions, on the link side, dampers included
  double stiffness = 0, rest = 0;
  std::vector<double> pose_at_rest;  // of the spring of a ball or free joint, in its q; empty where that is at zero
  std::optional<double> lift;        // the part of its weight that is carried ...
  bool lift_elsewhere = false;       // ... unless that is not where its mass is
  double armature = 0;               // k^2 I_m
  std::optional<std::array<double, 2>> position;
  std::optional<double> velocity, acceleration, torque;
  struct Mimic {
    std::string joint;
    double multiplier, offset;
  };
  std::optional<Mimic> mimic;
  PlainPose own_frame;                       // the frame that the user gave the link, in this one
  const described::Link* written = nullptr;  // nothing for what was added: payload and tool

  bool moves() const { return joint != JointType::fixed; }
  /// One position, one velocity.
  bool single() const { return joint == JointType::revolute || joint == JointType::prismatic; }
};

struct PlainRobot {
  std::string name, base_name;
  PlainPose base;
  PlainMass base_mass;
  Vector3<double> gravity;
  std::vector<PlainLink> links;  // payload and tool at the end, as fixed links
};

/// The description must have passed check(), apart from moments of inertia.
PlainRobot plain_robot(const Description& robot);

/// The rotation of these angles, with exact right angles.
Matrix3<double> rotation_of(const Vector3<double>& rpy);

/// The pose as a transform, with exact right angles.
inline Transform<double> transform(const PlainPose& pose) { return {rotation_of(pose.rpy), pose.xyz}; }

/// The inertia matrix in the axes of the link.
std::array<double, 6> inertia_in_link_axes(const PlainMass& mass);

/// A name that nothing has yet: `name`, or with underscores.
template <class Set>
std::string unused_name(std::string name, const Set& taken) {
  while (taken.contains(name)) name += '_';
  return name;
}

}  // namespace torsor
