#pragma once

#include "torsor/model/state.hpp"
#include "torsor/scalar/instantiate.hpp"

namespace torsor {

/// Scratch of momentum_rate, by body: pose in the parent's frame, velocity, and momentum of the body with all that
/// hangs on it; the last two in the body's axes, about its origin.
template <Scalar S>
struct MomentumRateWorkspace {
  std::vector<Transform<S>> X;
  std::vector<Motion<S>> V;
  std::vector<Force<S>> H;

  explicit MomentumRateWorkspace(const Model<S>& model) : X(model.bodies.size()), V(X.size()), H(X.size()) {}
};

namespace recursion {

/// p = B qd, and what it gains without any torque, rate = C^T qd = Bdot qd - C qd, with the base at rest. O(n). An axis
/// s of joint i is fixed in link i, whose subtree has the momentum H: p = s . H, and of p' = s . H' + s' . H the first
/// part is torque. The second one is s' . H = (V x s) . H = -s . (V x* H). A rotor adds its spin to the link that
/// carries it. [De Luca, Mattone 2003; docs/algorithms/momentum_rate.md has the steps]
template <Scalar S>
void momentum_rate(const Model<S>& model, Input<S> q, Input<S> qd, MomentumRateWorkspace<S>& workspace, Output<S> p,
                   Output<S> rate) {
  JointPositions<S> positions(q);
  auto& [X, V, H] = workspace;
  V[0] = {}, H[0] = {};
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const Motion<S>& carrier = V[body.parent];
    with_joint(body, [&](auto joint) {
      const auto own = joint.motion(&qd[body.v]);
      X[i] = joint.pose(body.placement, positions, body.q);
      const Motion<S> carried = to_child(X[i], carrier);
      V[i] = {carried.angular + own.angular, carried.linear + own.linear};
    });
    H[i] = body.inertia * V[i];
    if (body.rotor.gyroscopic) H[body.parent].moment += qd[body.v] * body.rotor.spin;
  }
  for (S& x : p) x = S(0.0);
  for (S& x : rate) x = S(0.0);
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body<S>& body = model.bodies[i];
    const Force<S> gained = -cross(V[i], H[i]);
    with_joint(body, [&](auto joint) {
      project(joint, H[i].moment, H[i].force, &p[body.v]);
      project(joint, gained.moment, gained.force, &rate[body.v]);
      for (int v = body.v; v < body.v + joint.nv; ++v) p[v] += body.rotor.reflected * qd[v];
    });
    if (body.rotor.gyroscopic) p[body.v] += dot(body.rotor.spin, V[body.parent].angular);
    if (body.parent != 0) H[body.parent] += to_parent(X[i], H[i]);
  }
  if (!model.coupled_rotors) return;
  for (const Coupling<S>& coupling : model.couplings)
    coupling.distribute(coupling.rotor_inertia * coupling.combine(&Coupling<S>::Term::v, qd), p);
}

}  // namespace recursion

/// recursion::momentum_rate, on double with the widest instructions that the processor has.
template <Scalar S>
void momentum_rate(const Model<S>& model, Input<S> q, Input<S> qd, MomentumRateWorkspace<S>& workspace, Output<S> p,
                   Output<S> rate) {
  assert(fits(model, q, qd, p, rate));
  run_kernel<S, recursion::momentum_rate<S>>(model, q, qd, workspace, p, rate);
}

/// Both, by velocity.
template <Scalar S>
struct MomentumRate {
  std::vector<S> p, rate;
};
template <Scalar S>
MomentumRate<S> momentum_rate(const Model<S>& model, Input<S> q, Input<S> qd) {
  require_state(model, q, qd);
  MomentumRateWorkspace<S> workspace(model);
  MomentumRate<S> result{std::vector<S>(model.nv, S(0.0)), std::vector<S>(model.nv, S(0.0))};
  momentum_rate<S>(model, q, qd, workspace, result.p, result.rate);
  return result;
}

#define TORSOR_MOMENTUM_RATE(S) \
  template void momentum_rate(const Model<S>&, Input<S>, Input<S>, MomentumRateWorkspace<S>&, Output<S>, Output<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_MOMENTUM_RATE)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_MOMENTUM_RATE
#endif

}  // namespace torsor
