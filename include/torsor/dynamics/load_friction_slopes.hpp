#pragma once

#include "torsor/dynamics/derivative_sweep.hpp"
#include "torsor/dynamics/load_friction.hpp"
#include "torsor/dynamics/torque_slopes.hpp"

namespace torsor {

/// The rotor of joint i that turns on its parent: `action(w, u, spin, turned, rows, k)` for every axis below.
template <Scalar S, class Action>
void for_rotor(const Model<S>& model, DerivativeWorkspace<S>& workspace, int i, const Action& action) {
  const Body<S>& body = model.bodies[i];
  if (!body.rotor.gyroscopic) return;
  const Vector3<S> spin = workspace.pose[body.parent].R * body.rotor.spin;
  const Vector3<S> turned = cross(workspace.v[body.parent].angular, spin);
  for_axes_to_base(workspace, body.parent, [&](int first, int last) {
    for (int j = first; j <= last; ++j) action(body.v, workspace.velocity[j], spin, turned, workspace.of(j), place(j));
  });
}

/// What a rotor has in its own row of d tau/dq and d tau/dqd, at the axis k of `rows`.
template <Scalar S, class Rows>
S own_rotor_by_q(const Vector3<S>& spin, const Vector3<S>& turned, const Rows& rows, int k) {
  return dot(spin, rows.s_ddot.angular.template at<S>(k)) + dot(turned, rows.s_dot.angular.template at<S>(k));
}
/// `felt` is turned . s.
template <Scalar S, class Rows>
S own_rotor_by_qd(const Vector3<S>& spin, const S& felt, const Rows& rows, int k) {
  return dot(spin, rows.s_dot_sum.angular.template at<S>(k)) + felt;
}

/// Row v of all three matrices, which hold rigid bodies and rotors: (1 + L s) times it less L s times what the joint's
/// own rotor has in it.
template <Scalar S>
void scale_by_load(const Model<S>& model, DerivativeWorkspace<S>& workspace, int v, int i, const S& factor,
                   MatrixView<S> B, MatrixView<S> dq, MatrixView<S> dqd) {
  for (int j = 0; j < model.nv; ++j)
    B(v, j) += factor * B(v, j), dq(v, j) += factor * dq(v, j), dqd(v, j) += factor * dqd(v, j);
  for_rotor(model, workspace, i,
            [&](int w, int u, const Vector3<S>& spin, const Vector3<S>& turned, const auto& rows, int k) {
              B(w, u) -= factor * dot(spin, rows.s.angular.template at<S>(k));
              dq(w, u) -= factor * own_rotor_by_q(spin, turned, rows, k);
              const S felt = dot(turned, rows.s.angular.template at<S>(k));
              dqd(w, u) -= factor * own_rotor_by_qd(spin, felt, rows, k);
            });
  B(v, v) -= factor * model.bodies[i].rotor.reflected;
  if (!model.coupled_rotors) return;
  for (const Coupling<S>& coupling : model.couplings)
    for (const auto& row : coupling.terms)
      for (const auto& column : coupling.terms)
        if (row.v == v) B(v, column.v) -= factor * row.coefficient * coupling.rotor_inertia * column.coefficient;
}

/// Derivatives of load |tau_l| u by q, qd and qdd are added to those of rigid bodies and rotors. Where tau_l passes
/// through 0 it counts as flat, as a sharp step of friction does.
template <Scalar S>
void add_load_slopes(const Model<S>& model, Input<S> qd, DerivativeWorkspace<S>& workspace, MatrixView<S> B,
                     MatrixView<S> dq, MatrixView<S> dqd) {
  for_loaded_joints(model, [&](int v, int i) {
    const Friction<S>& friction = model.friction[v];
    const int axis = model.bodies[i].axis;
    const DerivativeRows<S>& rows = workspace.of(axis);
    const S links = dot(rows.s.template at<S>(place(axis)), rows.f.template at<S>(place(axis)));
    const S factor = friction.load * sliding_direction(qd[v], sign(qd[v]), friction.width) * sign(links);
    scale_by_load(model, workspace, v, i, factor, B, dq, dqd);
    dqd(v, v) += friction.load * (sign(links) * links) * smooth_sign_slope(qd[v], friction.width);
  });
}

}  // namespace torsor
