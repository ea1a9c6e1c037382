#pragma once

#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/spring.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

// Derivatives of what inverse_dynamics adds to Newton-Euler: friction by qd, springs by q.

/// Derivative of smooth_sign: width^2 / (x^2 + width^2)^(3/2), or 0 where the step is sharp.
template <Scalar S>
S smooth_sign_slope(const S& x, const S& width) {
  if (known_value(width) == 0.0) return S(0.0);
  const S square = x * x + width * width;
  return width * width / (square * sqrt(square));
}

/// Derivative of the law of friction by the velocity. A jump has none, and counts as flat on both sides.
template <Scalar S>
S friction_slope(const Friction<S>& c, const S& qd) {
  const S direction = sign(qd), step = smooth_sign_slope(qd, c.width);
  return c.viscous + c.viscous_difference * direction + c.coulomb * step + c.coulomb_difference * direction * step +
         c.stribeck * step - c.stribeck * smooth_sign_slope(qd, c.stribeck_velocity);
}

/// A += derivative of the friction torque by qd.
template <Scalar S>
void add_friction_slope(const Model<S>& model, Input<S> qd, MatrixView<S> A) {
  assert(fit_velocities(model, qd));
  for (int v = 0; v < model.nv; ++v) A(v, v) += friction_slope(model.friction[v], qd[v]);
  for (const Coupling<S>& coupling : model.couplings)
    coupling.distribute(friction_slope(coupling.friction, coupling.combine(&Coupling<S>::Term::v, qd)), A);
}

/// How a rotation vector phi changes as the body turns on about its own axes: 1 + [phi]x / 2 + k [phi]x^2 with
/// k = (1 - h cot h) / |phi|^2 and h = |phi| / 2, the inverse of the right Jacobian. [Chirikjian 2011, 10.6]
template <Scalar S>
Matrix3<S> rotation_vector_slope(const Vector3<S>& phi) {
  const S one(1.0), half(0.5), square = dot(phi, phi), turned = square - S(1e-8);  // below it k is 1/12 to all digits
  const S sure = select(turned, square, one), h = half * sqrt(sure);
  const S k = select(turned, (one - h * cos(h) / sin(h)) / sure, S(1.0 / 12));
  return Matrix3<S>::identity() + half * skew(phi) + k * double_skew(phi, phi);
}

/// A += derivative of what a spring of a ball or free joint asks for, along the velocities of that joint. The way of a
/// free joint is felt in the axes of the link, which turn.
template <Scalar S>
void add_pose_spring_slope(const Model<S>& model, const PoseSpring<S>& spring, Input<S> q, MatrixView<S> A) {
  const Body<S>& body = model.bodies[spring.body];
  const PoseStretch<S> stretch(model, spring, q);
  const S* quaternion = &q[body.q + (body.joint == JointType::free ? 3 : 0)];
  const Matrix3<S> R = rotation_of_quaternion(quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
  const Vector3<S> way = transpose(R) * stretch.way;  // zero for a ball joint
  const Matrix3<S> turning = rotation_vector_slope(stretch.turn);
  with_joint(body, [&](auto joint) {
    int column = body.v;
    for (const auto [axis, turns] : joint_axes(body.joint)) {
      const Vector3<S> unit = spring.stiffness * unit_vector<S>(axis);
      const Vector3<S> moment = turns ? turning * unit : Vector3<S>{};
      const Vector3<S> force = turns ? cross(way, unit) : unit;
      for (int k = 0; k < joint.nv; ++k) A(body.v + k, column) += joint.component(moment, force, k);
      ++column;
    }
  });
}

/// A += derivative of the torque of the springs by q, along the velocities.
template <Scalar S>
void add_spring_slope(const Model<S>& model, Input<S> q, MatrixView<S> A) {
  assert(fits(model, q));
  for (const Coupling<S>& coupling : model.couplings) {
    coupling.distribute(coupling.stiffness, A);
    if (coupling.is_periodic())
      coupling.distribute(periodic_slope(coupling, coupling.combine(&Coupling<S>::Term::q, q)), A);
  }
  for (const PoseSpring<S>& spring : model.pose_springs) add_pose_spring_slope(model, spring, q, A);
}

}  // namespace torsor
