#pragma once

#include <algorithm>

#include "torsor/model/model.hpp"

namespace torsor {

// Positions of ball and free joints hold unit quaternions, so q is not a vector that can be added to.

/// All joints at zero: quaternions are 1, everything else 0.
template <Scalar S>
std::vector<S> zero_position(const Model<S>& model) {
  std::vector<S> q(model.nq, S(0.0));
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    if (body.joint == JointType::ball) q[body.q] = S(1.0);
    if (body.joint == JointType::free) q[body.q + 3] = S(1.0);
  }
  return q;
}

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

/// dq/dt from qd: the same numbers for joints of one degree of freedom.
template <Scalar S>
std::vector<S> position_rate(const Model<S>& model, std::span<const S> q, std::span<const S> qd) {
  std::vector<S> rate(model.nq, S(0.0));
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const S* v = &qd[body.v];
    if (body.joint == JointType::ball) {
      quaternion_rate(&q[body.q], Vector3<S>{v[0], v[1], v[2]}, &rate[body.q]);
    } else if (body.joint == JointType::free) {
      const Vector3<S> p = rotation_of_quaternion(q[body.q + 3], q[body.q + 4], q[body.q + 5], q[body.q + 6]) *
                           Vector3<S>{v[0], v[1], v[2]};
      rate[body.q] = p.x, rate[body.q + 1] = p.y, rate[body.q + 2] = p.z;
      quaternion_rate(&q[body.q + 3], Vector3<S>{v[3], v[4], v[5]}, &rate[body.q + 3]);
    } else {
      rate[body.q] = v[0];
    }
  }
  return rate;
}

/// Quaternions at unit length, in place.
template <Scalar S>
void normalize_position(const Model<S>& model, std::span<S> q) {
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    if (velocity_count(body.joint) == 1) continue;
    S* at = &q[body.q + (body.joint == JointType::free ? 3 : 0)];
    const S length = sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2] + at[3] * at[3]);
    for (int k = 0; k < 4; ++k) at[k] = at[k] / length;
  }
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
  std::vector<std::string> units;
  for (int v = 0; v < model.nv; ++v)
    units.emplace_back(body_of_velocity(model, v).joint == JointType::prismatic ? "N" : "Nm");
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
