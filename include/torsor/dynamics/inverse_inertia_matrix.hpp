#pragma once

#include "torsor/dynamics/inverse_inertia_workspace.hpp"
#include "torsor/dynamics/ltdl.hpp"

namespace torsor {

/// B^-1 from the factors of B = L^T D L. As L B^-1 = D^-1 L^-T has nothing below its diagonal, a row of B^-1 follows
/// from those of the velocities towards the base. [after Takahashi et al. 1973] O(n^2 d), d the depth of the tree; it
/// takes rotors on several joints and followers.
template <Scalar S>
void inverse_inertia_through_factors(const Model<S>& model, Input<S> q, InverseInertiaMatrixWorkspace<S>& workspace,
                                     MatrixView<S> inverse) {
  const MatrixView<S> L = workspace.factors.view();
  inertia_matrix<S>(model, q, workspace.composite, L);
  factor_ltdl<S>(model.velocity_parent, L);
  for (int i = 0; i < model.nv; ++i) {
    S* row = &inverse(i, 0);
    for (int j = 0; j < i; ++j) row[j] = S(0.0);
    for (int k = model.velocity_parent[i]; k >= 0; k = model.velocity_parent[k]) {
      const S a = L(i, k);
      const S* above = &inverse(k, 0);
      for (int j = 0; j < i; ++j) row[j] -= a * above[j];
    }
    row[i] = S(1.0) / L(i, i);
    for (int k = model.velocity_parent[i]; k >= 0; k = model.velocity_parent[k]) row[i] -= L(i, k) * row[k];
    for (int j = 0; j < i; ++j) inverse(j, i) = row[j];
    workspace.pivots[i] = L(i, i);
  }
}

/// From the tips inwards: what the joints do while all that is nearer to the base stands still, for a unit torque at
/// each joint, one column for each. `inverse` has zeros where a torque is not felt yet.
template <Scalar S>
void yield_inwards(const Model<S>& model, InverseInertiaMatrixWorkspace<S>& workspace, MatrixView<S> inverse) {
  auto& [branches, pose, IA, U, F, a, composite, factors, pivots] = workspace;
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body<S>& body = model.bodies[i];
    const auto axes = joint_axes(body.joint);
    for (int w = body.v + static_cast<int>(axes.size()) - 1; w >= body.v; --w) {  // its axes give way one by one
      const auto [column, turns] = axes[w - body.v];
      const Vector3<S> z = axis(pose[i].R, column);
      U[w] = IA[i] * (turns ? Motion<S>{z, {}} : Motion<S>{{}, z});
      pivots[w] = dot(z, turns ? U[w].moment : U[w].force) + body.rotor.reflected;
      const S reciprocal = S(1.0) / pivots[w];
      if (body.rotor.gyroscopic) U[w].moment += pose[body.parent].R * body.rotor.spin;
      IA[i] = yielding(IA[i], U[w], reciprocal);
      inverse(w, w) = reciprocal;
      for (const auto& [begin, end] : branches.carried[i])
        for (int j = begin; j < end; ++j) {
          inverse(w, j) -= reciprocal * dot(z, turns ? F.moment(j) : F.force(j));
          F.set(j, Force<S>{F.moment(j) + inverse(w, j) * U[w].moment, F.force(j) + inverse(w, j) * U[w].force});
        }
    }
    if (body.parent == 0) continue;
    const Vector3<S> p = pose[i].p - pose[body.parent].p;
    IA[body.parent] = IA[body.parent] + to_parent(translation(p), IA[i]);
    for (const auto& [begin, end] : branches.carried[i])
      for (int j = begin; j < end; ++j) F.set(j, Force<S>{F.moment(j) + cross(p, F.force(j)), F.force(j)});
  }
}

/// From the base outwards: what the acceleration of the parent adds, for the columns from the joint's own on.
template <Scalar S>
void spread_outwards(const Model<S>& model, InverseInertiaMatrixWorkspace<S>& workspace, MatrixView<S> inverse) {
  auto& [branches, pose, IA, U, F, a, composite, factors, pivots] = workspace;
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const int h = body.parent;
    SpatialColumns<S>& own = a[branches.slot[i]];
    const Vector3<S> p = pose[i].p - pose[h].p;
    for (int j = body.v; j < model.nv; ++j) {
      const Motion<S> parent = h == 0 ? Motion<S>{} : a[branches.slot[h]].motion(j);
      own.set(j, Motion<S>{parent.angular, parent.linear + cross(parent.angular, p)});
    }
    int w = body.v;
    for (const auto [column, turns] : joint_axes(body.joint)) {
      const Vector3<S> z = axis(pose[i].R, column);
      const Force<S> part = S(1.0) / pivots[w] * U[w];
      for (int j = body.v; j < model.nv; ++j) {
        Motion<S> acceleration = own.motion(j);
        inverse(w, j) -= dot(acceleration, part);
        (turns ? acceleration.angular : acceleration.linear) += inverse(w, j) * z;
        own.set(j, acceleration);
      }
      ++w;
    }
  }
}

/// B^-1 by articulated bodies, O(n^2): forward dynamics of all unit torques at once, at rest and without gravity.
/// [Carpentier 2018] All vectors are in base axes and about the origin of their own body, so that no column is ever
/// rotated. The model must have no rotor on several joints and no follower.
template <Scalar S>
void inverse_inertia_by_articulated_bodies(const Model<S>& model, Input<S> q,
                                           InverseInertiaMatrixWorkspace<S>& workspace, MatrixView<S> inverse) {
  assert(joints_are_independent(model));
  forward_kinematics<S>(model, q, workspace.pose);
  for (int i = 1; i < model.body_count(); ++i)
    workspace.IA[i] = ArticulatedInertia<S>(to_parent(Transform<S>{workspace.pose[i].R, {}}, model.bodies[i].inertia));
  for (int k = 0; k < model.nv * model.nv; ++k) inverse.data[k] = S(0.0);
  for (int j = 0; j < model.nv; ++j) workspace.F.set(j, Force<S>{});
  yield_inwards(model, workspace, inverse);
  spread_outwards(model, workspace, inverse);
  for (int i = 0; i < model.nv; ++i)
    for (int j = 0; j < i; ++j) inverse(i, j) = inverse(j, i);
}

/// Up to so many velocities one behind the other the factors of B are the faster road, so on all arms, quadrupeds and
/// humanoids; measured in docs/algorithms/inverse_inertia_matrix.md.
inline constexpr int deepest_for_factors = 20;

/// B^-1, both triangles, rotors included, by the faster of two roads. After a call the workspace's `pivots` say whether
/// B was positive definite: it was when all are.
template <Scalar S>
void inverse_inertia_matrix(const Model<S>& model, Input<S> q, InverseInertiaMatrixWorkspace<S>& workspace,
                            MatrixView<S> inverse) {
  assert(fits(model, q) && inverse.rows == model.nv && inverse.columns == model.nv);
  if (joints_are_independent(model) && workspace.branches.depth > deepest_for_factors)
    inverse_inertia_by_articulated_bodies(model, q, workspace, inverse);
  else
    inverse_inertia_through_factors(model, q, workspace, inverse);
}

template <Scalar S>
Matrix<S> inverse_inertia_matrix(const Model<S>& model, Input<S> q) {
  require_positions(model, q);
  Matrix<S> inverse(model.nv, model.nv);
  InverseInertiaMatrixWorkspace<S> workspace(model);
  inverse_inertia_matrix<S>(model, q, workspace, inverse.view());
  return inverse;
}

#define TORSOR_INVERSE_INERTIA_THROUGH_FACTORS(S)                                                             \
  template void inverse_inertia_through_factors(const Model<S>&, Input<S>, InverseInertiaMatrixWorkspace<S>&, \
                                                MatrixView<S>)
#define TORSOR_INVERSE_INERTIA_BY_ARTICULATED_BODIES(S)                                                             \
  template void inverse_inertia_by_articulated_bodies(const Model<S>&, Input<S>, InverseInertiaMatrixWorkspace<S>&, \
                                                      MatrixView<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_INVERSE_INERTIA_THROUGH_FACTORS)
TORSOR_DECLARE_INSTANCES(TORSOR_INVERSE_INERTIA_BY_ARTICULATED_BODIES)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_INVERSE_INERTIA_THROUGH_FACTORS
#undef TORSOR_INVERSE_INERTIA_BY_ARTICULATED_BODIES
#endif

}  // namespace torsor
