#pragma once

#include "torsor/model/state.hpp"
#include "torsor/spatial/rotation_vector.hpp"

namespace torsor {

/// How far the body of a ball or free joint is from where its spring has it rest: the turn that has led away from it as
/// axis times angle, in the axes of the link, and, in those of q, the way of a free joint. [MuJoCo, mj_passive]
template <Scalar S>
struct PoseStretch {
  Vector3<S> turn{}, way{};

  PoseStretch(const Model<S>& model, const PoseSpring<S>& spring, Input<S> q) {
    const Body<S>& body = model.bodies[spring.body];
    const S *now = &q[body.q], *rest = spring.rest.data();
    if (body.joint == JointType::free) {
      way = {now[0] - rest[0], now[1] - rest[1], now[2] - rest[2]};
      now += 3, rest += 3;
    }
    turn = rotation_vector(quaternion_between(rest, now));
  }
  S square() const { return dot(turn, turn) + dot(way, way); }
};

/// The same along the velocities of the joint, as many numbers as it has: the linear ones are in the axes of the link.
template <Scalar S>
void add_pose_stretch(const Model<S>& model, const PoseSpring<S>& spring, Input<S> q, const S& factor, S* tau) {
  const Body<S>& body = model.bodies[spring.body];
  const PoseStretch<S> stretch(model, spring, q);
  const bool free = body.joint == JointType::free;
  const S* quaternion = &q[body.q + (free ? 3 : 0)];
  const Matrix3<S> R = rotation_of_quaternion(quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
  const Vector3<S> way = free ? transpose(R) * stretch.way : Vector3<S>{};
  with_joint(body, [&](auto joint) { project(joint, factor * stretch.turn, factor * way, tau); });
}

/// What comes back with every turn of x: the torque on x.
template <Scalar S>
S periodic_torque(const Coupling<S>& coupling, const S& x) {
  const SinCos<S> turned = sincos(x + coupling.phase);
  return coupling.sine * turned.sin + coupling.cosine * turned.cos;
}
/// Its derivative by x.
template <Scalar S>
S periodic_slope(const Coupling<S>& coupling, const S& x) {
  const SinCos<S> turned = sincos(x + coupling.phase);
  return coupling.sine * turned.cos - coupling.cosine * turned.sin;
}

/// tau += torque that holds the springs: a (K (x - rest) + sine sin x + cosine cos x) with x = a . q for each; and of
/// ball and free joints K times what has turned and moved them away. Their dampers are friction.
template <Scalar S>
void add_spring_torque(const Model<S>& model, Input<S> q, Output<S> tau) {
  assert(fits(model, q, tau));
  for (const Coupling<S>& coupling : model.couplings) {
    const S x = coupling.combine(&Coupling<S>::Term::q, q);
    coupling.distribute(coupling.stiffness * (x - coupling.rest), tau);
    if (coupling.is_periodic()) coupling.distribute(periodic_torque(coupling, x), tau);
  }
  for (const PoseSpring<S>& spring : model.pose_springs)
    add_pose_stretch(model, spring, q, spring.stiffness, &tau[model.bodies[spring.body].v]);
}

template <Scalar S>
std::vector<S> spring_torque(const Model<S>& model, Input<S> q) {
  require_positions(model, q);
  std::vector<S> tau(model.nv, S(0.0));
  add_spring_torque<S>(model, q, tau);
  return tau;
}

/// Energy stored in the springs. What comes back with every turn has its mean, 0, as zero.
template <Scalar S>
S spring_energy(const Model<S>& model, Input<S> q) {
  require_positions(model, q);
  S sum(0.0);
  for (const Coupling<S>& coupling : model.couplings) {
    const S x = coupling.combine(&Coupling<S>::Term::q, q), stretch = x - coupling.rest;
    sum += S(0.5) * coupling.stiffness * stretch * stretch;
    if (coupling.is_periodic()) sum -= periodic_slope(coupling, x);
  }
  for (const PoseSpring<S>& spring : model.pose_springs)
    sum += S(0.5) * spring.stiffness * PoseStretch<S>(model, spring, q).square();
  return sum;
}

}  // namespace torsor
