#pragma once

#include <algorithm>
#include <functional>

#include "torsor/dynamics/torque_slopes.hpp"
#include "torsor/model/position.hpp"

namespace torsor {

// Positions near q0 as a vector u with an entry for each velocity, 0 at q0: u is added to joints of one axis; a ball
// joint turns by the rotation vector u; a free one moves by u along the axes it has at q0, and turns. An integrator
// works on u as on any vector, and what comes back is a position: quaternions have unit length by construction.
// [Munthe-Kaas 1999; Hairer, Lubich, Wanner 2006, IV.8]

namespace local_coordinate {

/// to = from exp(phi)
template <Scalar S>
void turn_quaternion(const S* from, const Vector3<S>& phi, S* to) {
  const S half(0.5), square = dot(phi, phi), turned = square - S(1e-16);
  const S angle = sqrt(select(turned, square, S(1.0)));
  const S c = select(turned, cos(half * angle), S(1.0) - square / S(8.0));
  const S s = select(turned, sin(half * angle) / angle, half - square / S(48.0));
  const S &w = from[0], &x = from[1], &y = from[2], &z = from[3];
  const S a = s * phi.x, b = s * phi.y, d = s * phi.z;
  const S turn[4] = {w * c - x * a - y * b - z * d, w * a + x * c + y * d - z * b,  //
                     w * b + y * c + z * a - x * d, w * d + z * c + x * b - y * a};
  const S length = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
  for (int k = 0; k < 4; ++k) to[k] = turn[k] / length;
}

// One overload for each kind of joint: with_joint does not compile where one is missing.

/// q = q0 moved by u.
template <Scalar S>
void move(const Revolute&, const S* q0, const S* u, S* q) {
  *q = *q0 + *u;
}
template <Scalar S>
void move(const Prismatic&, const S* q0, const S* u, S* q) {
  *q = *q0 + *u;
}
template <Scalar S>
void move(const Ball&, const S* q0, const S* u, S* q) {
  turn_quaternion(q0, Vector3<S>{u[0], u[1], u[2]}, q);
}
template <Scalar S>
void move(const Free&, const S* q0, const S* u, S* q) {
  const Vector3<S> p = rotation_of_quaternion(q0[3], q0[4], q0[5], q0[6]) * Vector3<S>{u[0], u[1], u[2]};
  q[0] = q0[0] + p.x, q[1] = q0[1] + p.y, q[2] = q0[2] + p.z;
  turn_quaternion(q0 + 3, Vector3<S>{u[3], u[4], u[5]}, q + 3);
}
template <Scalar S>
void move(const Follower<S>&, const S*, const S*, S*) {}  // the joint it follows has the coordinate

/// du/dt at a velocity of the joint.
template <Scalar S>
void rate(const Revolute&, const S*, const S* v, S* du) {
  *du = *v;
}
template <Scalar S>
void rate(const Prismatic&, const S*, const S* v, S* du) {
  *du = *v;
}
template <Scalar S>
void rate(const Ball&, const S* u, const S* v, S* du) {
  const Vector3<S> phi_dot = rotation_vector_slope(Vector3<S>{u[0], u[1], u[2]}) * Vector3<S>{v[0], v[1], v[2]};
  du[0] = phi_dot.x, du[1] = phi_dot.y, du[2] = phi_dot.z;
}
template <Scalar S>
void rate(const Free&, const S* u, const S* v, S* du) {
  const S one[4] = {S(1.0), S(0.0), S(0.0), S(0.0)};
  S turn[4];
  turn_quaternion(one, Vector3<S>{u[3], u[4], u[5]}, turn);
  const Vector3<S> p_dot = rotation_of_quaternion(turn[0], turn[1], turn[2], turn[3]) * Vector3<S>{v[0], v[1], v[2]};
  du[0] = p_dot.x, du[1] = p_dot.y, du[2] = p_dot.z;
  rate(Ball{}, u + 3, v + 3, du + 3);
}
template <Scalar S, Scalar T>
void rate(const Follower<T>&, const S*, const S*, S*) {}

/// The velocity of the joint at which u changes by du: the inverse of `rate`.
template <Scalar S>
void velocity(const Revolute&, const S*, const S* du, S* v) {
  *v = *du;
}
template <Scalar S>
void velocity(const Prismatic&, const S*, const S* du, S* v) {
  *v = *du;
}
/// By the right Jacobian of the rotation vector. [Chirikjian 2011, 10.6]
template <Scalar S>
void velocity(const Ball&, const S* u, const S* du, S* v) {
  const Vector3<S> phi{u[0], u[1], u[2]}, phi_dot{du[0], du[1], du[2]};
  const S one(1.0), square = dot(phi, phi), turned = square - S(1e-6), sure = select(turned, square, one);
  const S angle = sqrt(sure);
  const S a = select(turned, (one - cos(angle)) / sure, S(0.5) - square / S(24.0));
  const S b = select(turned, (angle - sin(angle)) / (sure * angle), S(1.0 / 6) - square / S(120.0));
  const Vector3<S> turn = cross(phi, phi_dot), omega = phi_dot - a * turn + b * cross(phi, turn);
  v[0] = omega.x, v[1] = omega.y, v[2] = omega.z;
}
template <Scalar S>
void velocity(const Free&, const S* u, const S* du, S* v) {
  const S one[4] = {S(1.0), S(0.0), S(0.0), S(0.0)};
  S turn[4];
  turn_quaternion(one, Vector3<S>{u[3], u[4], u[5]}, turn);
  const Vector3<S> linear =
      transpose(rotation_of_quaternion(turn[0], turn[1], turn[2], turn[3])) * Vector3<S>{du[0], du[1], du[2]};
  v[0] = linear.x, v[1] = linear.y, v[2] = linear.z;
  velocity(Ball{}, u + 3, du + 3, v + 3);
}
template <Scalar S>
void velocity(const Follower<S>&, const S*, const S*, S*) {}

}  // namespace local_coordinate

/// Whether every joint has one axis, so that u is a difference of positions.
template <Scalar S>
bool positions_are_numbers(const Model<S>& model) {
  return model.nq == model.nv;
}

/// q = q0 moved by u.
template <Scalar S>
void move_position(const Model<S>& model, Input<S> q0, Input<S> u, Output<S> q) {
  if (positions_are_numbers(model)) {
    std::transform(q0.begin(), q0.end(), u.begin(), q.begin(), std::plus<S>());
    return;
  }
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    with_joint(body, [&](auto joint) { local_coordinate::move(joint, &q0[body.q], &u[body.v], &q[body.q]); });
  }
}

/// du/dt at the velocities qd.
template <Scalar S>
void coordinate_rate(const Model<S>& model, Input<S> u, Input<S> qd, Output<S> du) {
  if (positions_are_numbers(model)) {
    std::copy(qd.begin(), qd.end(), du.begin());
    return;
  }
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    with_joint(body, [&](auto joint) { local_coordinate::rate(joint, &u[body.v], &qd[body.v], &du[body.v]); });
  }
}

}  // namespace torsor
