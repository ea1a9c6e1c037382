#pragma once

#include "torsor/dynamics/composite_axes.hpp"
#include "torsor/dynamics/force_columns.hpp"
#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/scalar/instantiate.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

template <Scalar S>
struct InertiaMatrixWorkspace {
  std::vector<Transform<S>> X;
  std::vector<Inertia<S>> composite;  // of a body with all that hangs on it
  ForceColumns<S> F;                  // by axis, in the order of branches

  explicit InertiaMatrixWorkspace(const Model<S>& model)
      : X(model.bodies.size()), composite(X.size()), F(model.axis_count) {}
};
template <>
struct InertiaMatrixWorkspace<double> {
  std::vector<Transform<double>> X;
  std::vector<Inertia<double>> composite;
  ForceColumns<double> F;
  CompositeAxes axes;

  explicit InertiaMatrixWorkspace(const Model<double>& model)
      : X(model.bodies.size()), composite(X.size()), F(model.axis_count), axes(model) {}
};

/// Whether composite_axes takes the place of composite_bodies.
inline bool quicker_in_base_axes(const Model<double>& model) {
  return instruction_set != InstructionSet::baseline && model.keeps_digits_in_base_axes && model.body_count() > 1;
}

namespace recursion {

/// B by composite bodies, both triangles, rotors included, from the poses X(i) of the bodies in their parents' frames.
/// [Featherstone 2008, Table 6.2] Column j is the force that starts joint j alone, felt at every joint towards the
/// base.
template <Scalar S, class Pose>
void composite_bodies(const Model<S>& model, const Pose& X, InertiaMatrixWorkspace<S>& workspace, MatrixView<S> B) {
  Inertia<S>* composite = workspace.composite.data();
  ForceColumns<S>& F = workspace.F;
  const int* velocity = model.branch_velocity.data();
  for (int k = 0; k < B.rows * B.columns; ++k) B.data[k] = S(0.0);
  for (int i = 1; i < model.body_count(); ++i) composite[i] = model.bodies[i].inertia;
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body<S>& body = model.bodies[i];
    const auto [own, end] = model.branches[i];
    with_joint(body, [&](auto joint) {
      for (int k = 0; k < joint.nv; ++k) F.set(own + k, joint.unit_momentum(composite[i], k));
      for (int k = 0; k < joint.nv; ++k) {
        const int v = body.v + k;
        S* row = &B(v, 0);
        for (int j = own; j < end; ++j) {
          const Force<S> F_j = F[j];
          const S felt = joint.component(F_j.moment, F_j.force, k);
          row[velocity[j]] += felt;
          if (j >= own + joint.nv) B(velocity[j], v) += felt;
        }
        row[v] += body.rotor.reflected;
      }
    });
    if (body.parent == 0) continue;
    F.pass_to_parent(own, end, X(i));
    if (body.rotor.gyroscopic) F.set(own, F[own] + Force<S>{body.rotor.spin, {}});  // the rotor turns on the parent
    composite[body.parent] = composite[body.parent] + to_parent(X(i), composite[i]);
  }
  add_coupled_rotors(model, B);
}

/// B from the poses X(i) of the bodies in their parents' frames, in the way that is quicker with these instructions.
template <Scalar S, class Pose>
void inertia_of_poses(const Model<S>& model, const Pose& X, InertiaMatrixWorkspace<S>& workspace, MatrixView<S> B) {
  if constexpr (std::same_as<S, double>)
    if (quicker_in_base_axes(model))
      return composite_axes(
          model, X(1).p, [&](int i, const PoseColumns& parent) { return parent * X(i); }, workspace.axes, B);
  composite_bodies(model, X, workspace, B);
}

template <Scalar S>
void inertia_matrix(const Model<S>& model, Input<S> q, InertiaMatrixWorkspace<S>& workspace, MatrixView<S> B) {
  JointPositions<S> positions(q);
  if constexpr (std::same_as<S, double>)
    if (quicker_in_base_axes(model))
      return composite_axes(
          model, joint_pose(model.bodies[1], positions).p,
          [&](int i, const PoseColumns& parent) { return pose_on(parent, model.bodies[i], positions); }, workspace.axes,
          B);
  for (int i = 1; i < model.body_count(); ++i) workspace.X[i] = joint_pose(model.bodies[i], positions);
  composite_bodies<S>(model, [&](int i) -> const Transform<S>& { return workspace.X[i]; }, workspace, B);
}

}  // namespace recursion

/// B(q), both triangles, rotors included; on double with the widest instructions that the processor has.
template <Scalar S>
void inertia_matrix(const Model<S>& model, Input<S> q, InertiaMatrixWorkspace<S>& workspace, MatrixView<S> B) {
  assert(fits(model, q));
  run_kernel<S, recursion::inertia_matrix<S>>(model, q, workspace, B);
}

template <Scalar S>
Matrix<S> inertia_matrix(const Model<S>& model, Input<S> q) {
  require_positions(model, q);
  Matrix<S> B(model.nv, model.nv);
  InertiaMatrixWorkspace<S> workspace(model);
  inertia_matrix<S>(model, q, workspace, B.view());
  return B;
}

/// B(q) column by column from Newton-Euler, B e_i = NE(q, 0, e_i; 0): slower, and a check. [notes 001; Walker and Orin
/// 1982]
template <Scalar S>
Matrix<S> inertia_matrix_by_columns(const Model<S>& model, Input<S> q) {
  require_positions(model, q);
  Matrix<S> B(model.nv, model.nv);
  NewtonEulerWorkspace<S> workspace(model);
  const std::vector<S> still(model.nv, S(0.0));
  std::vector<S> column(model.nv, S(0.0));
  for (int i = 0; i < model.nv; ++i) {
    std::vector<S> unit = still;
    unit[i] = S(1.0);
    newton_euler<S>(model, q, still, unit, {}, workspace, column);
    for (int j = 0; j < model.nv; ++j) B(j, i) = column[j];
  }
  return B;
}

#define TORSOR_INERTIA_MATRIX(S) \
  template void inertia_matrix(const Model<S>&, Input<S>, InertiaMatrixWorkspace<S>&, MatrixView<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_INERTIA_MATRIX)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_INERTIA_MATRIX
#endif

}  // namespace torsor
