#pragma once

#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/scalar/instantiate.hpp"

namespace torsor {

/// Scratch of articulated_bodies; U, D and u by velocity, the others by body.
template <Scalar S>
struct ArticulatedBodiesWorkspace {
  std::vector<Transform<S>> X;
  std::vector<Motion<S>> v, c, a;  // velocity, its product acceleration, acceleration
  std::vector<ArticulatedInertia<S>> IA;
  std::vector<Force<S>> pA, U;
  std::vector<Vector3<S>> g;  // gravity, where some of it is compensated
  std::vector<S> D, u;        // D: the pivots; one that is not positive means that B is singular

  explicit ArticulatedBodiesWorkspace(const Model<S>& model)
      : X(model.bodies.size()), v(X.size()), c(X.size()), a(X.size()), IA(X.size()), pA(X.size()), U(model.nv),
        g(model.carried.size()), D(model.nv, S(1.0)), u(model.nv, S(0.0)) {}
};

namespace recursion {

/// qdd from the torques that act on rigid bodies and rotors, in O(n). [Featherstone 2008, Table 7.1; rotors: notes 001]
/// Friction and springs are taken off in forward_dynamics. The model must have no rotor on several joints.
template <Scalar S>
void articulated_bodies(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau, const Conditions<S>& conditions,
                        ArticulatedBodiesWorkspace<S>& workspace, Output<S> qdd) {
  JointPositions<S> positions(q);
  auto& [X, v, c, a, IA, pA, U, g, D, u] = workspace;
  v[0] = {conditions.base.angular_velocity, {}};
  a[0] = {conditions.base.angular_acceleration, conditions.base.linear_acceleration - conditions.gravity};
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    with_joint(body, [&](auto joint) {
      X[i] = joint.pose(body.placement, positions, body.q);
      const auto s_qd = joint.motion(&qd[body.v]);
      v[i] = to_child(X[i], v[body.parent]);
      v[i] = {v[i].angular + s_qd.angular, v[i].linear + s_qd.linear};
      c[i] = {Vector3<S>{} + cross(v[i].angular, s_qd.angular),
              Vector3<S>{} + cross(v[i].angular, s_qd.linear) + cross(v[i].linear, s_qd.angular)};
    });
    IA[i] = ArticulatedInertia<S>(body.inertia);
    pA[i] = cross(v[i], body.inertia * v[i]);
    if (body.rotor.gyroscopic && body.parent > 0)
      pA[body.parent].moment += qd[body.v] * cross(v[body.parent].angular, body.rotor.spin);
  }
  for (const Wrench<S>& tip : conditions.wrenches) pA[tip.body] += tip.exerted;
  exert_carried_weights<S>(
      model, conditions.gravity, g, [&](int i, const Vector3<S>& x) { return transpose(X[i].R) * x; },
      [&](int i, const Vector3<S>& moment, const Vector3<S>& force) { pA[i] += Force<S>{moment, force}; });
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body<S>& body = model.bodies[i];
    Force<S> P = pA[i] + IA[i] * c[i];
    with_joint(body, [&](auto joint) {  // its axes give way one after the other
      for (int k = 0, w = body.v; k < joint.nv; ++k, ++w) {
        U[w] = joint.unit_momentum(IA[i], k);  // IA s
        D[w] = joint.component(U[w].moment, U[w].force, k) + body.rotor.reflected;
        u[w] = tau[w] - joint.component(P.moment, P.force, k);
        if (body.rotor.gyroscopic) U[w].moment += transpose(X[i].R) * body.rotor.spin;
        if (body.parent == 0 && k + 1 == joint.nv) continue;
        const S reciprocal = S(1.0) / D[w];
        IA[i] = yielding(IA[i], U[w], reciprocal);
        P += u[w] * reciprocal * U[w];
      }
    });
    if (body.parent == 0) continue;
    IA[body.parent] = IA[body.parent] + to_parent(X[i], IA[i]);
    pA[body.parent] += to_parent(X[i], P);
  }
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    a[i] = to_child(X[i], a[body.parent]);
    with_joint(body, [&](auto joint) {
      for (int k = joint.nv - 1; k >= 0; --k) {
        const int w = body.v + k;
        qdd[w] = (u[w] - dot(a[i], U[w])) / D[w];
        joint.add_axis(a[i], k, qdd[w]);
      }
    });
    a[i] = a[i] + c[i];
  }
}

}  // namespace recursion

/// recursion::articulated_bodies, on double with the widest instructions that the processor has.
template <Scalar S>
void articulated_bodies(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau, const Conditions<S>& conditions,
                        ArticulatedBodiesWorkspace<S>& workspace, Output<S> qdd) {
  assert(fits(model, q, qd, tau, qdd));
  assert(joints_are_independent(model));
  run_kernel<S, recursion::articulated_bodies<S>>(model, q, qd, tau, conditions, workspace, qdd);
}

#define TORSOR_ARTICULATED_BODIES(S)                                                                    \
  template void articulated_bodies(const Model<S>&, Input<S>, Input<S>, Input<S>, const Conditions<S>&, \
                                   ArticulatedBodiesWorkspace<S>&, Output<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_ARTICULATED_BODIES)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_ARTICULATED_BODIES
#endif

}  // namespace torsor
