#pragma once

#include <algorithm>

#include "torsor/model/state.hpp"

namespace torsor {

// Positions of ball and free joints hold unit quaternions, so q is not a vector that can be added to.

// One overload for each kind of joint: with_joint does not compile where one is missing.
namespace joint_position {

/// The position at rest of a joint of which all numbers are 0.
template <Scalar S>
void start(const Revolute&, S*) {}
template <Scalar S>
void start(const Prismatic&, S*) {}
template <Scalar S>
void start(const Ball&, S* q) {
  q[0] = S(1.0);
}
template <Scalar S>
void start(const Free&, S* q) {
  q[3] = S(1.0);
}
template <Scalar S>
void start(const Follower<S>&, S*) {}

/// dq/dt of a quaternion w x y z that turns with omega in its own axes.
template <Scalar S>
void quaternion_rate(const S* q, const Vector3<S>& omega, S* rate) {
  const S half(0.5);
  const S &w = q[0], &x = q[1], &y = q[2], &z = q[3];
  rate[0] = -(half * (x * omega.x + y * omega.y + z * omega.z));
  rate[1] = half * (w * omega.x + y * omega.z - z * omega.y);
  rate[2] = half * (w * omega.y + z * omega.x - x * omega.z);
  rate[3] = half * (w * omega.z + x * omega.y - y * omega.x);
}

/// dq/dt of one joint.
template <Scalar S>
void rate_of(const Revolute&, const S*, const S* v, S* rate) {
  *rate = *v;
}
template <Scalar S>
void rate_of(const Prismatic&, const S*, const S* v, S* rate) {
  *rate = *v;
}
template <Scalar S>
void rate_of(const Ball&, const S* q, const S* v, S* rate) {
  quaternion_rate(q, Vector3<S>{v[0], v[1], v[2]}, rate);
}
template <Scalar S>
void rate_of(const Free&, const S* q, const S* v, S* rate) {
  const Vector3<S> p = rotation_of_quaternion(q[3], q[4], q[5], q[6]) * Vector3<S>{v[0], v[1], v[2]};
  rate[0] = p.x, rate[1] = p.y, rate[2] = p.z;
  quaternion_rate(q + 3, Vector3<S>{v[3], v[4], v[5]}, rate + 3);
}
template <Scalar S>
void rate_of(const Follower<S>&, const S*, const S*, S*) {}  // the joint it follows has the coordinate

/// A quaternion at unit length.
template <Scalar S>
void normalize_quaternion(S* q) {
  const S length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; ++k) q[k] = q[k] / length;
}
template <Scalar S>
void normalize(const Revolute&, S*) {}
template <Scalar S>
void normalize(const Prismatic&, S*) {}
template <Scalar S>
void normalize(const Ball&, S* q) {
  normalize_quaternion(q);
}
template <Scalar S>
void normalize(const Free&, S* q) {
  normalize_quaternion(q + 3);
}
template <Scalar S>
void normalize(const Follower<S>&, S*) {}

}  // namespace joint_position

/// All joints at zero: quaternions are 1, everything else 0.
template <Scalar S>
std::vector<S> zero_position(const Model<S>& model) {
  std::vector<S> q(model.nq, S(0.0));
  for (int i = 1; i < model.body_count(); ++i)
    with_joint(model.bodies[i], [&](auto joint) { joint_position::start(joint, &q[model.bodies[i].q]); });
  return q;
}

/// dq/dt from qd: the same numbers for joints of one degree of freedom.
template <Scalar S>
std::vector<S> position_rate(const Model<S>& model, Input<S> q, Input<S> qd) {
  require_state(model, q, qd);
  std::vector<S> rate(model.nq, S(0.0));
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    with_joint(body, [&](auto joint) { joint_position::rate_of(joint, &q[body.q], &qd[body.v], &rate[body.q]); });
  }
  return rate;
}

/// Quaternions at unit length, in place.
template <Scalar S>
void normalize_position(const Model<S>& model, Output<S> q) {
  assert(fits<S>(model, q));
  for (int i = 1; i < model.body_count(); ++i)
    with_joint(model.bodies[i], [&](auto joint) { joint_position::normalize(joint, &q[model.bodies[i].q]); });
}

/// The body whose joint has velocity `v` for its own.
template <Scalar S>
const Body<S>& body_of_velocity(const Model<S>& model, int v) {
  const auto owns = [v](const Body<S>& body) {
    return !body.follows && v >= body.v && v < body.v + velocity_count(body.joint);
  };
  return *std::find_if(model.bodies.begin() + 1, model.bodies.end(), owns);
}

/// Names of the entries of qd and tau: the joint's, with .vx .. .wz for joints of several degrees of freedom.
template <Scalar S>
std::vector<std::string> velocity_names(const Model<S>& model) {
  constexpr const char* parts[] = {".vx", ".vy", ".vz", ".wx", ".wy", ".wz"};
  std::vector<std::string> names;
  for (int i = 1; i < model.body_count(); ++i) {
    if (model.bodies[i].follows) continue;
    const int n = velocity_count(model.bodies[i].joint);
    for (int k = 0; k < n; ++k) names.push_back(model.joint_names[i - 1] + (n == 1 ? "" : parts[n == 3 ? k + 3 : k]));
  }
  return names;
}
/// "N" for those that slide, "Nm" for the others; by entry of tau.
template <Scalar S>
std::vector<std::string> torque_units(const Model<S>& model) {
  std::vector<std::string> units(model.nv, "Nm");
  for (int v = 0; v < model.nv; ++v)
    if (body_of_velocity(model, v).joint == JointType::prismatic) units[v] = "N";
  return units;
}
/// Names of the entries of q.
template <Scalar S>
std::vector<std::string> position_names(const Model<S>& model) {
  constexpr const char* parts[] = {".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"};
  std::vector<std::string> names;
  for (int i = 1; i < model.body_count(); ++i) {
    if (model.bodies[i].follows) continue;
    const int n = position_count(model.bodies[i].joint);
    for (int k = 0; k < n; ++k) names.push_back(model.joint_names[i - 1] + (n == 1 ? "" : parts[n == 4 ? k + 3 : k]));
  }
  return names;
}

}  // namespace torsor
